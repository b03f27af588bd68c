//! What a plan of capacities says besides the keys of every plan.

use std::time::Duration;

use serde::Deserialize;

use super::{Cell, Clients, Row, Series};
use crate::broadcast::{Load, SHORTEST_BYTES, Saying};
use crate::result::Parameters;
use crate::runner::{is_positive, positive, some};
use crate::search::{Probe, Settings};
use crate::server::{Envelope, Protocol, RunningServer};
use crate::websocket::{Connecting, LocalAddresses};
use crate::workloads::capacity::{Found, Searched};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// A search for each.
    pub broadcasts_per_s: Vec<u32>,
    /// Length of each payload as JSON.
    pub payload_bytes: u32,
    pub drain_timeout_s: f64,
    pub read_interval_us: u64,
    #[serde(default)]
    pub local_addresses: Vec<LocalAddresses>,
    pub search: Settings,
}

impl Keys {
    /// So many clients, for so long.
    #[must_use]
    pub fn load(&self, cell: Cell, envelope: Envelope, clients: u32, seconds: u32) -> Load {
        Load {
            clients,
            connecting: Connecting {
                local_addresses: LocalAddresses::joined(&self.local_addresses),
                ..Connecting::default()
            },
            envelope,
            saying: Saying::Broadcasts {
                per_s: cell.broadcasts_per_s.into(),
            },
            hold: Duration::from_secs(seconds.into()),
            payload_bytes: self.payload_bytes,
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: self.read_interval(),
        }
    }

    fn payload_fault(&self) -> Option<String> {
        let found = self.payload_bytes;
        (found < SHORTEST_BYTES)
            .then(|| format!("payload_bytes: found {found} (expected {SHORTEST_BYTES} or more)"))
    }
}

impl Searched for Keys {
    type Cell = Cell;
    type Row = Row;
    type Series = Series;
    type Loading<'a> = Clients<'a>;

    const COMPARISONS: &'static [&'static str] = &[
        "shootout-capacity",
        // With all cores for the server.
        "shootout-capacity-cores",
    ];
    const PROTOCOL: Protocol = Protocol::Shootout;

    fn fault(&self) -> Option<String> {
        let all_positive = self.broadcasts_per_s.iter().all(|per_s| *per_s > 0);
        some("broadcasts_per_s", self.broadcasts_per_s.len())
            .or_else(|| positive("broadcasts_per_s", all_positive))
            .or_else(|| self.payload_fault())
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| self.search.fault())
    }

    fn cells(&self) -> Vec<Cell> {
        let cell = |broadcasts_per_s: &u32| Cell {
            broadcasts_per_s: *broadcasts_per_s,
        };
        self.broadcasts_per_s.iter().map(cell).collect()
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            payload_bytes: Some(self.payload_bytes),
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
            local_addresses: self
                .local_addresses
                .iter()
                .map(ToString::to_string)
                .collect(),
            search: Some(self.search),
            ..Parameters::default()
        }
    }

    fn search(&self) -> &Settings {
        &self.search
    }

    fn read_interval(&self) -> Duration {
        Duration::from_micros(self.read_interval_us)
    }

    fn most_connections(&self) -> u32 {
        self.search.most_users
    }

    fn loading(&self, cell: Cell, server: &RunningServer) -> Clients<'_> {
        Clients {
            keys: self,
            cell,
            endpoint: server.endpoint().clone(),
        }
    }

    fn row(found: &Found<'_, Cell>) -> Row {
        Row::new(found)
    }

    fn series(row: &Row, probes: &[Probe]) -> Series {
        Series::of(row, probes)
    }

    fn carried(row: &Row) -> u32 {
        row.carried_clients
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::ShootoutCapacity;

    const WHOLE: &str = r#"
comparison = "shootout-capacity"
servers = ["node-ws"]
iterations = 5
broadcasts_per_s = [20, 1]
payload_bytes = 64
drain_timeout_s = 2
read_interval_us = 250
[search]
statistic = "p95"
limit_ms = 500
least_users = 100
most_users = 9000
precision_percent = 2
probe_s = 6
warmup_s = 6
settled_percent = 5
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<ShootoutCapacity>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn each_rate_is_searched() {
        let keys = read(WHOLE).unwrap();
        let shown: Vec<String> = keys.cells().iter().map(Cell::to_string).collect();
        assert_eq!(shown, ["20 broadcasts a second", "1 broadcast a second"]);
        let load = keys.load(keys.cells()[0], Envelope::None, 1_000, 6);
        assert_eq!(load.saying, Saying::Broadcasts { per_s: 20.0 });
        assert_eq!((load.clients, load.hold), (1_000, Duration::from_secs(6)));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("[20, 1]", "[]"),
                "broadcasts_per_s: found none",
            ),
            (
                WHOLE.replace("[20, 1]", "[20, 0]"),
                "broadcasts_per_s: found 0",
            ),
            (
                WHOLE.replace("= 64", "= 63"),
                "payload_bytes: found 63 (expected 64 or more)",
            ),
            (
                WHOLE.replace("limit_ms = 500", "limit_ms = 0"),
                "search.limit_ms: found 0",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
