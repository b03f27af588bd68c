//! What a plan of chats says besides the keys of every plan: its cells, and how each iteration is loaded.

use std::time::Duration;

use serde::Deserialize;

use super::Cell;
use crate::result::Parameters;
use crate::rooms::Load;
use crate::runner::{is_positive, positive};
use crate::websocket::{Connecting, LocalAddresses};

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub messages_per_user: u32,
    pub interval_ms: f64,
    /// Messages of an iteration that warms a fresh server up and is not recorded; 0 for none.
    pub warmup_messages_per_user: u32,
    /// How many of these there are. Several warm up what happens between iterations as well: users leave and others join.
    #[serde(default = "one")]
    warmup_iterations: u32,
    pub drain_timeout_s: f64,
    pub read_interval_us: u64,
    /// Users besides those of each cell, who join and then neither send nor receive.
    #[serde(default)]
    pub idle_users: u32,
    #[serde(default)]
    connect_rate_per_s: Option<f64>,
    #[serde(default)]
    local_addresses: Vec<LocalAddresses>,
    cells: Vec<Cells>,
}

/// Cells that share the number of rooms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cells {
    rooms: u32,
    users: Vec<u32>,
}

impl Keys {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let cells = self.cells();
        positive("warmup_iterations", self.warmup_iterations > 0)
            .or_else(|| positive("messages_per_user", self.messages_per_user > 0))
            .or_else(|| positive("interval_ms", is_positive(self.interval_ms)))
            .or_else(|| positive("drain_timeout_s", is_positive(self.drain_timeout_s)))
            .or_else(|| {
                let is = self.connect_rate_per_s.is_none_or(is_positive);
                positive("connect_rate_per_s", is)
            })
            .or_else(|| {
                let all = cells.iter().all(|cell| cell.rooms > 0 && cell.users > 0);
                positive("cells: rooms, users", all)
            })
    }

    /// The cells, in the plan's order.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let of_group = |group: &Cells| {
            let rooms = group.rooms;
            let users = group.users.clone();
            users.into_iter().map(move |users| Cell { rooms, users })
        };
        self.cells.iter().flat_map(of_group).collect()
    }

    /// The load of one recorded iteration of a cell.
    #[must_use]
    pub fn load(&self, cell: Cell) -> Load {
        Load {
            rooms: cell.rooms,
            users: cell.users,
            idle_users: self.idle_users,
            connecting: Connecting {
                rate_per_s: self.connect_rate_per_s,
                local_addresses: LocalAddresses::joined(&self.local_addresses),
            },
            messages_per_user: self.messages_per_user,
            interval: Duration::from_secs_f64(self.interval_ms / 1000.0),
            drain_timeout: Duration::from_secs_f64(self.drain_timeout_s),
            read_interval: Duration::from_micros(self.read_interval_us),
        }
    }

    /// The loads that warm a fresh server up, one after the other; none if the plan has none.
    #[must_use]
    pub fn warmups(&self, cell: Cell) -> Vec<Load> {
        let load = Load {
            messages_per_user: self.warmup_messages_per_user,
            ..self.load(cell)
        };
        vec![load; self.warmups_if_any().unwrap_or(0) as usize]
    }

    /// `None` if there are none.
    fn warmups_if_any(&self) -> Option<u32> {
        (self.warmup_messages_per_user > 0).then_some(self.warmup_iterations)
    }

    /// What a result file says of the plan.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            messages_per_user: Some(self.messages_per_user),
            interval_ms: Some(self.interval_ms),
            warmup_messages_per_user: Some(self.warmup_messages_per_user),
            warmup_iterations: self.warmups_if_any(),
            drain_timeout_s: Some(self.drain_timeout_s),
            read_interval_us: Some(self.read_interval_us),
            idle_users: Some(self.idle_users).filter(|users| *users > 0),
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

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::Chat;

    const WHOLE: &str = r#"
