//! What was seen of a load.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

use super::Counts;
use crate::load::{Second, is_client_saturated};
use crate::load_tool::{Latency, LoadReport};
use crate::notation::round;

/// How a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Each request was answered or failed.
    Complete,
    /// It was cut off after the time that it had.
    GivenUp,
    /// The observer did not want to go on.
    Stopped,
}

/// One second of a load.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct HttpSecond {
    /// Answered or failed in it.
    pub requests: u64,
    pub failed_requests: u64,
    /// Of those that have a latency.
    pub latency: Second,
}

#[derive(Debug)]
pub struct Observation {
    pub started_at: SystemTime,
    pub end: End,
    /// For which the load was held; of users, from the first one's start to the end of the last request.
    pub window: Duration,
    pub counts: Counts,
    /// Successful ones that were answered in the window.
    pub requests_per_s: f64,
    /// Of users who were cut off: what they had not begun to ask for. What was under way then counts nowhere.
    pub unsent_requests: Option<u64>,
    /// In the order of `APDEX_MS`; `None` without a request.
    pub apdex: [Option<f64>; 2],
    /// Of all answers, and of what timed out, with the time that it had waited.
    pub latency_us: Histogram<u64>,
    pub seconds: Vec<HttpSecond>,
    /// How late this process handed out requests that were due; empty for closed loops.
    pub lag_us: Histogram<u64>,
    /// Over the window, 100 = one core.
    pub client_cpu_percent: f64,
}

impl Observation {
    /// As load tools report a load.
    #[must_use]
    pub fn load_report(&self) -> LoadReport {
        LoadReport {
            requests: self.counts.requests,
            failed_requests: self.counts.failed_requests,
            unavailable_responses: self.counts.unavailable_responses,
            requests_per_s: round(self.requests_per_s, 1),
            window_s: round(self.window.as_secs_f64(), 3),
            latency: Latency::of(&self.latency_us),
        }
    }

    /// Whether this process may have been the limit.
    #[must_use]
    pub fn is_client_saturated(&self) -> bool {
        is_client_saturated(self.client_cpu_percent, &self.lag_us, &self.latency_us)
    }
}
