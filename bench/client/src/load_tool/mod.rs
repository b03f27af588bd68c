//! Load tools that run as processes of their own: oha, and whatever a workload runs in its place.

mod oha;
mod report;
mod run;

pub use oha::{Load, Oha, USUAL_HOLD_S};
pub use report::{Latency, LoadReport};
pub use run::{LoadObservation, LoadToolRun, Watched};
