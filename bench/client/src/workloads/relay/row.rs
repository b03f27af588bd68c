//! A row of the comparison of relays: one iteration of one cell, fields in the schema's order.

use serde::{Deserialize, Serialize};

use super::{Cell, Outcome};
use crate::broker::Broker;
use crate::notation::{labelled, milliseconds, notable_steal, round, timestamp};
use crate::process::Usage;
use crate::relay::{Hop, Observation};
use crate::runner::{self, OfIteration};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub technology: String,
    pub broker: Broker,
    pub pages: u32,
    pub pause_ms: u32,
    pub iteration: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_mode_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_sd_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_p999_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_mode_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_sd_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_p90_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_p999_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_latency_max_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_min_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mode_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_mean_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_sd_ms: Option<f64>,
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
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher_lag_p99_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_busy_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_saturated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
}

/// The statistics of a hop, those of the study among them.
#[derive(Debug, Clone, Copy, Default)]
struct Statistics {
    min_ms: Option<f64>,
    /// Of whole milliseconds.
    mode_ms: Option<f64>,
    p50_ms: Option<f64>,
    mean_ms: Option<f64>,
    sd_ms: Option<f64>,
    p90_ms: Option<f64>,
    p99_ms: Option<f64>,
    p999_ms: Option<f64>,
    max_ms: Option<f64>,
}

impl Statistics {
    fn of(hop: &Hop) -> Self {
        let Some(mode_ms) = hop.mode_ms() else {
            return Self::default();
        };
        let us = &hop.latency_us;
        let at_ms = |quantile| Some(milliseconds(us.value_at_quantile(quantile) as f64));
        Self {
            min_ms: Some(milliseconds(us.min() as f64)),
            mode_ms: Some(mode_ms as f64),
            p50_ms: at_ms(0.5),
            mean_ms: Some(milliseconds(us.mean())),
            sd_ms: Some(milliseconds(us.stdev())),
            p90_ms: at_ms(0.9),
            p99_ms: at_ms(0.99),
            p999_ms: at_ms(0.999),
            max_ms: Some(milliseconds(us.max() as f64)),
        }
    }
}

impl Row {
    /// Of an iteration of which nothing else is known.
    #[must_use]
    pub fn new(technology: &str, cell: Cell, iteration: u32, outcome: Outcome) -> Self {
        Self {
            technology: technology.to_owned(),
            broker: cell.broker,
            pages: cell.pages,
            pause_ms: cell.pause_ms,
            iteration,
            outcome: Some(outcome),
            ..Self::default()
        }
    }

    /// Enters what the client saw.
    #[must_use]
    pub fn with_observation(self, seen: &Observation) -> Self {
        let audit = &seen.audit;
        let lag_us = seen.publisher_lag_us.value_at_quantile(0.99);
        let row = Self {
            started_at: Some(timestamp(seen.window_started_at)),
            messages: Some(audit.messages),
            expected_deliveries: Some(audit.expected_deliveries),
            received_deliveries: Some(audit.received_deliveries),
            lost_deliveries: Some(audit.lost_deliveries),
            duplicated_deliveries: Some(audit.duplicated_deliveries),
            out_of_order_deliveries: Some(audit.out_of_order_deliveries),
            window_s: Some(round(seen.window.as_secs_f64(), 3)),
            publisher_lag_p99_ms: Some(milliseconds(lag_us as f64)),
            client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
            client_busy_percent: Some(round(seen.client_busy_percent, 1)),
            client_saturated: Some(seen.is_client_saturated()),
            ..self
        };
        row.with_broker_hop(Statistics::of(&seen.broker_hop))
            .with_page_hop(Statistics::of(&seen.page_hop))
            .with_whole_way(Statistics::of(&seen.whole_way))
    }

    fn with_broker_hop(self, of: Statistics) -> Self {
        Self {
            broker_latency_min_ms: of.min_ms,
            broker_latency_mode_ms: of.mode_ms,
            broker_latency_p50_ms: of.p50_ms,
            broker_latency_mean_ms: of.mean_ms,
            broker_latency_sd_ms: of.sd_ms,
            broker_latency_p90_ms: of.p90_ms,
            broker_latency_p99_ms: of.p99_ms,
            broker_latency_p999_ms: of.p999_ms,
            broker_latency_max_ms: of.max_ms,
            ..self
        }
    }

    fn with_page_hop(self, of: Statistics) -> Self {
        Self {
            page_latency_min_ms: of.min_ms,
            page_latency_mode_ms: of.mode_ms,
            page_latency_p50_ms: of.p50_ms,
            page_latency_mean_ms: of.mean_ms,
            page_latency_sd_ms: of.sd_ms,
            page_latency_p90_ms: of.p90_ms,
            page_latency_p99_ms: of.p99_ms,
            page_latency_p999_ms: of.p999_ms,
            page_latency_max_ms: of.max_ms,
            ..self
        }
    }

    fn with_whole_way(self, of: Statistics) -> Self {
        Self {
            latency_min_ms: of.min_ms,
            latency_mode_ms: of.mode_ms,
            latency_p50_ms: of.p50_ms,
            latency_mean_ms: of.mean_ms,
            latency_sd_ms: of.sd_ms,
            latency_p90_ms: of.p90_ms,
            latency_p99_ms: of.p99_ms,
            latency_p999_ms: of.p999_ms,
            latency_max_ms: of.max_ms,
            ..self
        }
    }

    /// Enters what relay and broker used.
    #[must_use]
    pub fn with_usage(self, server: &Usage, broker: &Usage) -> Self {
        Self {
            cpu_percent: server.cpu_percent,
            memory_mib: server.memory_mib,
            memory_peak_mib: server.memory_peak_mib,
            broker_cpu_percent: broker.cpu_percent,
            broker_memory_mib: broker.memory_mib,
            steal_percent: server.steal_percent,
            ..self
        }
    }
}

impl OfIteration<Cell> for Row {
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

impl runner::Row<Cell> for Row {
    fn steal_percent(&self) -> Option<f64> {
        self.steal_percent
    }

    fn leaves_the_server_sound(&self) -> bool {
        self.outcome == Some(Outcome::Complete)
    }

    fn figures(&self) -> String {
        let some = |count: Option<u64>| count.filter(|count| *count > 0);
        let saturated = self.client_saturated == Some(true);
        let words = [
            self.outcome.map(|outcome| outcome.as_str().to_owned()),
            some(self.lost_deliveries).map(|lost| format!("{lost} deliveries lost")),
            some(self.duplicated_deliveries).map(|twice| format!("{twice} duplicated")),
            some(self.out_of_order_deliveries).map(|count| format!("{count} out of order")),
            saturated.then(|| "client saturated".to_owned()),
            notable_steal(self.steal_percent),
            labelled("to the relay: mean", self.broker_latency_mean_ms, "ms"),
            labelled("sd", self.broker_latency_sd_ms, "ms"),
            labelled("to the page: mean", self.page_latency_mean_ms, "ms"),
            labelled("sd", self.page_latency_sd_ms, "ms"),
            labelled("p99 of the whole way", self.latency_p99_ms, "ms"),
            labelled("CPU", self.cpu_percent, "%"),
            labelled("broker's CPU", self.broker_cpu_percent, "%"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests;
