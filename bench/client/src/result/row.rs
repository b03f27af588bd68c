//! A row of the chat comparison: one iteration of one cell, fields in the schema's order.

use serde::{Deserialize, Serialize};

use crate::chat::{Observation, Outcome};

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
    pub client_saturated: Option<bool>,
}

impl Row {
    /// The fields, in the schema's order, which is that of TSV columns.
    pub const FIELDS: [&str; 30] = [
        "technology",
        "rooms",
        "users",
        "iteration",
        "messages_per_user",
        "interval_ms",
        "started_at",
        "outcome",
        "sent_messages",
        "expected_deliveries",
        "received_deliveries",
        "lost_deliveries",
        "duplicated_deliveries",
        "out_of_order_deliveries",
        "latency_min_ms",
        "latency_mean_ms",
        "latency_p50_ms",
        "latency_p90_ms",
        "latency_p99_ms",
        "latency_p999_ms",
        "latency_max_ms",
        "cpu_percent",
        "memory_mib",
        "memory_peak_mib",
        "window_s",
        "drain_s",
        "sender_lag_p99_ms",
        "sender_lag_max_ms",
        "client_cpu_percent",
        "client_saturated",
    ];

    /// Enters what the client saw: the account of deliveries, latencies, its own lag and CPU.
    pub fn observe(&mut self, observation: &Observation) {
        let audit = &observation.audit;
        self.started_at = Some(super::timestamp(observation.window_started_at));
        self.outcome = Some(observation.outcome);
        self.sent_messages = Some(audit.sent_messages);
        self.expected_deliveries = Some(audit.expected_deliveries);
        self.received_deliveries = Some(audit.received_deliveries);
        self.lost_deliveries = Some(audit.lost_deliveries);
        self.duplicated_deliveries = Some(audit.duplicated_deliveries);
        self.out_of_order_deliveries = Some(audit.out_of_order_deliveries);

        let latency = &observation.latency_us;
        if !latency.is_empty() {
            let quantile = |q| Some(ms(latency.value_at_quantile(q) as f64));
            self.latency_min_ms = Some(ms(latency.min() as f64));
            self.latency_mean_ms = Some(ms(latency.mean()));
            self.latency_p50_ms = quantile(0.5);
            self.latency_p90_ms = quantile(0.9);
            self.latency_p99_ms = quantile(0.99);
            self.latency_p999_ms = quantile(0.999);
            self.latency_max_ms = Some(ms(latency.max() as f64));
        }
        let lag = &observation.sender_lag_us;
        if !lag.is_empty() {
            self.sender_lag_p99_ms = Some(ms(lag.value_at_quantile(0.99) as f64));
            self.sender_lag_max_ms = Some(ms(lag.max() as f64));
        }
        self.window_s = Some(round(observation.window.as_secs_f64(), 3));
        self.drain_s = Some(round(observation.drain.as_secs_f64(), 3));
        self.client_cpu_percent = Some(round(observation.client_cpu_percent, 1));
    }
}

/// Microseconds as milliseconds, to the microsecond.
fn ms(us: f64) -> f64 {
    round(us / 1000.0, 3)
}

pub(crate) fn round(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::{Duration, SystemTime};

    use hdrhistogram::Histogram;

    use super::*;
    use crate::chat::Audit;

    /// A row with every field.
    pub(crate) fn full_row() -> Row {
        let mut latency_us = Histogram::new(3).unwrap();
        latency_us.record_n(1500, 99).unwrap();
        latency_us.record(40_000).unwrap();
        let mut sender_lag_us = Histogram::new(3).unwrap();
        sender_lag_us.record(12).unwrap();
        let mut row = Row {
            technology: "node-ws".into(),
            rooms: 1,
            users: 10,
            iteration: 1,
            messages_per_user: 500,
            interval_ms: Some(10.0),
            cpu_percent: Some(98.2),
            memory_mib: Some(64.125),
            memory_peak_mib: Some(70.5),
            client_saturated: Some(false),
            ..Row::default()
        };
        row.observe(&Observation {
            outcome: Outcome::Complete,
            audit: Audit {
                sent_messages: 10,
                expected_deliveries: 100,
                received_deliveries: 100,
                ..Audit::default()
            },
            latency_us,
            sender_lag_us,
            window_started_at: SystemTime::UNIX_EPOCH,
            window: Duration::from_millis(5000),
            drain: Duration::from_micros(1234),
            client_cpu_percent: 31.26,
        });
        row
    }

    #[test]
    fn fields_are_those_of_the_schema_in_its_order() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap();
        let properties = schema["definitions"]["chat_row"]["properties"]
            .as_object()
            .unwrap();
        assert!(properties.keys().eq(Row::FIELDS.iter()));
    }

    #[test]
    fn a_full_row_is_written_in_the_order_of_fields() {
        let written = serde_json::to_value(full_row()).unwrap();
        assert!(written.as_object().unwrap().keys().eq(Row::FIELDS.iter()));
    }

    #[test]
    fn microseconds_become_milliseconds_with_three_decimals() {
        let row = full_row();
        assert_eq!(row.latency_p50_ms, Some(1.5));
        assert_eq!(row.latency_mean_ms, Some(1.885));
        assert_eq!(row.drain_s, Some(0.001));
        assert_eq!(row.client_cpu_percent, Some(31.3));
    }

    #[test]
    fn an_iteration_without_deliveries_has_no_latencies() {
        let mut row = Row::default();
        row.observe(&Observation {
            outcome: Outcome::ServerExited,
            audit: Audit::default(),
            latency_us: Histogram::new(3).unwrap(),
            sender_lag_us: Histogram::new(3).unwrap(),
            window_started_at: SystemTime::UNIX_EPOCH,
            window: Duration::ZERO,
            drain: Duration::ZERO,
            client_cpu_percent: 0.0,
        });
        assert_eq!(row.latency_mean_ms, None);
        assert_eq!(row.sender_lag_p99_ms, None);
    }
}
