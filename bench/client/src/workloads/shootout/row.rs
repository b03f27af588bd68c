//! A row of the shootout's comparisons: one iteration of one level, fields in the schema's order.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::{Level, Outcome};
use crate::broadcast::Observation;
use crate::notation::{figure, labelled, milliseconds, notable_steal, round, timestamp};
use crate::process::Usage;
use crate::runner::{self, OfIteration};

const KIB_PER_MIB: f64 = 1024.0;

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    pub clients: u32,
    pub iteration: u32,
    /// Of an open loop of broadcasts; a row without any of this, the next and `memory_before_mib` belongs to the closed loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcasts_per_s: Option<u32>,
    /// Of an open loop of echoes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_per_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcasts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_broadcasts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_broadcasts_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_messages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_delivery_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_delivery_p95_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_delivery_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_delivery_p95_ms: Option<f64>,
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
    pub window_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    /// Of clients who say nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_before_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_per_connection_kib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_lag_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_lag_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_saturated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
}

impl Row {
    /// Of an iteration of which nothing else is known.
    #[must_use]
    pub fn new(technology: &str, level: Level, clients: u32, iteration: u32) -> Self {
        let row = Self {
            technology: technology.to_owned(),
            clients,
            iteration,
            ..Self::default()
        };
        match level {
            Level::AtOnce { .. } => row,
            // By which it is told from the others.
            Level::Idle { .. } => row.with_memory(0.0, None),
            Level::Rate {
                broadcasts_per_s, ..
            } => Self {
                broadcasts_per_s: Some(broadcasts_per_s),
                ..row
            },
            Level::Echoes { per_s } => Self {
                rate_per_s: Some(per_s),
                ..row
            },
        }
    }

    #[must_use]
    pub fn level(&self) -> Level {
        let clients = self.clients;
        match (self.broadcasts_per_s, self.rate_per_s) {
            (Some(broadcasts_per_s), _) => Level::Rate {
                broadcasts_per_s,
                clients,
            },
            (None, Some(per_s)) => Level::Echoes { per_s },
            (None, None) if self.memory_before_mib.is_some() => Level::Idle { clients },
            (None, None) => Level::AtOnce { clients },
        }
    }

    #[must_use]
    pub fn with_outcome(self, outcome: Outcome) -> Self {
        Self {
            outcome: Some(outcome),
            ..self
        }
    }

    /// Enters what the clients saw, and how it ended by what is known of the server's process.
    #[must_use]
    pub fn with_observation(self, outcome: Outcome, seen: &Observation) -> Self {
        let level = self.level();
        let row = Self {
            started_at: Some(timestamp(seen.window_started_at)),
            outcome: Some(outcome),
            window_s: Some(round(seen.window.as_secs_f64(), 3)),
            client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
            client_saturated: Some(seen.is_client_saturated()),
            ..self
        };
        match level {
            Level::Idle { .. } => row,
            Level::AtOnce { .. } => row.with_broadcasts(seen),
            Level::Rate { .. } => row.with_broadcasts(seen).with_lag(seen),
            Level::Echoes { .. } => row.with_echoes(seen).with_lag(seen),
        }
    }

    fn with_broadcasts(self, seen: &Observation) -> Self {
        let audit = &seen.audit;
        let at = |latency_us: &Histogram<u64>, quantile| at_ms(latency_us, quantile);
        let completed = audit.messages - audit.failed_broadcasts;
        let row = Self {
            broadcasts: Some(audit.messages),
            failed_broadcasts: Some(audit.failed_broadcasts),
            completed_broadcasts_per_s: Some(until_last_per_s(completed, seen)),
            delivery_p50_ms: at(&seen.delivery_us, 0.5),
            delivery_p99_ms: at(&seen.delivery_us, 0.99),
            first_delivery_p50_ms: at(&seen.first_delivery_us, 0.5),
            first_delivery_p95_ms: at(&seen.first_delivery_us, 0.95),
            last_delivery_p50_ms: at(&seen.last_delivery_us, 0.5),
            last_delivery_p95_ms: at(&seen.last_delivery_us, 0.95),
            ..self
        };
        row.with_deliveries(seen)
    }

