//! The lookup comparison: servers that answer one record of a database over HTTP, under so many connections at once, or at a
//! part of the highest rate that each has shown. The load comes from oha, the database's own ceiling from pgbench.

mod level;
mod load_report;
mod load_tool;
mod measure;
mod oha;
mod pgbench;
mod plan;
mod record;
mod run;

pub use level::Level;
pub use load_report::{Latency, LoadReport};
pub use load_tool::{LoadObservation, LoadToolRun, Watched};
pub use measure::Outcome;
pub use oha::{Load, Oha};
pub use plan::{LookupPlan, USUAL_HOLD_S};
pub use record::LookupRecord;
pub use run::run;

/// The pseudo-technology of the ceiling's rows: the database alone, without a server before it.
pub const CEILING: &str = "postgresql";
