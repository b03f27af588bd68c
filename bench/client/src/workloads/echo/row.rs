//! A row of the echo comparisons: one iteration of one level, fields in the schema's order.

use serde::{Deserialize, Serialize};

use super::Level;
use crate::load::Latency;
use crate::notation::{figure, labelled, notable_steal};
use crate::process::Usage;
use crate::rooms::Outcome;
use crate::runner::{self, OfIteration};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    pub connections: u32,
    pub iteration: u32,
    /// Of a fixed rate; a row without belongs to the closed loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_per_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages_per_s: Option<f64>,
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
    pub messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_saturated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
}

impl Row {
    /// Enters what the messages took; nothing where none came back.
    #[must_use]
    pub fn with_latency(self, latency: Option<Latency>) -> Self {
        Self {
            latency_min_ms: latency.map(|latency| latency.min_ms),
            latency_mean_ms: latency.map(|latency| latency.mean_ms),
            latency_p50_ms: latency.map(|latency| latency.p50_ms),
            latency_p90_ms: latency.map(|latency| latency.p90_ms),
            latency_p99_ms: latency.map(|latency| latency.p99_ms),
            latency_p999_ms: latency.map(|latency| latency.p999_ms),
            latency_max_ms: latency.map(|latency| latency.max_ms),
            ..self
        }
    }

    /// Enters what the server used.
    #[must_use]
    pub fn with_usage(self, usage: &Usage) -> Self {
        Self {
            cpu_percent: usage.cpu_percent,
            memory_mib: usage.memory_mib,
            memory_peak_mib: usage.memory_peak_mib,
            steal_percent: usage.steal_percent,
            ..self
        }
    }
}

impl OfIteration<Level> for Row {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Level {
        match self.rate_per_s {
            Some(rate) => Level::Rate(rate),
            None => Level::Connections(self.connections),
        }
    }

    fn iteration(&self) -> u32 {
        self.iteration
    }
}

impl runner::Row<Level> for Row {
    fn steal_percent(&self) -> Option<f64> {
        self.steal_percent
    }

    fn leaves_the_server_sound(&self) -> bool {
        self.outcome == Some(Outcome::Complete)
    }

    fn figures(&self) -> String {
        let failed = self.failed_messages.filter(|failed| *failed > 0);
        let saturated = self.client_saturated == Some(true);
        let rate = self.messages_per_s.map(figure);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            failed.map(|failed| format!("{failed} failed")),
            saturated.then(|| "client saturated".to_owned()),
            notable_steal(self.steal_percent),
            rate.map(|rate| format!("{rate} echoes/s")),
            labelled("mean", self.latency_mean_ms, "ms"),
            labelled("p99", self.latency_p99_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::columns;
    use crate::runner::Row as _;

    fn full_row() -> Row {
        let row = Row {
            technology: "node-ws".into(),
            connections: 50,
            iteration: 1,
            rate_per_s: Some(1000),
            started_at: Some("2026-01-02T03:04:05.678Z".into()),
            outcome: Some(Outcome::DrainTimeout),
            messages_per_s: Some(999.5),
            messages: Some(5000),
            failed_messages: Some(3),
            window_s: Some(5.0),
            client_cpu_percent: Some(20.0),
            client_saturated: Some(false),
            ..Row::default()
        };
        let usage = Usage {
            cpu_percent: Some(33.3),
            memory_mib: Some(60.0),
            memory_peak_mib: Some(61.5),
            steal_percent: Some(0.5),
            ..Usage::default()
        };
        let mut latency_us = crate::load::histogram_us();
        latency_us.record(1_500).unwrap();
        row.with_latency(Latency::of(&latency_us))
            .with_usage(&usage)
    }

    #[test]
    fn a_row_of_the_closed_loop_has_fields_of_both_definitions() {
        let names = |definition| -> Vec<String> {
            let columns = columns(definition).into_iter();
            columns.map(|(field, _)| field).collect()
        };
        let of_rates = ["rate_per_s"];
        let closed = names("echo_row");
        let mut both = names("echo_rate_row");
        both.retain(|field| !of_rates.contains(&field.as_str()));
        assert!(both.iter().all(|field| closed.contains(field)), "{both:?}");
    }

    #[test]
    fn a_full_row_is_valid_and_written_in_the_order_of_columns() {
        let written = serde_json::to_value(full_row()).unwrap();
        let columns = columns("echo_rate_row");
        let fields = columns.iter().map(|(field, _)| field);
        assert!(written.as_object().unwrap().keys().eq(fields));
        let whole: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../schema/result.json")).unwrap();
        let schema = serde_json::json!({
            "$ref": "#/definitions/echo_rate_row", "definitions": whole["definitions"]
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn an_iterations_figures_are_one_line() {
        assert_eq!(
            full_row().figures(),
            "drain_timeout, 3 failed, 1000 echoes/s, mean 1.50 ms, p99 1.50 ms, CPU 33.3 %"
        );
    }
}
