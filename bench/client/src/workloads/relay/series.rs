//! The course of one iteration: its figures second by second, as columns of equal length.

use serde::{Deserialize, Serialize};

use super::Cell;
use crate::broker::Broker;
use crate::load::{Bin, Second, bins};
use crate::process::UsageSecond;
use crate::relay::{Observation, RelaySecond};
use crate::runner::OfIteration;
use crate::workloads::course::{latencies_ms, usages};

/// An iteration's course, from the first message to the end of the window or to the last delivery, whichever is later; the last second may
/// be shorter. A hop's latency is in the second in which the hop ended. `None` stands where a second has no such figure, and a column that has
/// none at all is empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub technology: String,
    pub broker: Broker,
    pub pages: u32,
    pub pause_ms: u32,
    pub iteration: u32,
    /// They add up to the row's `received_deliveries`.
    pub deliveries: Vec<u64>,
    pub latency_mean_ms: Vec<Option<f64>>,
    pub latency_p50_ms: Vec<Option<f64>>,
    pub latency_p99_ms: Vec<Option<f64>>,
    pub latency_max_ms: Vec<Option<f64>>,
    pub broker_latency_mean_ms: Vec<Option<f64>>,
    pub broker_latency_p99_ms: Vec<Option<f64>>,
    pub page_latency_mean_ms: Vec<Option<f64>>,
    pub page_latency_p99_ms: Vec<Option<f64>>,
    /// Mean over the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpu_percent: Vec<Option<f64>>,
    /// PSS at the beginning of the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory_mib: Vec<Option<f64>>,
    /// Of the whole iteration, as the two after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub latency_bins: Vec<Bin>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broker_latency_bins: Vec<Bin>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub page_latency_bins: Vec<Bin>,
}

impl Series {
    /// What the client and the server's process tree showed in an iteration of that cell.
    #[must_use]
    pub fn new(
        technology: &str,
        cell: Cell,
        iteration: u32,
        seconds: &[RelaySecond],
        usage: &[UsageSecond],
    ) -> Self {
        let of =
            |hop: fn(&RelaySecond) -> Second| -> Vec<Second> { seconds.iter().map(hop).collect() };
        let (whole, broker, page) = (
            of(|second| second.whole),
            of(|second| second.broker),
            of(|second| second.page),
        );
        let mean = |second: &Second| second.latency_mean_us;
        let p99 = |second: &Second| second.latency_p99_us.map(|us| us as f64);
        Self {
            technology: technology.to_owned(),
            broker: cell.broker,
            pages: cell.pages,
            pause_ms: cell.pause_ms,
            iteration,
            deliveries: whole.iter().map(|second| second.deliveries).collect(),
            latency_mean_ms: latencies_ms(&whole, mean),
            latency_p50_ms: latencies_ms(&whole, |second| {
                second.latency_p50_us.map(|us| us as f64)
            }),
            latency_p99_ms: latencies_ms(&whole, p99),
            latency_max_ms: latencies_ms(&whole, |second| {
                second.latency_max_us.map(|us| us as f64)
            }),
            broker_latency_mean_ms: latencies_ms(&broker, mean),
            broker_latency_p99_ms: latencies_ms(&broker, p99),
            page_latency_mean_ms: latencies_ms(&page, mean),
            page_latency_p99_ms: latencies_ms(&page, p99),
            cpu_percent: usages(seconds.len(), usage, |second| second.cpu_percent, 1),
            memory_mib: usages(seconds.len(), usage, |second| second.memory_mib, 3),
            ..Self::default()
        }
    }

    /// Enters how the latencies of the iteration were distributed.
    #[must_use]
    pub fn with_bins(self, seen: &Observation) -> Self {
        Self {
            latency_bins: bins(&seen.whole_way.latency_us),
            broker_latency_bins: bins(&seen.broker_hop.latency_us),
            page_latency_bins: bins(&seen.page_hop.latency_us),
            ..self
        }
    }
}

impl OfIteration<Cell> for Series {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Cell {
        Cell {
            broker: self.broker,
            pages: self.pages,
            pause_ms: self.pause_ms,
        }
    }

    fn iteration(&self) -> u32 {
        self.iteration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::columns;

    const CELL: Cell = Cell {
        broker: Broker::Mosquitto,
        pages: 10,
        pause_ms: 10,
    };

    fn series() -> Series {
        let second = |latency_us: u64| Second {
            deliveries: 99,
            latency_mean_us: Some(latency_us as f64 + 0.4),
            latency_p50_us: Some(latency_us),
            latency_p99_us: Some(latency_us),
            latency_max_us: Some(latency_us),
        };
        let busy = RelaySecond {
            whole: second(3_000),
            broker: second(1_000),
            page: second(2_000),
        };
        let usage = UsageSecond {
            cpu_percent: Some(98.26),
            memory_mib: Some(64.125),
        };
        let seconds = [busy, RelaySecond::default()];
        Series::new("go-relay", CELL, 1, &seconds, &[usage])
    }

    fn series_with_bins() -> Series {
        Series {
            latency_bins: vec![(3.162, 99)],
            broker_latency_bins: vec![(1.0, 99)],
            page_latency_bins: vec![(1.995, 98), (10.0, 1)],
            ..series()
        }
    }

    #[test]
    fn columns_are_of_equal_length_and_each_hop_has_its_own() {
        let series = series();
        assert_eq!(series.deliveries, [99, 0]);
        assert_eq!(series.latency_max_ms, [Some(3.0), None]);
        assert_eq!(series.broker_latency_p99_ms, [Some(1.0), None]);
        assert_eq!(series.page_latency_mean_ms, [Some(2.0), None]);
        assert_eq!(series.cpu_percent, [Some(98.3), None]);
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let known = columns("relay_series").into_iter().map(|(field, _)| field);
        let written = serde_json::to_value(series_with_bins()).unwrap();
        assert!(written.as_object().unwrap().keys().cloned().eq(known));
        let read: Series = serde_json::from_value(written).unwrap();
        assert_eq!(read.cell(), CELL);
    }
}
