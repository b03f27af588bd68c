//! What a plan of echoes says besides the keys of every plan: its levels, and how long each load is held.

use std::time::Duration;

use serde::Deserialize;

use super::Level;
use crate::result::Parameters;
use crate::rooms::Load;
use crate::rooms::closed_loop::ClosedLoop;
use crate::runner::{both_or_none, is_positive, positive, some};
use crate::websocket::Connecting;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// How long each load is held.
    pub hold_s: u32,
    /// How long a fresh server is loaded before, as in the first closed loop; 0 for not at all.
    pub warmup_s: u32,
    connections: Vec<u32>,
    /// Open loops: messages that are due a second, on all connections together.
    #[serde(default)]
    rates_per_s: Vec<u32>,
    /// Connections at fixed rates.
    #[serde(default)]
    rate_concurrency: Option<u32>,
    pub drain_timeout_s: f64,
    /// At fixed rates; in a closed loop what arrives is read at once.
    pub read_interval_us: u64,
}

impl Keys {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let all_positive = |values: &[u32]| values.iter().all(|value| *value > 0);
        some("connections", self.connections.len())
            .or_else(|| positive("hold_s", self.hold_s > 0))
            .or_else(|| positive("connections", all_positive(&self.connections)))
            .or_else(|| positive("rates_per_s", all_positive(&self.rates_per_s)))
            .or_else(|| positive("rate_concurrency", self.rate_concurrency != Some(0)))
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| {
                let has_rates = !self.rates_per_s.is_empty();
                let fields = "rates_per_s, rate_concurrency";
                both_or_none(fields, has_rates, self.rate_concurrency.is_some())
            })
    }

    /// All levels, the closed loops first.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        let connections = self.connections.iter().copied().map(Level::Connections);
        let rates = self.rates_per_s.iter().copied().map(Level::Rate);
        connections.chain(rates).collect()
    }

    #[must_use]
    pub fn connections(&self, level: Level) -> u32 {
        match level {
            Level::Connections(count) => count,
            Level::Rate(_) => self.rate_concurrency.unwrap_or(1),
        }
    }

    /// What a fresh server is loaded with; `None` if the plan has no warm-up.
    #[must_use]
    pub fn warmup(&self) -> Option<ClosedLoop> {
        let seconds = Some(self.warmup_s).filter(|seconds| *seconds > 0)?;
        Some(self.closed(self.connections[0], seconds))
    }

    #[must_use]
    pub fn closed_loop(&self, connections: u32) -> ClosedLoop {
        self.closed(connections, self.hold_s)
    }

    fn closed(&self, users: u32, seconds: u32) -> ClosedLoop {
        ClosedLoop {
            users,
            hold: Duration::from_secs(seconds.into()),
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
        }
    }

    /// Of a rate on all connections together: users who are alone in their rooms, and hear but themselves.
    #[must_use]
    pub fn open_loop(&self, rate_per_s: u32) -> Load {
        let rooms = self.connections(Level::Rate(rate_per_s));
        let interval_s = f64::from(rooms) / f64::from(rate_per_s);
        let messages = (f64::from(self.hold_s) / interval_s).round();
        Load {
            rooms,
            users: 1,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: (messages as u32).max(1),
            interval: Duration::from_secs_f64(interval_s),
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: Duration::from_micros(self.read_interval_us),
        }
    }

    /// What a result file says of them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            hold_s: Some(self.hold_s),
            warmup_s: Some(self.warmup_s),
            rate_concurrency: self.rate_concurrency,
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
            ..Parameters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::Echo;

    const WHOLE: &str = r#"
comparison = "echo"
servers = ["node-ws"]
iterations = 2
hold_s = 5
warmup_s = 2
connections = [1, 16]
rates_per_s = [1000]
rate_concurrency = 50
drain_timeout_s = 10
read_interval_us = 250
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Echo>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn a_rate_is_shared_by_all_connections_and_held_as_long_as_a_closed_loop() {
        let keys = read(WHOLE).unwrap();
        let load = keys.open_loop(1000);
        assert_eq!((load.rooms, load.users), (50, 1));
        assert_eq!(load.interval, Duration::from_millis(50));
        assert_eq!(load.messages_per_user, 100);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("hold_s", "hold"),
                "line 5: unknown field `hold`",
            ),
            (WHOLE.replace("[1, 16]", "[]"), "connections: found none"),
            (
                WHOLE.replace("[1, 16]", "[1, 1]"),
                "found 1 connection twice",
            ),
            (WHOLE.replace("[1000]", "[0]"), "rates_per_s: found 0"),
            (WHOLE.replace("[1000]", "[]"), "expected both or none"),
            (WHOLE.replace("= 10\n", "= 0\n"), "drain_timeout_s: found 0"),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