comparison = "chat"
servers = ["node-ws"]
iterations = 2
messages_per_user = 10
interval_ms = 2.5
warmup_messages_per_user = 5
drain_timeout_s = 60
read_interval_us = 250
[[cells]]
rooms = 1
users = [10, 20]
[[cells]]
rooms = 2
users = [10]
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Chat>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn cells_come_in_the_plans_order() {
        let shown: Vec<String> = read(WHOLE)
            .unwrap()
            .cells()
            .iter()
            .map(Cell::to_string)
            .collect();
        assert_eq!(
            shown,
            [
                "1 room × 10 users",
                "1 room × 20 users",
                "2 rooms × 10 users"
            ]
        );
    }

    #[test]
    fn a_limit_needs_a_number_of_retries_and_they_need_a_limit() {
        for alone in ["max_steal_percent = 5", "max_retries = 1"] {
            let text = WHOLE.replacen("[[cells]]", &format!("{alone}\n[[cells]]"), 1);
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains("expected both or none"), "{error}");
        }
    }

    #[test]
    fn the_warm_up_differs_from_the_recorded_load_in_its_length_only() {
        let plan = read(WHOLE).unwrap();
        let cell = plan.cells()[0];
        let recorded = plan.load(cell);
        assert_eq!(recorded.interval, Duration::from_micros(2500));
        let [warmup] = plan.warmups(cell).try_into().unwrap();
        assert_eq!(warmup.messages_per_user, 5);
        assert_eq!(
            Load {
                messages_per_user: 10,
                ..warmup
            },
            recorded
        );
    }

    #[test]
    fn a_plan_may_warm_up_several_times_or_not_at_all() {
        let several =
            |count| WHOLE.replace("drain", &format!("warmup_iterations = {count}\ndrain"));
        let plan = read(&several(3)).unwrap();
        assert_eq!(plan.warmups(plan.cells()[0]).len(), 3);
        let none = read(&WHOLE.replace("user = 5", "user = 0")).unwrap();
        assert_eq!(none.warmups(none.cells()[0]), []);
        let error = read(&several(0)).unwrap_err().to_string();
        assert!(error.contains("warmup_iterations: found 0"), "{error}");
    }

    #[test]
    fn idle_users_and_how_to_connect_are_recorded_only_if_set() {
        let recorded = |keys: &Keys| serde_json::to_value(keys.parameters()).unwrap();
        let plain = recorded(&read(WHOLE).unwrap());
        let keys = ["idle_users", "connect_rate_per_s", "local_addresses"];
        assert!(keys.iter().all(|key| plain.get(key).is_none()), "{plain}");

        let keys = "idle_users = 9000\nconnect_rate_per_s = 500\nlocal_addresses = [\"127.0.0.0/30\"]\n[[cells]]";
        let plan = read(&WHOLE.replacen("[[cells]]", keys, 1)).unwrap();
        let load = plan.load(plan.cells()[0]);
        assert_eq!(load.idle_users, 9000);
        assert_eq!(load.connecting.local_addresses.len(), 2);
        let parameters = recorded(&plan);
        assert_eq!(parameters["connect_rate_per_s"], 500.0);
        assert_eq!(parameters["local_addresses"][0], "127.0.0.0/30");
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("iterations", "itertions"),
                "line 4: unknown field `itertions`, expected one of",
            ),
            (WHOLE.replace("[\"node-ws\"]", "[]"), "servers: found none"),
            (
                WHOLE.replace("iterations = 2", "iterations = 0"),
                "iterations: found 0",
            ),
            (WHOLE.replace("2.5", "0"), "interval_ms: found 0"),
            (
                WHOLE.replace("[10, 20]", "[10, 10]"),
                "found 1 room × 10 users twice",
            ),
            (
                WHOLE.replace("[10, 20]", "[0]"),
                "cells: rooms, users: found 0",
            ),
            (
                WHOLE.replace("= 250", "= 250\nconnect_rate_per_s = 0"),
                "connect_rate_per_s: found 0",
            ),
            (
                WHOLE.replace("= 250", "= 250\nlocal_addresses = [\"here\"]"),
                "line 10: found `here` (expected an address",
            ),
            (
                WHOLE.replace("iterations = 2\n", ""),
                "missing field `iterations`",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }

    #[test]
    fn a_plan_that_is_not_there_is_reported_with_its_path() {
        let message = Plan::read::<Chat>(Path::new("no/plan.toml"))
            .unwrap_err()
            .to_string();
        assert!(
            message.starts_with("no/plan.toml cannot be read"),
            "{message}"
        );
    }
}
