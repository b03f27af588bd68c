//! Plans: what a published run consists of, and running it.

mod cell;
mod definition;
mod measure;
mod progress;
mod record;
mod run;
mod saturation;

pub use cell::{Cell, CellFilter};
pub use definition::Plan;
pub use measure::Conditions;
pub use record::Record;
pub use run::{Options, run};
pub use saturation::is_client_saturated;
