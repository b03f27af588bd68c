//! The lookup comparison: servers that answer one record of a database over HTTP, under so many connections at once, or at a
//! part of the highest rate that each has shown. The load comes from oha, the database's own ceiling from pgbench.

mod answers;
mod hold;
mod level;
mod oha;
mod pgbench;
mod plan;
mod record;
mod run;
mod turn;

pub use answers::{Answers, Latency};
pub use hold::{Held, Hold, Watched};
pub use level::Level;
pub use oha::{Load, Oha};
pub use plan::{LookupPlan, USUAL_HOLD_S};
pub use record::LookupRecord;
pub use run::run;
pub use turn::Outcome;

/// The pseudo-technology of the ceiling's rows: the database alone, without a server before it.
pub const CEILING: &str = "postgresql";
