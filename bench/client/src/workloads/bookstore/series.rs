//! The course of one iteration: its figures second by second, as columns of equal length.

use serde::{Deserialize, Serialize};

use super::Level;
use crate::http_load::HttpSecond;
use crate::load::Second;
use crate::process::UsageSecond;
use crate::runner::OfIteration;
use crate::workloads::course::{latencies_ms, usages};

/// An iteration's course, from the start of its load to its end or to the end of the last request, whichever is later; the last
/// second may be shorter. `None` stands where a second has no such figure, and a column that has none at all is empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub technology: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<u32>,
    pub iteration: u32,
    /// Answered or failed in the second; they add up to the row's `requests`.
    pub requests: Vec<u64>,
    pub failed_requests: Vec<u64>,
    pub latency_mean_ms: Vec<Option<f64>>,
    pub latency_p50_ms: Vec<Option<f64>>,
    pub latency_p99_ms: Vec<Option<f64>>,
    pub latency_max_ms: Vec<Option<f64>>,
    /// Mean over the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpu_percent: Vec<Option<f64>>,
    /// PSS at the beginning of the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory_mib: Vec<Option<f64>>,
}

impl Series {
    /// What the client and the server's process tree showed in an iteration of that level.
    #[must_use]
    pub fn new(
        technology: &str,
        level: Level,
        iteration: u32,
        seconds: &[HttpSecond],
        usage: &[UsageSecond],
    ) -> Self {
        let latency: Vec<Second> = seconds.iter().map(|second| second.latency).collect();
        let us = |us: Option<u64>| us.map(|us| us as f64);
        let seconds_of = |count: fn(&HttpSecond) -> u64| seconds.iter().map(count).collect();
        Self {
            technology: technology.to_owned(),
            users: level.users(),
            rate_percent: level.rate_percent(),
            books: level.books(),
            iteration,
            requests: seconds_of(|second| second.requests),
            failed_requests: seconds_of(|second| second.failed_requests),
            latency_mean_ms: latencies_ms(&latency, |second| second.latency_mean_us),
            latency_p50_ms: latencies_ms(&latency, |second| us(second.latency_p50_us)),
            latency_p99_ms: latencies_ms(&latency, |second| us(second.latency_p99_us)),
            latency_max_ms: latencies_ms(&latency, |second| us(second.latency_max_us)),
            cpu_percent: usages(seconds.len(), usage, |second| second.cpu_percent, 1),
            memory_mib: usages(seconds.len(), usage, |second| second.memory_mib, 3),
        }
    }
}

impl OfIteration<Level> for Series {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Level {
        Level::of(self.users, self.rate_percent, self.books)
    }

    fn iteration(&self) -> u32 {
        self.iteration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::columns;

    fn series(level: Level) -> Series {
        let busy = HttpSecond {
            requests: 100,
            failed_requests: 3,
            latency: Second {
                deliveries: 99,
                latency_mean_us: Some(1_234.56),
                latency_p50_us: Some(1_000),
                latency_p99_us: Some(9_000),
                latency_max_us: Some(12_345),
            },
        };
        let usage = UsageSecond {
            cpu_percent: Some(98.26),
            memory_mib: Some(64.125),
        };
        let seconds = [busy, HttpSecond::default()];
        Series::new("go-bookstore", level, 1, &seconds, &[usage])
    }

    #[test]
    fn columns_are_of_equal_length_and_lack_what_is_not_known() {
        let series = series(Level::Users(2_000));
        assert_eq!((series.users, series.books), (Some(2_000), None));
        assert_eq!(
            (series.requests, series.failed_requests),
            (vec![100, 0], vec![3, 0])
        );
        assert_eq!(series.latency_mean_ms, [Some(1.235), None]);
        assert_eq!(series.latency_max_ms, [Some(12.345), None]);
        assert_eq!(series.cpu_percent, [Some(98.3), None]);
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let known: Vec<String> = columns("bookstore_series")
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        for level in [Level::Users(1), Level::RatePercent(50), Level::Books(1)] {
            let written = serde_json::to_value(series(level)).unwrap();
            let fields: Vec<&String> = written.as_object().unwrap().keys().collect();
            let expected: Vec<&String> = known
                .iter()
                .filter(|field| fields.contains(field))
                .collect();
            assert_eq!(fields, expected);
            assert_eq!(
                serde_json::from_value::<Series>(written).unwrap().cell(),
                level
            );
        }
    }
}
