//! The metrics that runs are compared by: fields of result rows of which less is better.

use clap::ValueEnum;
use serde::Serialize;

use crate::workloads::chat::Row;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Metric {
    LatencyMinMs,
    LatencyMeanMs,
    LatencyP50Ms,
    LatencyP90Ms,
    LatencyP99Ms,
    LatencyP999Ms,
    LatencyMaxMs,
    CpuPercent,
    MemoryMib,
    MemoryPeakMib,
}

impl Metric {
    /// The field's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::LatencyMinMs => "latency_min_ms",
            Self::LatencyMeanMs => "latency_mean_ms",
            Self::LatencyP50Ms => "latency_p50_ms",
            Self::LatencyP90Ms => "latency_p90_ms",
            Self::LatencyP99Ms => "latency_p99_ms",
            Self::LatencyP999Ms => "latency_p999_ms",
            Self::LatencyMaxMs => "latency_max_ms",
            Self::CpuPercent => "cpu_percent",
            Self::MemoryMib => "memory_mib",
            Self::MemoryPeakMib => "memory_peak_mib",
        }
    }

    /// The row's value, in the unit of the field's name.
    #[must_use]
    pub fn of(self, row: &Row) -> Option<f64> {
        match self {
            Self::LatencyMinMs => row.latency_min_ms,
            Self::LatencyMeanMs => row.latency_mean_ms,
            Self::LatencyP50Ms => row.latency_p50_ms,
            Self::LatencyP90Ms => row.latency_p90_ms,
            Self::LatencyP99Ms => row.latency_p99_ms,
            Self::LatencyP999Ms => row.latency_p999_ms,
            Self::LatencyMaxMs => row.latency_max_ms,
            Self::CpuPercent => row.cpu_percent,
            Self::MemoryMib => row.memory_mib,
            Self::MemoryPeakMib => row.memory_peak_mib,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metrics_name_is_that_of_the_rows_field_everywhere() {
        for (metric, value) in Metric::value_variants().iter().zip(1..) {
            let name = metric.as_str();
            let mut fields = serde_json::json!({
                "technology": "node-ws", "rooms": 1, "users": 10, "iteration": 1, "messages_per_user": 500
            });
            fields[name] = value.into();
            let row: Row = serde_json::from_value(fields).unwrap();
            assert_eq!(metric.of(&row), Some(f64::from(value)), "{name}");
            assert_eq!(serde_json::to_value(metric).unwrap(), name);
            assert_eq!(metric.to_possible_value().unwrap().get_name(), name);
        }
    }
}
