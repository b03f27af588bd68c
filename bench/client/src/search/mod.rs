//! Where a server falls over: the heaviest load that it holds within a limit, found by probes.
//!
//! Any workload whose load is a whole number can be searched: it says how a server is loaded by so much (`loading`). `bracket` says which
//! load is next, `probing` puts it on a `subject`, and `limit` says of what was `seen` whether it held.

mod bracket;
mod impatience;
mod limit;
mod loading;
mod probing;
mod seen;
mod settings;
mod settled;
mod subject;
mod trend;

pub use bracket::{Capacity, Range, Verdict, capacity};
pub use impatience::Impatient;
pub use limit::{Limit, Statistic, trend};
pub use loading::Loading;
pub use probing::{Probe, Probing};
pub use seen::Seen;
pub use settings::Settings;
pub use settled::is_settled;
pub use subject::{Elsewhere, Own, Subject};
pub use trend::Trend;
