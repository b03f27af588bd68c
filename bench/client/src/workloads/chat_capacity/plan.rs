//! What a plan of capacities says besides the keys of every plan.

use std::time::Duration;

use serde::Deserialize;

use super::{Cell, Row, Series, Users};
use crate::result::Parameters;
use crate::rooms::Load;
use crate::runner::{is_positive, positive, some};
use crate::search::{Probe, Settings};
use crate::server::{Protocol, RunningServer};
use crate::websocket::Connecting;
use crate::workloads::capacity::{Found, Searched};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub rooms: u32,
    /// Between two messages of one user; a search for each.
    pub intervals_ms: Vec<u32>,
    pub drain_timeout_s: f64,
    pub read_interval_us: u64,
    pub search: Settings,
}

impl Keys {
    /// So many users in each room, for so long.
    #[must_use]
    pub fn load(&self, cell: Cell, users: u32, seconds: u32) -> Load {
        Load {
            rooms: cell.rooms,
            users,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: (seconds * 1_000).div_ceil(cell.interval_ms),
            interval: Duration::from_millis(cell.interval_ms.into()),
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: self.read_interval(),
        }
    }
}

impl Searched for Keys {
    type Cell = Cell;
    type Row = Row;
    type Series = Series;
    type Loading<'a> = Users<'a>;

    const COMPARISONS: &'static [&'static str] = &[
        "chat-capacity",
        "chat-capacity-100ms",
        "chat-runtimes-capacity",
    ];
    const PROTOCOL: Protocol = Protocol::Chat;

    fn fault(&self) -> Option<String> {
        let all_positive = self.intervals_ms.iter().all(|interval| *interval > 0);
        some("intervals_ms", self.intervals_ms.len())
            .or_else(|| positive("rooms", self.rooms > 0))
            .or_else(|| positive("intervals_ms", all_positive))
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| self.search.fault())
    }

    fn cells(&self) -> Vec<Cell> {
        let cell = |interval_ms: &u32| Cell {
            rooms: self.rooms,
            interval_ms: *interval_ms,
        };
        self.intervals_ms.iter().map(cell).collect()
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
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
        self.rooms.saturating_mul(self.search.most_users)
    }

    fn loading(&self, cell: Cell, _server: &RunningServer) -> Users<'_> {
        Users { keys: self, cell }
    }

    fn row(found: &Found<'_, Cell>) -> Row {
        Row::new(found)
    }

    fn series(row: &Row, probes: &[Probe]) -> Series {
        Series::of(row, probes)
    }

    fn carried(row: &Row) -> u32 {
        row.carried_users
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::ChatCapacity;

    const WHOLE: &str = r#"
comparison = "chat-capacity"
servers = ["node-ws"]
iterations = 5
rooms = 1
intervals_ms = [10, 100]
drain_timeout_s = 2
read_interval_us = 250
[search]
statistic = "p99"
limit_ms = 100
least_users = 10
most_users = 400
precision_percent = 1
probe_s = 6
warmup_s = 8
settled_percent = 5
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<ChatCapacity>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn each_interval_is_searched_and_a_probe_lasts_as_long_whatever_it_is() {
        let keys = read(WHOLE).unwrap();
        let shown: Vec<String> = keys.cells().iter().map(Cell::to_string).collect();
        let expected = [
            "1 room, a message every 10 ms",
            "1 room, a message every 100 ms",
        ];
        assert_eq!(shown, expected);
        let messages = |cell| keys.load(cell, 43, 6).messages_per_user;
        assert_eq!(messages(keys.cells()[0]), 600);
        assert_eq!(messages(keys.cells()[1]), 60);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("limit_ms", "limit"),
                "line 11: unknown field `limit`",
            ),
            (WHOLE.replace("\"p99\"", "\"p98\""), "unknown variant `p98`"),
            (WHOLE.replace("[10, 100]", "[]"), "intervals_ms: found none"),
            (
                WHOLE.replace("most_users = 400", "most_users = 4"),
                "search.most_users: found 4 (expected 10 or more",
            ),
            (
                WHOLE.replace("probe_s = 6", "probe_s = 0"),
                "search.probe_s: found 0",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
