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
    pub rooms: u32,
    pub interval_ms: u32,
    pub iteration: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// In each room; 0 where even the least load failed.
    pub carried_users: u32,
    pub carried_deliveries_per_s: f64,
    /// The fewest that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_users: Option<u32>,
    /// The server may carry more.
    pub client_saturated: bool,
    /// This and the next two of the heaviest probe that held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p99_ms: Option<f64>,
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
        let messages_per_s = f64::from(cell.rooms * carried) * 1e3 / f64::from(cell.interval_ms);
        Self {
            technology: found.technology.to_owned(),
            rooms: cell.rooms,
            interval_ms: cell.interval_ms,
            iteration: found.iteration,
            started_at: found.started_at.clone(),
            outcome: Some(Outcome::Complete),
            carried_users: carried,
            carried_deliveries_per_s: round(messages_per_s * f64::from(carried), 1),
            failed_users: found.capacity.failed,
            client_saturated: found.capacity.is_lower_bound,
            latency_p99_ms: held.and_then(|probe| probe.latency_p99_ms),
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
        let bound = if self.client_saturated {
            "at least "
        } else {
            ""
        };
        let carried = format!("carries {bound}{} users", self.carried_users);
        let searched = format!("{} probes in {:.0} s", self.probes, self.search_s);
        let words = [
            Some(carried),
            labelled("p99", self.latency_p99_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
            Some(searched),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The probes of a search in their order, as columns of equal length; `None` where a probe had no such figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub technology: String,
    pub rooms: u32,
    pub interval_ms: u32,
    pub iteration: u32,
    /// In each room.
    pub users: Vec<u32>,
    pub held: Vec<bool>,
    pub latency_p99_ms: Vec<Option<f64>>,
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
            rooms: row.rooms,
            interval_ms: row.interval_ms,
            iteration: row.iteration,
            users: column(probes, |probe| probe.load),
            held: column(probes, |probe| probe.fault.is_none()),
            latency_p99_ms: column(probes, |probe| probe.latency_p99_ms),
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

    const CELL: Cell = Cell {
        rooms: 1,
        interval_ms: 10,
    };

    fn probes() -> Vec<Probe> {
        let held = |load| Probe {
            load,
            latency_p99_ms: Some(5.6),
            latency_trend_ms_per_s: Some(-0.1),
            drain_s: Some(0.002),
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
            load: 44,
            fault: Some("p99 140 ms".into()),
            ..Probe::default()
        };
        vec![held(10), failed, held(43)]
    }

    fn found(held: Option<u32>, probes: &[Probe]) -> Found<'_, Cell> {
        Found {
            technology: "node-ws",
            cell: CELL,
            iteration: 2,
            started_at: Some("2026-01-02T03:04:05.678Z".into()),
            capacity: Capacity {
                held,
                failed: Some(44),
                is_lower_bound: false,
            },
            search_s: 71.96,
            probes,
        }
    }

    fn row(is_lower_bound: bool) -> Row {
        let probes = probes();
        let mut found = found(Some(43), &probes);
        found.capacity.is_lower_bound = is_lower_bound;
        Row::new(&found)
    }

    #[test]
    fn a_row_says_what_is_carried_and_what_that_takes() {
        let row = row(false);
        assert_eq!((row.carried_users, row.failed_users), (43, Some(44)));
        assert_eq!(row.carried_deliveries_per_s, 184_900.0);
        assert_eq!((row.cpu_percent, row.probes), (Some(98.2), 3));
    }

    #[test]
    fn a_bound_is_told_as_one() {
        let words = |is_lower_bound| runner::Row::figures(&row(is_lower_bound));
        assert_eq!(
            words(false),
            "carries 43 users, p99 5.60 ms, CPU 98.2 %, 3 probes in 72 s"
        );
        assert!(words(true).starts_with("carries at least 43 users"));
    }

    #[test]
    fn a_search_without_a_probe_that_held_carries_nothing() {
        let row = Row::new(&found(None, &[]));
        assert_eq!((row.carried_users, row.latency_p99_ms), (0, None));
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
        let row = row(false);
        let series = Series::of(&row, &probes());
        let written = |value| serde_json::to_value(value).unwrap();
        assert_eq!(keys(written(&row)), of("chat_capacity_row"));
        let series = serde_json::to_value(&series).unwrap();
        assert_eq!(keys(series), of("chat_capacity_series"));
        let search =
            &schema["definitions"]["run"]["properties"]["parameters"]["properties"]["search"];
        let known = search["properties"].as_object().unwrap();
        let settings = crate::search::Settings {
            statistic: crate::search::Statistic::P99,
            limit_ms: 100.0,
            least_users: 10,
            most_users: 400,
            precision_percent: 1.0,
            probe_s: 6,
            warmup_s: 8,
            settled_percent: 5.0,
        };
        let settings = keys(serde_json::to_value(settings).unwrap());
        assert!(
            settings.iter().all(|key| known.contains_key(key)),
            "{settings:?}"
        );
    }
}
