//! What every load of this process is made of: clocks, schedule, busy time, histograms, the account of what arrived, and who is
//! told how it goes.

mod apdex;
mod bins;
pub(crate) mod busy_time;
pub(crate) mod clock;
mod latency;
mod observer;
mod saturation;
pub(crate) mod schedule;
pub(crate) mod seconds;
pub(crate) mod sequences;

pub use apdex::Apdex;
pub use bins::{Bin, bins};
pub use latency::{Latencies, Latency, Second, histogram_us};
pub use observer::{Progress, WindowObserver};
pub(crate) use saturation::is_client_saturated;
