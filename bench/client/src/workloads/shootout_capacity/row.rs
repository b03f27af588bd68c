//! A row of the capacity comparison: one search; and its probes, as columns.

use serde::{Deserialize, Serialize};

use super::Cell;
use crate::notation::{labelled, round};
use crate::rooms::Outcome;
use crate::runner;
use crate::search::Probe;
use crate::workloads::capacity::{Found, column};

/// Fields in the schema's order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    pub broadcasts_per_s: u32,
    pub iteration: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// 0 where even the least load failed.
    pub carried_clients: u32,
    pub carried_deliveries_per_s: f64,
    /// The fewest that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_clients: Option<u32>,
    /// The server may carry more.
    pub client_saturated: bool,
    /// This and the next two of the heaviest probe that held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    pub probes: u32,
    pub search_s: f64,
}

impl Row {
    #[must_use]
    pub fn new(found: &Found<'_, Cell>) -> Self {
        let (cell, held) = (found.cell, found.held());
        let carried = found.capacity.held.unwrap_or(0);
        let deliveries_per_s = f64::from(cell.broadcasts_per_s) * f64::from(carried);
        Self {
            technology: found.technology.to_owned(),
            broadcasts_per_s: cell.broadcasts_per_s,
            iteration: found.iteration,
            started_at: found.started_at.clone(),
            outcome: Some(Outcome::Complete),
            carried_clients: carried,
            carried_deliveries_per_s: deliveries_per_s,
            failed_clients: found.capacity.failed,
            client_saturated: found.capacity.is_lower_bound,
            latency_p95_ms: held.and_then(|probe| probe.latency_p95_ms),
            cpu_percent: held.and_then(|probe| probe.usage.cpu_percent),
            memory_mib: held.and_then(|probe| probe.usage.memory_mib),
            probes: found.probes.len() as u32,
            search_s: round(found.search_s, 1),
        }
    }
}

impl runner::Row<Cell> for Row {
    /// Probes that the hypervisor disturbed have been repeated already.
    fn steal_percent(&self) -> Option<f64> {
        None
    }

    /// The last probe may have failed, and a fresh server is what the next search begins with.
    fn leaves_the_server_sound(&self) -> bool {
        false
    }

    fn figures(&self) -> String {
        let carried = self.carried_clients;
        let bound = if self.client_saturated {
            "at least "
        } else {
            ""
        };
        let words = [
            Some(format!("carries {bound}{carried} clients")),
            labelled("p95", self.latency_p95_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
            Some(format!("{} probes in {:.0} s", self.probes, self.search_s)),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The probes of a search in their order, as columns of equal length; `None` where a probe had no such figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub technology: String,
    pub broadcasts_per_s: u32,
    pub iteration: u32,
    pub clients: Vec<u32>,
    pub held: Vec<bool>,
    pub latency_p95_ms: Vec<Option<f64>>,
    pub latency_trend_ms_per_s: Vec<Option<f64>>,
    pub drain_s: Vec<Option<f64>>,
    pub lost_deliveries: Vec<Option<u64>>,
    pub client_saturated: Vec<bool>,
    pub seconds: Vec<Option<f64>>,
    /// Why it failed; empty where it held.
    pub reason: Vec<String>,
}

impl Series {
    /// Of the search that a row tells of.
    #[must_use]
    pub fn of(row: &Row, probes: &[Probe]) -> Self {
        Self {
            technology: row.technology.clone(),
            broadcasts_per_s: row.broadcasts_per_s,
            iteration: row.iteration,
            clients: column(probes, |probe| probe.load),
            held: column(probes, |probe| probe.fault.is_none()),
            latency_p95_ms: column(probes, |probe| probe.latency_p95_ms),
            latency_trend_ms_per_s: column(probes, |probe| probe.latency_trend_ms_per_s),
            drain_s: column(probes, |probe| probe.drain_s),
            lost_deliveries: column(probes, |probe| probe.lost_deliveries),
            client_saturated: column(probes, |probe| probe.client_saturated),
            seconds: column(probes, |probe| probe.seconds),
            reason: column(probes, |probe| probe.fault.clone().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Usage;
    use crate::search::Capacity;

    fn probes() -> Vec<Probe> {
        let held = |load| Probe {
            load,
            latency_p95_ms: Some(312.4),
            latency_trend_ms_per_s: Some(-0.1),
            drain_s: Some(0.302),
            lost_deliveries: Some(0),
            seconds: Some(6.0),
            usage: Usage {
                cpu_percent: Some(98.2),
                memory_mib: Some(64.5),
                ..Usage::default()
            },
            ..Probe::default()
        };
        let failed = Probe {
            load: 4_400,
            fault: Some("p95 640 ms".into()),
            ..Probe::default()
        };
        vec![held(1_000), failed, held(4_300)]
    }

    fn row(held: Option<u32>) -> Row {
        Row::new(&Found {
            technology: "node-ws",
            cell: Cell {
                broadcasts_per_s: 20,
            },
            iteration: 2,
            started_at: Some("2026-01-02T03:04:05.678Z".into()),
            capacity: Capacity {
                held,
                failed: Some(4_400),
                is_lower_bound: false,
            },
            search_s: 71.96,
            probes: &probes(),
        })
    }

    #[test]
    fn a_row_says_what_is_carried_and_what_that_takes() {
        let row = row(Some(4_300));
        assert_eq!(
            (row.carried_clients, row.failed_clients),
            (4_300, Some(4_400))
        );
        assert_eq!(row.carried_deliveries_per_s, 86_000.0);
        assert_eq!((row.latency_p95_ms, row.probes), (Some(312.4), 3));
        assert_eq!(
            runner::Row::figures(&row),
            "carries 4300 clients, p95 312 ms, CPU 98.2 %, 3 probes in 72 s"
        );
    }

    #[test]
    fn a_search_without_a_probe_that_held_carries_nothing() {
        let row = row(None);
        assert_eq!((row.carried_clients, row.latency_p95_ms), (0, None));
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../schema/result.json")).unwrap();
        let of = |definition: &str| {
            let properties = schema["definitions"][definition]["properties"].as_object();
            properties.unwrap().keys().cloned().collect::<Vec<_>>()
        };
        let keys = |written: serde_json::Value| {
            let object = written.as_object().unwrap();
            object.keys().cloned().collect::<Vec<_>>()
        };
        let row = row(Some(4_300));
        let series = serde_json::to_value(Series::of(&row, &probes())).unwrap();
        let row = serde_json::to_value(row).unwrap();
        assert_eq!(keys(row), of("shootout_capacity_row"));
        assert_eq!(keys(series), of("shootout_capacity_series"));
    }
}
