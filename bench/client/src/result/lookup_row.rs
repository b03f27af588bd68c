//! A row of the lookup comparison: one iteration of one level, fields in the schema's order. The first seven are the columns of
//! the study of 2015, under whose names they stand in TSV.

use serde::{Deserialize, Serialize};

use crate::lookup::{LoadReport, Outcome};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookupRow {
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

impl LookupRow {
    /// Each field and its column's name in TSV, in the schema's order.
    pub const COLUMNS: [(&str, &str); 28] = [
        ("technology", "System"),
        ("concurrency", "Concurrency"),
        ("requests_per_s", "RequestsPerSec"),
        ("latency_mean_ms", "LatencyAvg"),
        ("latency_p50_ms", "Latency50"),
        ("latency_p90_ms", "Latency90"),
        ("latency_p99_ms", "Latency99"),
        ("iteration", "iteration"),
        ("rate_percent", "rate_percent"),
        ("target_requests_per_s", "target_requests_per_s"),
        ("started_at", "started_at"),
        ("outcome", "outcome"),
        ("requests", "requests"),
        ("failed_requests", "failed_requests"),
        ("unavailable_responses", "unavailable_responses"),
        ("latency_min_ms", "latency_min_ms"),
        ("latency_p95_ms", "latency_p95_ms"),
        ("latency_p999_ms", "latency_p999_ms"),
        ("latency_max_ms", "latency_max_ms"),
        ("window_s", "window_s"),
        ("cpu_percent", "cpu_percent"),
        ("memory_mib", "memory_mib"),
        ("memory_peak_mib", "memory_peak_mib"),
        ("database_cpu_percent", "database_cpu_percent"),
        ("database_memory_mib", "database_memory_mib"),
        ("client_cpu_percent", "client_cpu_percent"),
        ("client_saturated", "client_saturated"),
        ("steal_percent", "steal_percent"),
    ];

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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::lookup::Latency;

    /// A row with every field.
    pub(crate) fn full_row() -> LookupRow {
        let row = LookupRow {
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
            ..LookupRow::default()
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

    fn schema() -> serde_json::Value {
        serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap()
    }

    fn columns(definition: &str) -> Vec<(String, String)> {
        let schema = schema();
        let properties = schema["definitions"][definition]["properties"]
            .as_object()
            .unwrap();
        let column = |(field, property): (&String, &serde_json::Value)| {
            let name = property["column"].as_str().unwrap_or(field);
            (field.clone(), name.to_owned())
        };
        properties.iter().map(column).collect()
    }

    #[test]
    fn columns_are_those_of_the_schema_in_its_order() {
        let ours = LookupRow::COLUMNS.map(|(field, name)| (field.to_owned(), name.to_owned()));
        assert_eq!(columns("lookup_rate_row"), ours);
        let of_rates = ["rate_percent", "target_requests_per_s"];
        let without = |(field, _): &(String, String)| !of_rates.contains(&field.as_str());
        let closed: Vec<_> = ours.into_iter().filter(without).collect();
        assert_eq!(columns("lookup_row"), closed);
    }

    #[test]
    fn a_full_row_is_valid_and_written_in_the_order_of_columns() {
        let written = serde_json::to_value(full_row()).unwrap();
        let fields = LookupRow::COLUMNS.map(|(field, _)| field);
        assert!(written.as_object().unwrap().keys().eq(fields.iter()));
        let schema = serde_json::json!({
            "$ref": "#/definitions/lookup_rate_row", "definitions": schema()["definitions"]
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }
}
