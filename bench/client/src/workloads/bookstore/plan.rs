//! What a plan of the bookstore says besides the keys of every plan: its levels, and how each load is held.

use std::time::Duration;

use serde::Deserialize;

use super::Level;
use crate::http_load::{Arrival, Load};
use crate::result::Parameters;
use crate::runner::{is_positive, positive, some};

/// As many as the study of 2019 had users.
fn usual_rate_connections() -> u32 {
    2_000
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// Of closed loops: users, who begin evenly over `ramp_s` and list the books so often each.
    users: Vec<u32>,
    ramp_s: u32,
    lists_per_user: u32,
    /// After so long such a closed loop is cut off.
    give_up_s: f64,
    /// After so long without an answer a request is given up, at all levels.
    timeout_s: f64,
    /// How long each of the other loads is held.
    hold_s: u32,
    /// How long a fresh server is loaded before, as the mix is but with lists alone; 0 for not at all.
    warmup_s: u32,
    /// Books in store, under a mix of requests on so many connections.
    #[serde(default)]
    books: Vec<u32>,
    mix_connections: u32,
    /// Fixed rates, as parts of the highest rate that a server showed in a closed loop.
    #[serde(default)]
    rate_percents: Vec<u32>,
    /// Connections at fixed rates.
    #[serde(default = "usual_rate_connections")]
    rate_connections: u32,
    /// Connections that each server may hold to the database.
    pub database_pool_size: u32,
    /// The server's by default.
    #[serde(default)]
    pub database_cpus: Option<String>,
}

impl Keys {
    /// What is wrong with them.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let all_positive = |values: &[u32]| values.iter().all(|value| *value > 0);
        some("users", self.users.len())
            .or_else(|| positive("users", all_positive(&self.users)))
            .or_else(|| positive("lists_per_user", self.lists_per_user > 0))
            .or_else(|| positive("give_up_s", is_positive(self.give_up_s)))
            .or_else(|| positive("timeout_s", is_positive(self.timeout_s)))
            .or_else(|| positive("hold_s", self.hold_s > 0))
            .or_else(|| positive("books", all_positive(&self.books)))
            .or_else(|| positive("mix_connections", self.mix_connections > 0))
            .or_else(|| positive("rate_percents", all_positive(&self.rate_percents)))
            .or_else(|| positive("rate_connections", self.rate_connections > 0))
            .or_else(|| positive("database_pool_size", self.database_pool_size > 0))
    }

    /// All levels: first the closed loops, from which the rates follow.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        let users = self.users.iter().copied().map(Level::Users);
        let books = self.books.iter().copied().map(Level::Books);
        let rates = self.rate_percents.iter().copied().map(Level::RatePercent);
        users.chain(books).chain(rates).collect()
    }

    /// The load of a level; `per_s` is the rate of one that has a rate.
    #[must_use]
    pub fn load(&self, level: Level, per_s: Option<f64>) -> Load {
        let hold = Duration::from_secs(self.hold_s.into());
        let arrival = match level {
            Level::Users(users) => Arrival::Users {
                users,
                ramp: Duration::from_secs(self.ramp_s.into()),
                requests_per_user: self.lists_per_user,
                give_up: Duration::from_secs_f64(self.give_up_s),
            },
            Level::Books(_) => Arrival::Connections {
                connections: self.mix_connections,
                hold,
            },
            Level::RatePercent(_) => Arrival::Rate {
                per_s: per_s.unwrap_or_default(),
                connections: self.rate_connections,
                hold,
            },
        };
        self.timed(arrival)
    }

    /// What a fresh server is loaded with; `None` if the plan has no warm-up.
    #[must_use]
    pub fn warmup(&self) -> Option<Load> {
        let arrival = Arrival::Connections {
            connections: self.mix_connections,
            hold: Duration::from_secs(self.warmup_s.into()),
        };
        (self.warmup_s > 0).then(|| self.timed(arrival))
    }

    fn timed(&self, arrival: Arrival) -> Load {
        Load {
            arrival,
            timeout: Duration::from_secs_f64(self.timeout_s),
        }
    }

    /// What a result file says of them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let has_rates = !self.rate_percents.is_empty();
        Parameters {
            hold_s: Some(self.hold_s),
            warmup_s: Some(self.warmup_s),
            ramp_s: Some(self.ramp_s),
            lists_per_user: Some(self.lists_per_user),
            timeout_s: Some(self.timeout_s),
            give_up_s: Some(self.give_up_s),
            rate_connections: has_rates.then_some(self.rate_connections),
            mix_connections: Some(self.mix_connections),
            database_pool_size: Some(self.database_pool_size),
            ..Parameters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::runner::Plan;
    use crate::workloads::Bookstore;

    const WHOLE: &str = r#"
comparison = "bookstore"
servers = ["go-bookstore"]
iterations = 3
users = [2000]
ramp_s = 20
lists_per_user = 30
give_up_s = 120
timeout_s = 10
hold_s = 15
warmup_s = 20
books = [1, 100]
mix_connections = 64
rate_percents = [50]
database_pool_size = 16
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Bookstore>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn rates_come_after_the_closed_loops_that_they_follow_from() {
        let shown: Vec<String> = read(WHOLE)
            .unwrap()
            .levels()
            .iter()
            .map(Level::to_string)
            .collect();
        let expected = [
            "2000 users",
            "1 book in store",
            "100 books in store",
            "50 % of its highest rate",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn each_level_has_its_load() {
        let keys = read(WHOLE).unwrap();
        let load = keys.load(Level::Users(2_000), None);
        assert_eq!(load.timeout, Duration::from_secs(10));
        let users = Arrival::Users {
            users: 2_000,
            ramp: Duration::from_secs(20),
            requests_per_user: 30,
            give_up: Duration::from_secs(120),
        };
        assert_eq!(load.arrival, users);
        let rate = Arrival::Rate {
            per_s: 1_234.5,
            connections: 2_000,
            hold: Duration::from_secs(15),
        };
        let load = keys.load(Level::RatePercent(50), Some(1_234.5));
        assert_eq!(load.arrival, rate);
        assert_eq!(keys.load(Level::Books(100), None).arrival.connections(), 64);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("ramp_s", "ramp"),
                "line 6: unknown field `ramp`",
            ),
            (WHOLE.replace("[2000]", "[]"), "users: found none"),
            (WHOLE.replace("[2000]", "[5, 5]"), "found 5 users twice"),
            (WHOLE.replace("[1, 100]", "[0]"), "books: found 0"),
            (WHOLE.replace("[50]", "[0]"), "rate_percents: found 0"),
            (
                WHOLE.replace("timeout_s = 10", "timeout_s = -1"),
                "timeout_s: found 0 or less",
            ),
            (WHOLE.replace("= 15", "= 0"), "hold_s: found 0"),
            (WHOLE.replace("= 64", "= 0"), "mix_connections: found 0"),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
