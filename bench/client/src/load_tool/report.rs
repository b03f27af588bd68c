//! What a load tool reports of the load that it held.

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::notation::milliseconds;

/// The figures of one load; rounded as in result files.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LoadReport {
    /// Sent, and answered or failed within the hold.
    pub requests: u64,
    /// Those that did not get what they asked for: other statuses than 200, no connection or a broken one, time-outs.
    pub failed_requests: u64,
    /// Of the failed ones, those that the server answered with 503.
    pub unavailable_responses: u64,
    /// Successful ones.
    pub requests_per_s: f64,
    pub window_s: f64,
    /// `None` if nothing was answered.
    #[serde(flatten)]
    pub latency: Option<Latency>,
}

/// Of all that was answered, with whatever status, in milliseconds. From sending in a closed loop; at a fixed rate, from when the
/// request was due.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Latency {
    #[serde(rename = "latency_min_ms")]
    pub min_ms: f64,
    #[serde(rename = "latency_mean_ms")]
    pub mean_ms: f64,
    #[serde(rename = "latency_p50_ms")]
    pub p50_ms: f64,
    #[serde(rename = "latency_p90_ms")]
    pub p90_ms: f64,
    #[serde(rename = "latency_p95_ms")]
    pub p95_ms: f64,
    #[serde(rename = "latency_p99_ms")]
    pub p99_ms: f64,
    #[serde(rename = "latency_p999_ms")]
    pub p999_ms: f64,
    #[serde(rename = "latency_max_ms")]
    pub max_ms: f64,
}

impl Latency {
    /// Of a histogram of microseconds; `None` if it is empty.
    #[must_use]
    pub fn of(latency_us: &Histogram<u64>) -> Option<Self> {
        let at_ms = |quantile| milliseconds(latency_us.value_at_quantile(quantile) as f64);
        (!latency_us.is_empty()).then(|| Self {
            min_ms: milliseconds(latency_us.min() as f64),
            mean_ms: milliseconds(latency_us.mean()),
            p50_ms: at_ms(0.5),
            p90_ms: at_ms(0.9),
            p95_ms: at_ms(0.95),
            p99_ms: at_ms(0.99),
            p999_ms: at_ms(0.999),
            max_ms: milliseconds(latency_us.max() as f64),
        })
    }
}

/// Seconds as milliseconds, to the microsecond.
pub(super) fn seconds_as_ms(seconds: f64) -> f64 {
    milliseconds(seconds * 1e6)
}
