//! What a plan of lookups says besides the keys of every plan: its levels, and how long each load is held.

use std::time::Duration;

use serde::Deserialize;

use super::Level;
use crate::load_tool::USUAL_HOLD_S;
use crate::result::Parameters;
use crate::runner::{both_or_none, positive, some};

fn usual_hold_s() -> u32 {
    USUAL_HOLD_S
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// How long each load is held.
    #[serde(default = "usual_hold_s")]
    hold_s: u32,
    /// How long a fresh server is loaded before, as in the first closed loop; 0 for not at all.
    warmup_s: u32,
    concurrency: Vec<u32>,
    /// Fixed rates, as parts of the highest rate that a server showed in a closed loop.
    #[serde(default)]
    rate_percents: Vec<u32>,
    /// Connections at fixed rates.
    #[serde(default)]
    rate_concurrency: Option<u32>,
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
        some("concurrency", self.concurrency.len())
            .or_else(|| positive("hold_s", self.hold_s > 0))
            .or_else(|| positive("concurrency", all_positive(&self.concurrency)))
            .or_else(|| positive("rate_percents", all_positive(&self.rate_percents)))
            .or_else(|| positive("rate_concurrency", self.rate_concurrency != Some(0)))
            .or_else(|| positive("database_pool_size", self.database_pool_size > 0))
            .or_else(|| {
                let has_rates = !self.rate_percents.is_empty();
                let fields = "rate_percents, rate_concurrency";
                both_or_none(fields, has_rates, self.rate_concurrency.is_some())
            })
    }

    /// All levels: first each concurrency, since the rates follow from those, then the rates.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        let concurrency = self.concurrency.iter().copied().map(Level::Concurrency);
        let rates = self.rate_percents.iter().copied().map(Level::RatePercent);
        concurrency.chain(rates).collect()
    }

    /// How many connections the level's load takes.
    #[must_use]
    pub fn connections(&self, level: Level) -> u32 {
        match level {
            Level::Concurrency(count) => count,
            Level::RatePercent(_) => self.rate_concurrency.unwrap_or(1),
        }
    }

    /// How many connections warm a server up.
    #[must_use]
    pub fn warmup_connections(&self) -> u32 {
        self.concurrency[0]
    }

    #[must_use]
    pub fn hold(&self) -> Duration {
        Duration::from_secs(self.hold_s.into())
    }

    /// `None` if the plan has none.
    #[must_use]
    pub fn warmup(&self) -> Option<Duration> {
        (self.warmup_s > 0).then(|| Duration::from_secs(self.warmup_s.into()))
    }

    /// What a result file says of them.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            hold_s: Some(self.hold_s),
            warmup_s: Some(self.warmup_s),
            rate_concurrency: self.rate_concurrency,
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
    use crate::workloads::Lookup;

    const WHOLE: &str = r#"
comparison = "lookup"
servers = ["go-nethttp"]
iterations = 3
hold_s = 60
warmup_s = 10
concurrency = [1, 2]
rate_percents = [50]
rate_concurrency = 64
database_pool_size = 16
"#;

    fn read(text: &str) -> Result<Keys, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        Plan::read::<Lookup>(&path).map(|(_, keys)| keys)
    }

    #[test]
    fn rates_come_after_the_concurrencies_that_they_follow_from() {
        let plan = read(WHOLE).unwrap();
        let shown: Vec<String> = plan.levels().iter().map(Level::to_string).collect();
        let expected = ["1 connection", "2 connections", "50 % of its highest rate"];
        assert_eq!(shown, expected);
        let connections = plan
            .levels()
            .into_iter()
            .map(|level| plan.connections(level));
        assert_eq!(connections.collect::<Vec<_>>(), [1, 2, 64]);
    }

    #[test]
    fn a_load_is_held_for_a_minute_unless_the_plan_says_how_long() {
        let plan = read(&WHOLE.replace("hold_s = 60\n", "")).unwrap();
        assert_eq!(plan.hold(), Duration::from_secs(60));
        let plan = read(&WHOLE.replace("hold_s = 60", "hold_s = 15")).unwrap();
        assert_eq!(plan.hold(), Duration::from_secs(15));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("hold_s", "hold"),
                "line 5: unknown field `hold`",
            ),
            (
                WHOLE.replace("[1, 2]", "[1, 1]"),
                "found 1 connection twice",
            ),
            (WHOLE.replace("[1, 2]", "[]"), "concurrency: found none"),
            (WHOLE.replace("[1, 2]", "[0]"), "concurrency: found 0"),
            (WHOLE.replace("= 60", "= 0"), "hold_s: found 0"),
            (WHOLE.replace("[50]", "[]"), "expected both or none"),
            (
                WHOLE.replace("rate_concurrency = 64\n", ""),
                "expected both or none",
            ),
            (
                WHOLE.replace("= 16", "= 16\nmax_retries = 1"),
                "max_steal_percent, max_retries: found one of them",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
