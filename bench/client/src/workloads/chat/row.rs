//! A row of the chat comparison: one iteration of one cell, fields in the schema's order.

use serde::{Deserialize, Serialize};

use super::Cell;
use crate::notation::{labelled, notable_steal};
use crate::process::Usage;
use crate::rooms::{Figures, Outcome};
use crate::runner;

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    pub rooms: u32,
    pub users: u32,
    pub iteration: u32,
    pub messages_per_user: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_deliveries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_deliveries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_deliveries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicated_deliveries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_order_deliveries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p999_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_lag_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_lag_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_busy_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_saturated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
}

impl Row {
    /// A row of what the client and the server's process tree showed.
    #[must_use]
    pub fn new(technology: &str, iteration: u32, figures: Figures, usage: &Usage) -> Self {
        let latency = figures.latency;
        Self {
            technology: technology.to_owned(),
            rooms: figures.rooms,
            users: figures.users,
            iteration,
            messages_per_user: figures.messages_per_user,
            interval_ms: Some(figures.interval_ms),
            started_at: Some(figures.started_at),
            outcome: Some(figures.outcome),
            sent_messages: Some(figures.sent_messages),
            expected_deliveries: Some(figures.expected_deliveries),
            received_deliveries: Some(figures.received_deliveries),
            lost_deliveries: Some(figures.lost_deliveries),
            duplicated_deliveries: Some(figures.duplicated_deliveries),
            out_of_order_deliveries: Some(figures.out_of_order_deliveries),
            latency_min_ms: latency.map(|latency| latency.min_ms),
            latency_mean_ms: latency.map(|latency| latency.mean_ms),
            latency_p50_ms: latency.map(|latency| latency.p50_ms),
            latency_p90_ms: latency.map(|latency| latency.p90_ms),
            latency_p99_ms: latency.map(|latency| latency.p99_ms),
            latency_p999_ms: latency.map(|latency| latency.p999_ms),
            latency_max_ms: latency.map(|latency| latency.max_ms),
            cpu_percent: usage.cpu_percent,
            memory_mib: usage.memory_mib,
            memory_peak_mib: usage.memory_peak_mib,
            window_s: Some(figures.window_s),
            drain_s: Some(figures.drain_s),
            sender_lag_p99_ms: Some(figures.sender_lag_p99_ms),
            sender_lag_max_ms: Some(figures.sender_lag_max_ms),
            client_cpu_percent: Some(figures.client_cpu_percent),
            client_busy_percent: Some(figures.client_busy_percent),
            client_saturated: Some(figures.client_saturated),
            steal_percent: usage.steal_percent,
        }
    }
}

impl runner::Row<Cell> for Row {
    fn steal_percent(&self) -> Option<f64> {
        self.steal_percent
    }

    fn leaves_the_server_sound(&self) -> bool {
        self.outcome == Some(Outcome::Complete)
    }

    fn figures(&self) -> String {
        let lost = self.lost_deliveries.filter(|lost| *lost > 0);
        let saturated = self.client_saturated == Some(true);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            lost.map(|lost| format!("{lost} lost")),
            saturated.then(|| "client saturated".to_owned()),
            notable_steal(self.steal_percent),
            labelled("mean", self.latency_mean_ms, "ms"),
            labelled("p99", self.latency_p99_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
            labelled("memory", self.memory_mib, "MiB"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::{Duration, SystemTime};

    use hdrhistogram::Histogram;

    use super::*;
    use crate::result::columns;
    use crate::rooms::{Audit, Load, Observation};
    use crate::runner::Row as _;
    use crate::websocket::Connecting;

    /// A row with every field.
    pub(crate) fn full_row() -> Row {
        let mut latency_us = Histogram::new(3).unwrap();
        latency_us.record_n(1500, 99).unwrap();
        latency_us.record(40_000).unwrap();
        let workload = Load {
            rooms: 1,
            users: 10,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: 500,
            interval: Duration::from_millis(10),
            drain_timeout: Duration::from_secs(60),
            read_interval: Duration::from_micros(250),
        };
        let observation = Observation {
            outcome: Outcome::Complete,
            audit: Audit::default(),
            latency_us,
            seconds: vec![],
            sender_lag_us: Histogram::new(3).unwrap(),
            window_started_at: SystemTime::UNIX_EPOCH,
            window: Duration::from_millis(5000),
            drain: Duration::from_micros(1234),
            client_cpu_percent: 31.26,
            client_busy_percent: 33.5,
        };
        let usage = Usage {
            cpu_percent: Some(98.2),
            memory_mib: Some(64.125),
            memory_peak_mib: Some(70.5),
            steal_percent: Some(1.5),
            ..Usage::default()
        };
        Row::new("node-ws", 1, Figures::new(&workload, &observation), &usage)
    }

    #[test]
    fn what_the_hypervisor_took_is_told_where_it_disturbs() {
        let line = |steal_percent| {
            let row = Row {
                steal_percent: Some(steal_percent),
                ..Row::default()
            };
            row.figures()
        };
        assert!(line(12.5).contains("stolen 12.5 %"), "{}", line(12.5));
        assert!(!line(0.2).contains("stolen"), "{}", line(0.2));
    }

    #[test]
    fn an_iterations_figures_are_one_line() {
        let row = Row {
            latency_mean_ms: Some(1.234),
            latency_p99_ms: Some(5.6),
            outcome: Some(Outcome::DrainTimeout),
            lost_deliveries: Some(7),
            ..Row::default()
        };
        let expected = "drain_timeout, 7 lost, mean 1.23 ms, p99 5.60 ms";
        assert_eq!(row.figures(), expected);
    }

    #[test]
    fn a_full_row_is_written_in_the_schemas_order() {
        let written = serde_json::to_value(full_row()).unwrap();
        let columns = columns("chat_row");
        let fields = columns.iter().map(|(field, _)| field);
        assert!(written.as_object().unwrap().keys().eq(fields));
    }
}
