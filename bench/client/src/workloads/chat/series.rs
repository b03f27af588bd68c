//! The course of one iteration: its figures second by second, as columns of equal length.

use serde::{Deserialize, Serialize};

use crate::load::Second;
use crate::process::UsageSecond;
use crate::workloads::course::{latencies_ms, usages};

/// An iteration's course, from the start of its window to the window's end or the last delivery, whichever
/// is later; the last second may be shorter. `None` stands where a second has no such figure, and a column that has none
/// at all is empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub technology: String,
    pub rooms: u32,
    pub users: u32,
    pub iteration: u32,
    /// First arrivals, by the second of their receipt; they add up to the row's `received_deliveries`.
    pub deliveries: Vec<u64>,
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
    /// The columns of what the client and the server's process tree showed, for an iteration that the caller
    /// names.
    #[must_use]
    pub fn new(seconds: &[Second], usage: &[UsageSecond]) -> Self {
        let latencies = |latency_us: fn(&Second) -> Option<f64>| latencies_ms(seconds, latency_us);
        let usages = |figure: fn(&UsageSecond) -> Option<f64>, decimals| {
            usages(seconds.len(), usage, figure, decimals)
        };
        Self {
            deliveries: seconds.iter().map(|second| second.deliveries).collect(),
            latency_mean_ms: latencies(|second| second.latency_mean_us),
            latency_p50_ms: latencies(|second| second.latency_p50_us.map(|us| us as f64)),
            latency_p99_ms: latencies(|second| second.latency_p99_us.map(|us| us as f64)),
            latency_max_ms: latencies(|second| second.latency_max_us.map(|us| us as f64)),
            cpu_percent: usages(|second| second.cpu_percent, 1),
            memory_mib: usages(|second| second.memory_mib, 3),
            ..Self::default()
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Three seconds with every column, the second of them without deliveries.
    pub(crate) fn full_series() -> Series {
        let busy = Second {
            deliveries: 100,
            latency_mean_us: Some(1_234.56),
            latency_p50_us: Some(1_000),
            latency_p99_us: Some(9_000),
            latency_max_us: Some(12_345),
        };
        let usage = UsageSecond {
            cpu_percent: Some(98.26),
            memory_mib: Some(64.125),
        };
        Series {
            technology: "node-ws".into(),
            rooms: 1,
            users: 10,
            iteration: 1,
            ..Series::new(&[busy, Second::default(), busy], &[usage, usage])
        }
    }

    #[test]
    fn columns_are_of_equal_length_and_lack_what_is_not_known() {
        let series = full_series();
        assert_eq!(series.deliveries, [100, 0, 100]);
        assert_eq!(series.latency_mean_ms, [Some(1.235), None, Some(1.235)]);
        assert_eq!(series.latency_max_ms, [Some(12.345), None, Some(12.345)]);
        assert_eq!(series.cpu_percent, [Some(98.3), Some(98.3), None]);
        assert_eq!(series.memory_mib, [Some(64.125), Some(64.125), None]);
    }

    #[test]
    fn a_column_without_any_figure_is_left_out() {
        let series = Series::new(&[Second::default()], &[UsageSecond::default()]);
        let written = serde_json::to_value(&series).unwrap();
        assert!(written.get("cpu_percent").is_none());
        assert_eq!(serde_json::from_value::<Series>(written).unwrap(), series);
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../schema/result.json")).unwrap();
        let properties = schema["definitions"]["chat_series"]["properties"].as_object();
        let written = serde_json::to_value(full_series()).unwrap();
        assert!(
            written
                .as_object()
                .unwrap()
                .keys()
                .eq(properties.unwrap().keys())
        );
    }
}
