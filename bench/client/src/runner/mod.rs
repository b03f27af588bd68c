//! Running a plan, whatever its workload: its servers are built and started, take their turns, and are measured cell by cell
//! until their result files are whole. What a comparison's workload adds is behind one trait.

mod cell;
mod eta;
mod live_view;
mod observed;
mod order;
mod plan;
mod progress;
mod quiet;
mod record;
mod run;
mod steal_limit;
mod table;
mod turns;
mod whole_rounds;
mod workload;

pub use cell::{Cell, CellFilter};
pub use observed::observed;
pub use plan::{Plan, both_or_none, comparison_of, is_positive, positive, some};
pub use run::{Options, Summary, run};
pub use steal_limit::StealLimit;
pub use table::Table;
pub use workload::{Context, Measured, Nothing, OfIteration, Row, Stay, Turn, Workload};
