//! An iteration's figures as they are published: the fields of a result row that the client knows.

use serde::Serialize;

use super::observation::{Load, Observation, Outcome};
use crate::load::Latency;
use crate::notation::{milliseconds, round, timestamp};

/// Fields as in `schema/result.json`; latencies are absent where nothing was received.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Figures {
    pub rooms: u32,
    pub users: u32,
    pub messages_per_user: u32,
    pub interval_ms: f64,
    /// Start of the sending window, RFC 3339.
    pub started_at: String,
    pub outcome: Outcome,
    pub sent_messages: u64,
    pub expected_deliveries: u64,
    pub received_deliveries: u64,
    pub lost_deliveries: u64,
    pub duplicated_deliveries: u64,
    pub out_of_order_deliveries: u64,
    #[serde(flatten)]
    pub latency: Option<Latency>,
    pub window_s: f64,
    pub drain_s: f64,
    pub sender_lag_p99_ms: f64,
    pub sender_lag_max_ms: f64,
    pub client_cpu_percent: f64,
    pub client_busy_percent: f64,
    /// The client, and not the server, may have been the limit.
    pub client_saturated: bool,
}

impl Figures {
    #[must_use]
    pub fn new(load: &Load, observation: &Observation) -> Self {
        let audit = &observation.audit;
        let lag = &observation.sender_lag_us;
        Self {
            rooms: load.rooms,
            users: load.users,
            messages_per_user: load.messages_per_user,
            interval_ms: load.interval.as_secs_f64() * 1_000.0,
            started_at: timestamp(observation.window_started_at),
            outcome: observation.outcome,
            sent_messages: audit.sent_messages,
            expected_deliveries: audit.expected_deliveries,
            received_deliveries: audit.received_deliveries,
            lost_deliveries: audit.lost_deliveries,
            duplicated_deliveries: audit.duplicated_deliveries,
            out_of_order_deliveries: audit.out_of_order_deliveries,
            latency: Latency::of(&observation.latency_us),
            window_s: round(observation.window.as_secs_f64(), 3),
            drain_s: round(observation.drain.as_secs_f64(), 3),
            sender_lag_p99_ms: milliseconds(lag.value_at_quantile(0.99) as f64),
            sender_lag_max_ms: milliseconds(lag.max() as f64),
            client_cpu_percent: round(observation.client_cpu_percent, 1),
            client_busy_percent: round(observation.client_busy_percent, 1),
            client_saturated: observation.is_client_saturated(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Figures;
    use crate::load::histogram_us;
    use crate::rooms::{Audit, Load, Observation, Outcome};
    use crate::websocket::Connecting;
    use serde_json::Value;
    use std::time::{Duration, UNIX_EPOCH};

    fn figures(latencies_us: &[u64]) -> Value {
        let load = Load {
            rooms: 2,
            users: 3,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: 5,
            interval: Duration::from_micros(2_500),
            drain_timeout: Duration::from_secs(1),
            read_interval: Duration::from_micros(250),
        };
        let mut observation = Observation {
            outcome: Outcome::DrainTimeout,
            audit: Audit {
                lost_deliveries: 90,
                ..Audit::default()
            },
            latency_us: histogram_us(),
            seconds: vec![],
            sender_lag_us: histogram_us(),
            window_started_at: UNIX_EPOCH + Duration::from_millis(1_700_000_000_120),
            window: Duration::from_micros(14_583),
            drain: Duration::ZERO,
            client_cpu_percent: 12.345,
            client_busy_percent: 13.26,
        };
        for latency_us in latencies_us {
            observation.latency_us.record(*latency_us).unwrap();
        }
        serde_json::to_value(Figures::new(&load, &observation)).unwrap()
    }

    #[test]
    fn every_field_is_one_of_the_result_schema() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap();
        let known = schema["definitions"]["chat_row"]["properties"]
            .as_object()
            .unwrap();
        for field in figures(&[1_500]).as_object().unwrap().keys() {
            assert!(known.contains_key(field), "{field}");
        }
    }

    #[test]
    fn figures_carry_their_units() {
        let figures = figures(&[1_000, 2_000]);
        assert_eq!(figures["outcome"], "drain_timeout");
        assert_eq!(figures["started_at"], "2023-11-14T22:13:20.120Z");
        assert_eq!(figures["interval_ms"], 2.5);
        assert_eq!(figures["latency_min_ms"], 1.0);
        assert_eq!(figures["latency_mean_ms"], 1.5);
        assert_eq!(figures["latency_max_ms"], 2.0);
        assert_eq!(figures["window_s"], 0.015);
        assert_eq!(figures["client_cpu_percent"], 12.3);
        assert_eq!(figures["client_busy_percent"], 13.3);
    }

    #[test]
    fn without_deliveries_there_are_no_latencies() {
        let figures = figures(&[]);
        assert!(
            figures
                .as_object()
                .unwrap()
                .keys()
                .all(|field| !field.starts_with("latency"))
        );
    }
}
