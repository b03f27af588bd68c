//! A row of the bookstore's comparisons: one iteration of one level, fields in the schema's order.

use serde::{Deserialize, Serialize};

use super::{Level, Outcome};
use crate::http_load::Observation;
use crate::load_tool::Latency;
use crate::notation::{figure, labelled, notable_steal, round, timestamp};
use crate::process::Usage;
use crate::runner::{self, OfIteration};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    /// A row has one of this, `rate_percent` and `books`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_requests_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<u32>,
    pub iteration: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p999_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_errors: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timed_out_requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_connections: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_connections: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavailable_responses: Option<u64>,
    /// Of users alone, who may be cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsent_requests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apdex_100_500: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apdex_500_1500: Option<f64>,
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
    /// Of an iteration of which nothing else is known; `target_requests_per_s` of a level that has a rate.
    #[must_use]
    pub fn new(
        technology: &str,
        level: Level,
        target_requests_per_s: Option<f64>,
        iteration: u32,
        outcome: Outcome,
    ) -> Self {
        Self {
            technology: technology.to_owned(),
            users: level.users(),
            rate_percent: level.rate_percent(),
            target_requests_per_s,
            books: level.books(),
            iteration,
            outcome: Some(outcome),
            ..Self::default()
        }
    }

    /// Enters what the client saw.
    #[must_use]
    pub fn with_observation(self, seen: &Observation) -> Self {
        let [apdex_100_500, apdex_500_1500] = seen.apdex.map(|score| score.map(to_thousandth));
        let row = Self {
            started_at: Some(timestamp(seen.started_at)),
            requests_per_s: Some(round(seen.requests_per_s, 1)),
            window_s: Some(to_thousandth(seen.window.as_secs_f64())),
            unsent_requests: seen.unsent_requests.filter(|_| self.users.is_some()),
            apdex_100_500,
            apdex_500_1500,
            client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
            client_saturated: Some(seen.is_client_saturated()),
            ..self
        };
        row.with_counts(seen)
            .with_latency(Latency::of(&seen.latency_us))
    }

    fn with_counts(self, seen: &Observation) -> Self {
        let counts = seen.counts;
        Self {
            requests: Some(counts.requests),
            failed_requests: Some(counts.failed_requests),
            status_errors: Some(counts.status_errors),
            timed_out_requests: Some(counts.timed_out_requests),
            refused_connections: Some(counts.refused_connections),
            broken_connections: Some(counts.broken_connections),
            unavailable_responses: Some(counts.unavailable_responses),
            ..self
        }
    }

    fn with_latency(self, latency: Option<Latency>) -> Self {
        Self {
            latency_mean_ms: latency.map(|latency| latency.mean_ms),
            latency_min_ms: latency.map(|latency| latency.min_ms),
            latency_p50_ms: latency.map(|latency| latency.p50_ms),
            latency_p90_ms: latency.map(|latency| latency.p90_ms),
            latency_p95_ms: latency.map(|latency| latency.p95_ms),
            latency_p99_ms: latency.map(|latency| latency.p99_ms),
            latency_p999_ms: latency.map(|latency| latency.p999_ms),
            latency_max_ms: latency.map(|latency| latency.max_ms),
            ..self
        }
    }

    /// Enters what server and database used.
    #[must_use]
    pub fn with_usage(self, server: &Usage, database: &Usage) -> Self {
        Self {
            cpu_percent: server.cpu_percent,
            memory_mib: server.memory_mib,
            memory_peak_mib: server.memory_peak_mib,
            database_cpu_percent: database.cpu_percent,
            database_memory_mib: database.memory_mib,
            steal_percent: server.steal_percent,
            ..self
        }
    }

    /// What went wrong, by kind, the most frequent first: `20 of 90 failed (15 timed out, 5 refused)`.
    fn failures(&self) -> Option<String> {
        let failed = self.failed_requests.filter(|failed| *failed > 0)?;
        let mut kinds = [
            (self.timed_out_requests, "timed out"),
            (self.refused_connections, "refused"),
            (self.broken_connections, "broken off"),
            (self.status_errors, "with another status"),
        ];
        kinds.sort_by(|(one, _), (other, _)| other.cmp(one));
        let words: Vec<String> = kinds
            .into_iter()
            .filter_map(|(count, kind)| Some((count.filter(|count| *count > 0)?, kind)))
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        let requests = self.requests.unwrap_or(failed);
        Some(format!(
            "{failed} of {requests} failed ({})",
            words.join(", ")
        ))
    }
}

fn to_thousandth(value: f64) -> f64 {
    round(value, 3)
}

impl OfIteration<Level> for Row {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Level {
        Level::of(self.users, self.rate_percent, self.books)
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
        let unsent = self.unsent_requests.filter(|unsent| *unsent > 0);
        let saturated = self.client_saturated == Some(true);
        let rate = self.requests_per_s.map(figure);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            self.failures(),
            unsent.map(|unsent| format!("{unsent} unsent")),
            saturated.then(|| "client saturated".to_owned()),
            notable_steal(self.steal_percent),
            rate.map(|rate| format!("{rate} requests/s")),
            labelled("mean", self.latency_mean_ms, "ms"),
            labelled("p99", self.latency_p99_ms, "ms"),
            self.apdex_500_1500.map(|score| format!("Apdex {score:.3}")),
            labelled("CPU", self.cpu_percent, "%"),
            labelled("database's CPU", self.database_cpu_percent, "%"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests;
