//! Where a server falls over: the heaviest load that it holds within a limit, found by probes.
//!
//! Any workload whose load is a whole number can be searched: it says what a probe of a load is, `bracket` says which load is next,
//! and `limit` whether a probe held.

mod bracket;
mod impatience;
mod limit;
mod settings;
mod settled;
mod trend;

pub use bracket::{Capacity, Range, Verdict, capacity};
pub use impatience::Impatient;
pub use limit::{Limit, Statistic, trend};
pub use settings::Settings;
pub use settled::is_settled;
pub use trend::Trend;
