//! A plan file: the keys of every plan, and those of its workload.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use super::{Cell, StealLimit, Workload};
use crate::affinity::{CoreSplit, CpuList};
use crate::error::Error;
use crate::result::Parameters;
use crate::server::Server;

/// What every plan says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The comparison that the results belong to, which is their folder in `data/` too.
    pub comparison: String,
    /// Ids of servers, which take turns in an order that each run draws.
    pub servers: Vec<String>,
    /// Other major versions of runtimes, by command: servers that ask for one of these are measured on this one as well, in the same rounds.
    #[serde(default)]
    pub also_on: BTreeMap<String, u32>,
    /// Recorded iterations of each cell.
    pub iterations: u32,
    /// An iteration during which the hypervisor kept more than this from the machine (100 = one core) is measured again …
    #[serde(default)]
    pub max_steal_percent: Option<f64>,
    /// … this often, then it stays as it is.
    #[serde(default)]
    max_retries: u32,
    #[serde(default)]
    server_cpus: Option<String>,
    #[serde(default)]
    client_cpus: Option<String>,
}

/// As the fields of `Plan`.
const KEYS: [&str; 8] = [
    "comparison",
    "servers",
    "also_on",
    "iterations",
    "max_steal_percent",
    "max_retries",
    "server_cpus",
    "client_cpus",
];

/// The comparison that a plan measures, which tells how its other keys are to be read.
///
/// # Errors
/// The plan cannot be read, or names none that is `known`; the message names the place.
pub fn comparison_of(path: &Path, known: &[&str]) -> Result<String, Error> {
    #[derive(Deserialize)]
    struct Head {
        comparison: Spanned<String>,
    }
    let text = read(path)?;
    let head: Head =
        toml::from_str(&text).map_err(|error| Error::invalid_toml(path, &text, &error))?;
    let found = head.comparison.get_ref();
    if known.contains(&found.as_str()) {
        return Ok(found.clone());
    }
    let line = text[..head.comparison.span().start].matches('\n').count() + 1;
    let known = known.join(", ");
    let fault = format!("line {line}: comparison: found `{found}` (expected one of {known})");
    Err(Error::invalid(path, fault))
}

impl Plan {
    /// Reads and checks a plan of that workload.
    ///
    /// # Errors
    /// It cannot be read, or something in it is not as expected; the message names the place.
    pub fn read<W: Workload>(path: &Path) -> Result<(Self, W::Keys), Error> {
        let text = read(path)?;
        let (plan, keys): (Self, W::Keys) =
            parse(&text).map_err(|error| with_keys(Error::invalid_toml(path, &text, &error)))?;
        let fault = plan.fault().or_else(|| W::fault(&keys));
        match fault.or_else(|| fault_of_cells(&W::cells(&keys))) {
            None => Ok((plan, keys)),
            Some(fault) => Err(Error::invalid(path, fault)),
        }
    }

    fn fault(&self) -> Option<String> {
        some("servers", self.servers.len())
            .or_else(|| positive("iterations", self.iterations > 0))
            .or_else(|| {
                let is = self.max_steal_percent.is_none_or(is_positive);
                positive("max_steal_percent", is)
            })
            .or_else(|| self.steal_limit().fault())
    }

    /// Ids of the servers, each with those that it would have on the other runtimes.
    #[must_use]
    pub(super) fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for id in &self.servers {
            ids.push(id.clone());
            ids.extend(
                self.also_on
                    .iter()
                    .map(|(name, major)| Server::id_on(id, name, *major)),
            );
        }
        ids
    }

    #[must_use]
    pub(super) fn steal_limit(&self) -> StealLimit {
        StealLimit {
            max_percent: self.max_steal_percent,
            max_retries: self.max_retries,
        }
    }

    /// Splits the cores as the user chose, else as the plan says, else the client gets the last
    /// one.
    ///
    /// # Errors
    /// A list is no CPU list, or names a core that is not there.
    pub fn split_cores(
        &self,
        server: Option<CpuList>,
        client: Option<CpuList>,
    ) -> Result<CoreSplit, Error> {
        CoreSplit::choose(
            &CpuList::allowed()?,
            CpuList::or_planned(server, self.server_cpus.as_deref())?,
            CpuList::or_planned(client, self.client_cpus.as_deref())?,
        )
    }

    /// What a result file says of the plan, added to what the workload says.
    #[must_use]
    pub(super) fn parameters(&self, cores: &CoreSplit, own: Parameters) -> Parameters {
        Parameters {
            iterations: Some(self.iterations),
            max_steal_percent: self.max_steal_percent,
            max_retries: self.max_steal_percent.map(|_| self.max_retries),
            server_cpus: Some(cores.server.to_string()),
            client_cpus: Some(cores.client.to_string()),
            ..own
        }
    }
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::io("read", path))
}

/// The parser knows one part of the keys at a time, and lists just those.
fn with_keys(error: Error) -> Error {
    match error {
        Error::InvalidFile { path, reason } if reason.contains("unknown field") => {
            let reason = format!("{reason}, or of every plan: {}", KEYS.join(", "));
            Error::InvalidFile { path, reason }
        }
        other => other,
    }
}

/// Each key goes to whom it belongs to, so that both refuse what they don't know, with its line.
fn parse<K: DeserializeOwned>(text: &str) -> Result<(Plan, K), toml::de::Error> {
    let whole = DeTable::parse(text)?;
    let span = whole.span();
    let (mut plan, mut own) = (DeTable::new(), DeTable::new());
    for (key, value) in whole.into_inner() {
        let is_of_every_plan = KEYS.contains(&key.get_ref().as_ref());
        let table = if is_of_every_plan {
            &mut plan
        } else {
            &mut own
        };
        table.insert(key, value);
    }
    let own = K::deserialize(Deserializer::from(Spanned::new(span.clone(), own)))?;
    let plan = Plan::deserialize(Deserializer::from(Spanned::new(span, plan)))?;
    Ok((plan, own))
}

fn fault_of_cells(cells: &[impl Cell]) -> Option<String> {
    let is_repeated = |cell: &&_| cells.iter().filter(|other| other == cell).count() > 1;
    let twice = cells.iter().find(is_repeated);
    let twice = twice.map(|cell| format!("cells: found {cell} twice (expected it once)"));
    some("cells", cells.len()).or(twice)
}

/// The fault of two fields that make sense together only.
#[must_use]
pub fn both_or_none(fields: &str, has_one: bool, has_other: bool) -> Option<String> {
    (has_one != has_other).then(|| format!("{fields}: found one of them (expected both or none)"))
}

/// The fault of a field that has to be more than 0.
#[must_use]
pub fn positive(field: &str, is: bool) -> Option<String> {
    (!is).then(|| format!("{field}: found 0 or less (expected more than 0)"))
}

/// The fault of a list that has to have something in it.
#[must_use]
pub fn some(field: &str, found: usize) -> Option<String> {
    (found == 0).then(|| format!("{field}: found none (expected at least one)"))
}

#[must_use]
pub fn is_positive(value: f64) -> bool {
    value > 0.0 && value < 1e9
}
