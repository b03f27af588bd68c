//! Plans: what a published run consists of, and running it.

mod cell;
mod comparison;
mod definition;
mod eta;
mod live_view;
mod measure;
mod progress;
mod quiet;
mod record;
mod run;
mod steal_limit;

pub use cell::{Cell, CellFilter, Dimension, HasDimensions};
pub use comparison::Comparison;
pub use definition::Plan;
pub(crate) use definition::is_positive;
pub use eta::Eta;
pub use measure::{Conditions, Measured};
pub use record::Record;
pub use run::{Options, Summary, run};
pub(crate) use run::{RESUME_HINT, run_metadata, schema_reference};
pub use steal_limit::StealLimit;
