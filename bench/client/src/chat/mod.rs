//! The chat workload: users join rooms, send on a schedule, and every delivery is accounted for.

mod observation;

pub use observation::{Audit, Observation, Outcome, Progress, WindowObserver, Workload};
