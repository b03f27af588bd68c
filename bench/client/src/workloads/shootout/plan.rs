//! What a plan of the shootout says besides the keys of every plan: its levels, and how each load is held.

use std::time::Duration;

use serde::Deserialize;

use super::Level;
use crate::broadcast::{Load, SHORTEST_BYTES, Saying};
use crate::result::Parameters;
use crate::runner::{both_or_none, is_positive, positive, some};
use crate::server::Envelope;
use crate::websocket::{Connecting, LocalAddresses};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// How long each load is held.
    pub hold_s: u32,
    /// How long a fresh server is loaded before, as in the first closed loop; 0 for not at all.
    pub warmup_s: u32,
    /// Of the closed loops.
    clients: Vec<u32>,
    /// Of the closed loops: broadcasts without a result at any time.
    concurrent_broadcasts: u32,
    /// Clients who say nothing.
    #[serde(default)]
    idle_clients: Vec<u32>,
    /// Open loops.
    #[serde(default)]
    rates: Vec<Rates>,
    /// Open loops of echoes, due a second on all connections together.
    #[serde(default)]
    echo_rates_per_s: Vec<u32>,
    #[serde(default)]
    echo_clients: Option<u32>,
    payload_bytes: u32,
    pub drain_timeout_s: f64,
    /// In open loops; in a closed loop what arrives is read at once.
    pub read_interval_us: u64,
    #[serde(default)]
    connect_rate_per_s: Option<f64>,
    #[serde(default)]
    local_addresses: Vec<LocalAddresses>,
}

/// Open loops that share the rate.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rates {
    broadcasts_per_s: u32,
    clients: Vec<u32>,
}

impl Keys {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let all = |values: &[u32]| values.iter().all(|value| *value > 0);
        let of_rates = |rates: &Rates| rates.broadcasts_per_s > 0 && all(&rates.clients);
        some("clients", self.clients.len())
            .or_else(|| positive("hold_s", self.hold_s > 0))
            .or_else(|| positive("clients", all(&self.clients)))
            .or_else(|| positive("concurrent_broadcasts", self.concurrent_broadcasts > 0))
            .or_else(|| positive("idle_clients", all(&self.idle_clients)))
            .or_else(|| {
                let are = self.rates.iter().all(of_rates);
                positive("rates: broadcasts_per_s, clients", are)
            })
            .or_else(|| positive("echo_rates_per_s", all(&self.echo_rates_per_s)))
            .or_else(|| positive("echo_clients", self.echo_clients != Some(0)))
            .or_else(|| {
                let has_rates = !self.echo_rates_per_s.is_empty();
                let fields = "echo_rates_per_s, echo_clients";
                both_or_none(fields, has_rates, self.echo_clients.is_some())
            })
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| {
                let is = self.connect_rate_per_s.is_none_or(is_positive);
                positive("connect_rate_per_s", is)
            })
            .or_else(|| self.fault_of_payload())
    }

    fn fault_of_payload(&self) -> Option<String> {
        let found = self.payload_bytes;
        (found < SHORTEST_BYTES)
            .then(|| format!("payload_bytes: found {found} (expected at least {SHORTEST_BYTES})"))
    }

    /// All levels. Those at which nothing is said come first, on a server that has done nothing yet.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        let idle = self.idle_clients.iter();
        let idle = idle.map(|clients| Level::Idle { clients: *clients });
        let at_once = self.clients.iter();
        let at_once = at_once.map(|clients| Level::AtOnce { clients: *clients });
        let of_rate = |rates: &Rates| {
            let broadcasts_per_s = rates.broadcasts_per_s;
            let clients = rates.clients.clone().into_iter();
            clients.map(move |clients| Level::Rate {
                broadcasts_per_s,
                clients,
            })
        };
        let rates = self.rates.iter().flat_map(of_rate);
        let echoes = self.echo_rates_per_s.iter();
        let echoes = echoes.map(|per_s| Level::Echoes { per_s: *per_s });
        idle.chain(at_once).chain(rates).chain(echoes).collect()
    }

    #[must_use]
    pub fn clients(&self, level: Level) -> u32 {
        match level {
            Level::Idle { clients } | Level::AtOnce { clients } | Level::Rate { clients, .. } => {
                clients
            }
            Level::Echoes { .. } => self.echo_clients.unwrap_or(1),
        }
    }

    #[must_use]
    pub fn load(&self, level: Level, envelope: Envelope) -> Load {
        Load {
            clients: self.clients(level),
            connecting: Connecting {
                rate_per_s: self.connect_rate_per_s,
                local_addresses: LocalAddresses::joined(&self.local_addresses),
            },
            envelope,
            saying: match level {
                Level::Idle { .. } => Saying::Nothing,
                Level::AtOnce { .. } => Saying::BroadcastsAtOnce(self.concurrent_broadcasts),
                Level::Rate {
                    broadcasts_per_s, ..
                } => Saying::Broadcasts {
                    per_s: broadcasts_per_s.into(),
                },
                Level::Echoes { per_s } => Saying::Echoes {
                    per_s: per_s.into(),
                },
            },
            hold: Duration::from_secs(self.hold_s.into()),
            payload_bytes: self.payload_bytes,
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: Duration::from_micros(self.read_interval_us),
        }
    }

    /// What a fresh server is loaded with; `None` if the plan has no warm-up.
    #[must_use]
    pub fn warmup(&self, envelope: Envelope) -> Option<Load> {
        let clients = self.clients[0];
        (self.warmup_s > 0).then(|| Load {
            hold: Duration::from_secs(self.warmup_s.into()),
            ..self.load(Level::AtOnce { clients }, envelope)
        })
    }

    /// What a result file says of them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            hold_s: Some(self.hold_s),
            warmup_s: Some(self.warmup_s),
            concurrent_broadcasts: Some(self.concurrent_broadcasts),
            payload_bytes: Some(self.payload_bytes),
            rate_concurrency: self.echo_clients,
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
            connect_rate_per_s: self.connect_rate_per_s,
            local_addresses: self
                .local_addresses
                .iter()
                .map(ToString::to_string)
                .collect(),
            ..Parameters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::Shootout;

    const WHOLE: &str = r#"
