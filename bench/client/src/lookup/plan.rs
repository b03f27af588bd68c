//! A plan of the lookup comparison: servers × levels × iterations, and how long each load is held.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::Level;
use crate::affinity::{CoreSplit, CpuList};
use crate::error::Error;
use crate::plan::{Comparison, StealLimit, is_positive};
use crate::result::Parameters;

/// How long a load is held where nobody says, as in the study of 2015.
pub const USUAL_HOLD_S: u32 = 60;

fn usual_hold_s() -> u32 {
    USUAL_HOLD_S
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookupPlan {
    pub comparison: Comparison,
    /// Ids of servers, in the order in which they take turns; the database alone goes before them.
    pub servers: Vec<String>,
    /// Rounds: in each, every server is started once and measured at all levels.
    pub iterations: u32,
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
    #[serde(default)]
    max_steal_percent: Option<f64>,
    #[serde(default)]
    max_retries: u32,
    #[serde(default)]
    server_cpus: Option<String>,
    #[serde(default)]
    client_cpus: Option<String>,
    /// The server's by default.
    #[serde(default)]
    database_cpus: Option<String>,
}

/// The cores of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cores {
    /// The client's are the load tool's.
    pub split: CoreSplit,
    pub database: CpuList,
}

impl LookupPlan {
    /// Reads and checks a plan.
    ///
    /// # Errors
    /// It cannot be read, or something in it is not as expected; the message names the place.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(Error::io("read", path))?;
        let plan: Self =
            toml::from_str(&text).map_err(|error| Error::invalid_toml(path, &text, &error))?;
        match plan.fault() {
            None => Ok(plan),
            Some(fault) => Err(Error::invalid(path, fault)),
        }
    }

    fn fault(&self) -> Option<String> {
        let positive = |field: &str, is: bool| {
            (!is).then(|| format!("{field}: found 0 or less (expected more than 0)"))
        };
        let all_positive = |values: &[u32]| values.iter().all(|value| *value > 0);
        let some = |field: &str, found: usize| {
            (found == 0).then(|| format!("{field}: found none (expected at least one)"))
        };
        None.or_else(|| some("servers", self.servers.len()))
            .or_else(|| some("concurrency", self.concurrency.len()))
            .or_else(|| positive("iterations", self.iterations > 0))
            .or_else(|| positive("hold_s", self.hold_s > 0))
            .or_else(|| positive("concurrency", all_positive(&self.concurrency)))
            .or_else(|| positive("rate_percents", all_positive(&self.rate_percents)))
            .or_else(|| positive("rate_concurrency", self.rate_concurrency != Some(0)))
            .or_else(|| positive("database_pool_size", self.database_pool_size > 0))
            .or_else(|| {
                let is = self.max_steal_percent.is_none_or(is_positive);
                positive("max_steal_percent", is)
            })
            .or_else(|| self.steal_limit().fault())
            .or_else(|| {
                let alone = self.rate_percents.is_empty() == self.rate_concurrency.is_some();
                alone.then(|| {
                    "rate_percents, rate_concurrency: found one of them (expected both or none)"
                        .to_owned()
                })
            })
            .or_else(|| self.repeated())
    }

    fn repeated(&self) -> Option<String> {
        let levels = self.levels();
        let is_repeated = |level: &&Level| levels.iter().filter(|other| other == level).count() > 1;
        let twice = levels.iter().find(is_repeated);
        twice.map(|level| format!("found {level} twice (expected it once)"))
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

    #[must_use]
    pub fn steal_limit(&self) -> StealLimit {
        StealLimit {
            max_percent: self.max_steal_percent,
            max_retries: self.max_retries,
        }
    }

    /// Splits the cores as the user chose, else as the plan says, else the load tool gets the last one and server and
    /// database share the others.
    ///
    /// # Errors
    /// A list is no CPU list, or names a core that is not there.
    pub fn cores(&self, server: Option<CpuList>, client: Option<CpuList>) -> Result<Cores, Error> {
        let allowed = CpuList::allowed()?;
        let split = CoreSplit::choose(
            &allowed,
            CpuList::or_planned(server, self.server_cpus.as_deref())?,
            CpuList::or_planned(client, self.client_cpus.as_deref())?,
        )?;
        let database = CpuList::or_planned(None, self.database_cpus.as_deref())?;
        let database = database.unwrap_or_else(|| split.server.clone());
        database.check_within(&allowed)?;
        Ok(Cores { split, database })
    }

    /// What a result file says of the plan.
    #[must_use]
    pub fn parameters(&self, cores: &Cores) -> Parameters {
        Parameters {
            iterations: Some(self.iterations),
            hold_s: Some(self.hold_s),
            warmup_s: Some(self.warmup_s),
            rate_concurrency: self.rate_concurrency,
            max_steal_percent: self.max_steal_percent,
            max_retries: self.max_steal_percent.map(|_| self.max_retries),
            server_cpus: Some(cores.split.server.to_string()),
            client_cpus: Some(cores.split.client.to_string()),
            database_cpus: Some(cores.database.to_string()),
            database_pool_size: Some(self.database_pool_size),
            ..Parameters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn read(text: &str) -> Result<LookupPlan, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.toml");
        std::fs::write(&path, text).unwrap();
        LookupPlan::read(&path)
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
    fn the_database_runs_on_the_servers_cores_unless_it_has_its_own() {
        let first = CpuList::allowed().unwrap().to_string();
        let first = first.split(['-', ',']).next().unwrap();
        let chosen = || Some(first.parse::<CpuList>().unwrap());
        let cores = read(WHOLE).unwrap().cores(chosen(), chosen()).unwrap();
        assert_eq!(cores.database, cores.split.server);
        let own = format!("{WHOLE}database_cpus = \"99999\"\n");
        let error = read(&own).unwrap().cores(chosen(), chosen()).unwrap_err();
        assert!(error.to_string().contains("99999"), "{error}");
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
