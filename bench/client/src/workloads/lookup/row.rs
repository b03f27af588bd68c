//! A row of the lookup comparison: one iteration of one level, fields in the schema's order. The first seven are the columns of
//! the study of 2015, under whose names they stand in TSV.

use serde::{Deserialize, Serialize};

use super::{Level, Outcome};
use crate::load_tool::LoadReport;
use crate::notation::{figure, labelled, notable_steal};
use crate::runner::{self, OfIteration};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    /// Connections.
    pub concurrency: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p99_ms: Option<f64>,
    pub iteration: u32,
    /// Of a fixed rate; a row without belongs to the closed loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_requests_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable_responses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p999_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_saturated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
}

impl Row {
    /// Enters what the load tool saw.
    #[must_use]
    pub fn with_load_report(self, load_report: &LoadReport) -> Self {
        let latency = load_report.latency;
        Self {
            requests_per_s: Some(load_report.requests_per_s),
            requests: Some(load_report.requests),
            failed_requests: Some(load_report.failed_requests),
            unavailable_responses: Some(load_report.unavailable_responses),
            window_s: Some(load_report.window_s),
            latency_min_ms: latency.map(|latency| latency.min_ms),
            latency_mean_ms: latency.map(|latency| latency.mean_ms),
            latency_p50_ms: latency.map(|latency| latency.p50_ms),
            latency_p90_ms: latency.map(|latency| latency.p90_ms),
            latency_p95_ms: latency.map(|latency| latency.p95_ms),
            latency_p99_ms: latency.map(|latency| latency.p99_ms),
            latency_p999_ms: latency.map(|latency| latency.p999_ms),
            latency_max_ms: latency.map(|latency| latency.max_ms),
            ..self
        }
    }
}

impl OfIteration<Level> for Row {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Level {
        match self.rate_percent {
            Some(percent) => Level::RatePercent(percent),
            None => Level::Concurrency(self.concurrency),
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
        let lacking = [Outcome::ServerExited, Outcome::DatabaseExited];
        !self
            .outcome
            .is_some_and(|outcome| lacking.contains(&outcome))
    }

    fn figures(&self) -> String {
        let failed = self.failed_requests.filter(|failed| *failed > 0);
        let saturated = self.client_saturated == Some(true);
        let rate = self.requests_per_s.map(figure);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            failed.map(|failed| format!("{failed} failed")),
            saturated.then(|| "load tool saturated".to_owned()),
            notable_steal(self.steal_percent),
            rate.map(|rate| format!("{rate} requests/s")),
            labelled("mean", self.latency_mean_ms, "ms"),
            labelled("p99", self.latency_p99_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
            labelled("database's CPU", self.database_cpu_percent, "%"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::load_tool::Latency;
    use crate::result::columns;
    use crate::runner::Row as _;

    #[test]
    fn an_iterations_figures_are_one_line() {
        let row = Row {
            outcome: Some(Outcome::RequestsFailed),
            failed_requests: Some(3),
            requests_per_s: Some(1234.56),
            latency_p99_ms: Some(5.6),
            client_saturated: Some(false),
            ..Row::default()
        };
        assert_eq!(
            row.figures(),
            "requests_failed, 3 failed, 1235 requests/s, p99 5.60 ms"
        );
    }

    /// A row with every field.
    pub(crate) fn full_row() -> Row {
        let row = Row {
            technology: "go-nethttp".into(),
            concurrency: 64,
            iteration: 1,
            rate_percent: Some(50),
            target_requests_per_s: Some(1000.0),
            started_at: Some("2026-01-02T03:04:05.678Z".into()),
            outcome: Some(Outcome::Complete),
            cpu_percent: Some(61.5),
            memory_mib: Some(20.125),
            memory_peak_mib: Some(21.5),
            database_cpu_percent: Some(33.2),
            database_memory_mib: Some(80.25),
            client_cpu_percent: Some(40.1),
            client_saturated: Some(false),
            steal_percent: Some(0.5),
            ..Row::default()
        };
        row.with_load_report(&LoadReport {
            requests: 15_000,
            failed_requests: 0,
            unavailable_responses: 0,
            requests_per_s: 1000.0,
            window_s: 15.001,
            latency: Some(Latency {
                min_ms: 0.1,
                mean_ms: 0.4,
                p50_ms: 0.35,
                p90_ms: 0.8,
                p95_ms: 0.9,
                p99_ms: 1.5,
                p999_ms: 3.0,
                max_ms: 9.9,
            }),
        })
    }

    #[test]
    fn a_row_of_the_closed_loop_has_fields_of_both_definitions() {
        let names = |definition| -> Vec<String> {
            let columns = columns(definition).into_iter();
            columns.map(|(field, _)| field).collect()
        };
        let of_rates = ["rate_percent", "target_requests_per_s"];
        let closed = names("lookup_row");
        let mut both = names("lookup_rate_row");
        both.retain(|field| !of_rates.contains(&field.as_str()));
        assert!(both.iter().all(|field| closed.contains(field)), "{both:?}");
    }

    #[test]
    fn a_full_row_is_valid_and_written_in_the_order_of_columns() {
        let written = serde_json::to_value(full_row()).unwrap();
        let columns = columns("lookup_rate_row");
        let fields = columns.iter().map(|(field, _)| field);
        assert!(written.as_object().unwrap().keys().eq(fields));
        let whole: serde_json::Value =
            serde_json::from_str(include_str!("../../../../../schema/result.json")).unwrap();
        let schema = serde_json::json!({
            "$ref": "#/definitions/lookup_rate_row", "definitions": whole["definitions"]
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }
}