comparison = "shootout"
servers = ["node-ws-shootout"]
iterations = 2
hold_s = 5
warmup_s = 2
clients = [1000, 5000]
concurrent_broadcasts = 4
idle_clients = [1000]
rates = [{ broadcasts_per_s = 20, clients = [100, 500] }]
echo_rates_per_s = [2000]
echo_clients = 50
payload_bytes = 64
drain_timeout_s = 10
read_interval_us = 250
local_addresses = ["127.0.0.2-127.0.0.3"]
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Shootout>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn a_fresh_server_meets_those_who_say_nothing_first() {
        let levels: Vec<String> = read(WHOLE)
            .unwrap()
            .levels()
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [
            "1000 clients idle",
            "1000 clients",
            "5000 clients",
            "100 clients, 20 broadcasts a second",
            "500 clients, 20 broadcasts a second",
            "2000 echoes a second",
        ];
        assert_eq!(levels, expected);
    }

    #[test]
    fn a_level_is_a_load_of_its_own() {
        let keys = read(WHOLE).unwrap();
        let load = keys.load(Level::Echoes { per_s: 2000 }, Envelope::ActionCable);
        assert_eq!((load.clients, load.envelope), (50, Envelope::ActionCable));
        assert_eq!(load.saying, Saying::Echoes { per_s: 2000.0 });
        assert_eq!(load.connecting.local_addresses.len(), 2);
        let warmup = keys.warmup(Envelope::None).unwrap();
        assert_eq!(
            (warmup.clients, warmup.hold),
            (1000, Duration::from_secs(2))
        );
        assert_eq!(warmup.saying, Saying::BroadcastsAtOnce(4));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("hold_s", "hold"),
                "line 5: unknown field `hold`",
            ),
            (
                WHOLE.replace("\nclients = [1000, 5000]", "\nclients = []"),
                "clients: found none",
            ),
            (
                WHOLE.replace("[1000, 5000]", "[1000, 1000]"),
                "found 1000 clients twice",
            ),
            (
                WHOLE.replace("[100, 500]", "[0]"),
                "rates: broadcasts_per_s",
            ),
            (WHOLE.replace("[2000]", "[]"), "expected both or none"),
            (
                WHOLE.replace("payload_bytes = 64", "payload_bytes = 10"),
                "payload_bytes: found 10 (expected at least 64)",
            ),
            (WHOLE.replace("= 10\n", "= 0\n"), "drain_timeout_s: found 0"),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
