//! Plans: what a published run consists of, and running it.

mod cell;
mod comparison;
mod definition;
mod live;
mod measure;
mod progress;
mod quiet;
mod record;
mod run;

pub use cell::{Cell, CellFilter};
pub use comparison::Comparison;
pub use definition::Plan;
pub use measure::{Conditions, Measured};
pub use record::Record;
pub use run::{Options, run};