    fn with_echoes(self, seen: &Observation) -> Self {
        let audit = &seen.audit;
        let row = Self {
            messages: Some(audit.messages),
            failed_messages: Some(audit.lost_deliveries + audit.duplicated_deliveries),
            messages_per_s: Some(until_last_per_s(audit.received_deliveries, seen)),
            ..self
        };
        row.with_deliveries(seen)
    }

    fn with_deliveries(self, seen: &Observation) -> Self {
        let (audit, latency_us) = (&seen.audit, &seen.latency_us);
        let of_any = |us: f64| (!latency_us.is_empty()).then(|| milliseconds(us));
        Self {
            latency_min_ms: of_any(latency_us.min() as f64),
            latency_mean_ms: of_any(latency_us.mean()),
            latency_p50_ms: at_ms(latency_us, 0.5),
            latency_p90_ms: at_ms(latency_us, 0.9),
            latency_p95_ms: at_ms(latency_us, 0.95),
            latency_p99_ms: at_ms(latency_us, 0.99),
            latency_max_ms: of_any(latency_us.max() as f64),
            expected_deliveries: Some(audit.expected_deliveries),
            received_deliveries: Some(audit.received_deliveries),
            lost_deliveries: Some(audit.lost_deliveries),
            duplicated_deliveries: Some(audit.duplicated_deliveries),
            out_of_order_deliveries: Some(audit.out_of_order_deliveries),
            drain_s: Some(round(seen.drain.as_secs_f64(), 3)),
            ..self
        }
    }

    fn with_lag(self, seen: &Observation) -> Self {
        let lag_us = &seen.sender_lag_us;
        Self {
            sender_lag_p99_ms: at_ms(lag_us, 0.99),
            sender_lag_max_ms: (!lag_us.is_empty()).then(|| milliseconds(lag_us.max() as f64)),
            ..self
        }
    }

    /// Enters the server's memory before anyone connected, and with all clients at the end.
    #[must_use]
    pub fn with_memory(self, before_mib: f64, at_end_mib: Option<f64>) -> Self {
        let is_complete = self.outcome == Some(Outcome::Complete);
        let of_each_kib = |mib| (mib - before_mib) * KIB_PER_MIB / f64::from(self.clients);
        let per_connection_kib = at_end_mib.filter(|_| is_complete).map(of_each_kib);
        Self {
            memory_before_mib: Some(round(before_mib, 3)),
            memory_per_connection_kib: per_connection_kib.map(|kib| round(kib, 3)),
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

/// So many of them a second until the last one came, so that a server that falls behind does not show the rate that was due.
fn until_last_per_s(count: u64, seen: &Observation) -> f64 {
    let until_last_s = (seen.window + seen.drain).as_secs_f64();
    round(count as f64 / until_last_s, 1)
}

fn at_ms(us: &Histogram<u64>, quantile: f64) -> Option<f64> {
    (!us.is_empty()).then(|| milliseconds(us.value_at_quantile(quantile) as f64))
}

impl OfIteration<Level> for Row {
    fn technology(&self) -> &str {
        &self.technology
    }

    fn cell(&self) -> Level {
        self.level()
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
        let some = |count: Option<u64>| count.filter(|count| *count > 0);
        let failed = some(self.failed_broadcasts).or(some(self.failed_messages));
        let lost = some(self.lost_deliveries);
        let saturated = self.client_saturated == Some(true);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            failed.map(|failed| format!("{failed} failed")),
            lost.map(|lost| format!("{lost} deliveries lost")),
            saturated.then(|| "client saturated".to_owned()),
            notable_steal(self.steal_percent),
            self.completed_broadcasts_per_s
                .map(|per_s| format!("{} broadcasts/s", figure(per_s))),
            self.messages_per_s
                .map(|per_s| format!("{} echoes/s", figure(per_s))),
            labelled("p50", self.latency_p50_ms, "ms"),
            labelled("p95", self.latency_p95_ms, "ms"),
            labelled("last p50", self.last_delivery_p50_ms, "ms"),
            labelled("each connection", self.memory_per_connection_kib, "KiB"),
            labelled("CPU", self.cpu_percent, "%"),
            labelled("memory", self.memory_mib, "MiB"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests;
