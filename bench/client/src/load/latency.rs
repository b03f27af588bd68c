//! Latencies as they are counted, in histograms of microseconds, and as they are published.

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::notation::milliseconds;

/// In milliseconds, as in result files.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Latency {
    #[serde(rename = "latency_min_ms")]
    pub min_ms: f64,
    #[serde(rename = "latency_mean_ms")]
    pub mean_ms: f64,
    #[serde(rename = "latency_p50_ms")]
    pub p50_ms: f64,
    #[serde(rename = "latency_p90_ms")]
    pub p90_ms: f64,
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
            p99_ms: at_ms(0.99),
            p999_ms: at_ms(0.999),
            max_ms: milliseconds(latency_us.max() as f64),
        })
    }
}

/// What was received within one second; no latencies where nothing was.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Second {
    /// First arrivals.
    pub deliveries: u64,
    pub latency_mean_us: Option<f64>,
    pub latency_p50_us: Option<u64>,
    pub latency_p99_us: Option<u64>,
    pub latency_max_us: Option<u64>,
}

impl Second {
    #[must_use]
    pub fn of(latency_us: &Histogram<u64>) -> Self {
        if latency_us.is_empty() {
            return Self::default();
        }
        Self {
            deliveries: latency_us.len(),
            latency_mean_us: Some(latency_us.mean()),
            latency_p50_us: Some(latency_us.value_at_quantile(0.5)),
            latency_p99_us: Some(latency_us.value_at_quantile(0.99)),
            latency_max_us: Some(latency_us.max()),
        }
    }
}

/// Latencies of first arrivals.
#[derive(Debug, Clone)]
pub struct Latencies {
    pub whole_us: Histogram<u64>,
    pub seconds: Vec<Second>,
    /// Histograms of the same seconds in HdrHistogram's V2 format; an agent keeps them, so that those of all agents
    /// can be added.
    pub seconds_v2: Vec<Vec<u8>>,
}

/// A histogram of microseconds with three significant figures, up to an hour and beyond.
#[must_use]
pub fn histogram_us() -> Histogram<u64> {
    let mut histogram =
        Histogram::new_with_bounds(1, 3_600_000_000, 3).expect("the bounds are in order");
    histogram.auto(true);
    histogram
}
