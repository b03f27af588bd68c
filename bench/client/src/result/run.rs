//! What a result file says of its run, apart from the rows: what one needs to know to trust the rows and to measure them again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub started_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    pub command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    pub client: Client,
    pub machine: Machine,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<Server>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Parameters>,
    /// Versions of the programs besides client and servers, by name: the load tool, the database.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_kind: Option<LatencyKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise_floor: Option<NoiseFloor>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Which deliveries the latencies are of; absent where one process was the client, and saw them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LatencyKind {
    /// All: the agents ran on one machine, and went by one clock.
    OneWay,
    /// Those that came back to the machine that they were sent from: the agents' machines have clocks of their own.
    RoundTrip,
}

impl LatencyKind {
    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OneWay => "one-way",
            Self::RoundTrip => "round trip",
        }
    }
}

/// The latency that client and machine show by themselves; a smaller difference means nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseFloor {
    /// How it was measured, in words.
    pub method: String,
    pub deliveries: u64,
    pub latency_mean_ms: f64,
    pub latency_p50_ms: f64,
    pub latency_p90_ms: f64,
    pub latency_p99_ms: f64,
    pub latency_p999_ms: f64,
    pub latency_max_ms: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    pub name: String,
    pub version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

impl Client {
    /// This one; the commit is of its source.
    #[must_use]
    pub fn current(commit: Option<String>) -> Self {
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    pub cpu_model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_signature: Option<String>,
    pub cpu_count: usize,
    pub memory_mib: f64,
    pub kernel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub os: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtualization: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_governor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_average_1min: Option<f64>,
}

/// One technology of the file: what was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub technology: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages_per_user: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// What the order in which the servers took turns was drawn from; without it, that was the plan's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_seed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warmup_messages_per_user: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warmup_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_timeout_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_interval_us: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_users: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steal_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_retries: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connect_rate_per_s: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub local_addresses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_cpus: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_cpus: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warmup_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists_per_user: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give_up_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_connections: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mix_connections: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_concurrency: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrent_broadcasts: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload_bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_pool_size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_cpus: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_cpus: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_characters: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warmup_messages: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<crate::search::Settings>,
}

impl Run {
    #[must_use]
    pub fn order_seed(&self) -> Option<u32> {
        self.parameters.as_ref()?.order_seed
    }

    /// Takes its order from the seed.
    pub fn set_order_seed(&mut self, seed: u32) {
        self.parameters.get_or_insert_default().order_seed = Some(seed);
    }

    /// The first respect in which `other` was measured under other conditions, worded as
    /// `FIELD: THEIRS there, OURS now`; `None` if its rows may stand beside this run's.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let conditions = |run: &Self| {
            let machine = Machine {
                // Changes by the minute.
                load_average_1min: None,
                ..run.machine.clone()
            };
            serde_json::json!({
                "plan": run.plan,
                "client": run.client,
                "machine": machine,
                "servers": run.servers,
                "parameters": run.parameters,
                "tools": run.tools,
            })
        };
        first_difference("run", &conditions(self), &conditions(other))
    }
}

fn first_difference(
    path: &str,
    ours: &serde_json::Value,
    theirs: &serde_json::Value,
) -> Option<String> {
    use serde_json::Value;
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.filter_map(|key| {
                let at = |map: &serde_json::Map<String, Value>| {
                    map.get(key).cloned().unwrap_or(Value::Null)
                };
                first_difference(&format!("{path}.{key}"), &at(a), &at(b))
            })
            .next()
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            pairs
                .filter_map(|(index, (a, b))| first_difference(&format!("{path}[{index}]"), a, b))
                .next()
        }
        _ => (ours != theirs).then(|| format!("{path}: {theirs} there, {ours} now")),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample_run() -> Run {
        Run {
            started_at: "2026-01-02T03:04:05.678Z".into(),
            ended_at: Some("2026-01-02T03:14:05.678Z".into()),
            command: "rtbench run bench/plans/chat.toml".into(),
            plan: Some("bench/plans/chat.toml".into()),
            client: Client {
                name: "rtbench".into(),
                version: "0.1.0".into(),
                commit: Some("0123456789abcdef0123456789abcdef01234567-dirty".into()),
            },
            machine: Machine {
                cpu_model: "A CPU".into(),
                cpu_signature: Some("family 26, model 2, stepping 1".into()),
                cpu_count: 2,
                memory_mib: 4096.0,
                kernel: "Linux 6.1".into(),
                os: Some("Debian".into()),
                virtualization: Some("none".into()),
                frequency_governor: Some("performance".into()),
                load_average_1min: Some(0.25),
            },
            servers: vec![Server {
                technology: "node-ws".into(),
                source: Some("bench/servers/node-ws".into()),
                command: Some("node src/server.js".into()),
                versions: BTreeMap::from([("node".into(), "20.0.0".into())]),
            }],
            parameters: Some(Parameters {
                messages_per_user: Some(500),
                interval_ms: Some(10.0),
                ..Parameters::default()
            }),
            tools: BTreeMap::from([("oha".into(), "1.0.0".into())]),
            latency_kind: Some(LatencyKind::OneWay),
            noise_floor: Some(NoiseFloor {
                method: "echo".into(),
                deliveries: 2500,
                latency_mean_ms: 0.05,
                latency_p50_ms: 0.045,
                latency_p90_ms: 0.06,
                latency_p99_ms: 0.12,
                latency_p999_ms: 0.3,
                latency_max_ms: 0.5,
            }),
            notes: vec![],
        }
    }

    #[test]
    fn the_same_conditions_at_another_time_are_no_difference() {
        let mut later = sample_run();
        later.started_at = "2027-01-02T03:04:05.678Z".into();
        later.machine.load_average_1min = Some(1.5);
        later.noise_floor = None;
        assert_eq!(sample_run().difference(&later), None);
    }

    #[test]
    fn another_version_is_named() {
        let mut other = sample_run();
        other.servers[0]
            .versions
            .insert("node".into(), "18.0.0".into());
        assert_eq!(
            sample_run().difference(&other).unwrap(),
            r#"run.servers[0].versions.node: "18.0.0" there, "20.0.0" now"#
        );
    }

    #[test]
    fn a_field_that_only_one_has_is_a_difference() {
        let mut other = sample_run();
        other.client.commit = None;
        let difference = sample_run().difference(&other).unwrap();
        assert!(
            difference.starts_with("run.client.commit: null there"),
            "{difference}"
        );
    }
}
