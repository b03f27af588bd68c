//! What one needs to know to trust the figures and to measure them again.

use std::collections::BTreeMap;
use std::time::SystemTime;

use rtbench::affinity::CoreSplit;
use rtbench::notation::timestamp;
use rtbench::repository::Repository;
use rtbench::result::Machine;
use serde::Serialize;

use super::client::{Program, versions};
use super::error::Error;

#[derive(Debug, Serialize)]
pub struct Conditions {
    pub started_at: String,
    pub command: String,
    /// Of rtbench's source; `None` without git.
    pub commit: Option<String>,
    pub machine: Machine,
    pub server_cpus: String,
    pub client_cpus: String,
    pub versions: BTreeMap<&'static str, String>,
    pub warnings: Vec<String>,
}

impl Conditions {
    /// Takes them down, before anything is measured.
    ///
    /// # Errors
    /// A program does not tell its version, or /proc does not say what it must.
    pub fn now(
        programs: &[Program],
        repository: &Repository,
        cores: &CoreSplit,
    ) -> Result<Self, Error> {
        let machine = Machine::current()?;
        let warnings = [cores.warning(), machine.load_warning()];
        let versions = programs
            .iter()
            .filter(|program| **program != Program::Floor)
            .map(|program| Ok((program.id(), versions(*program, repository)?)))
            .collect::<Result<_, Error>>()?;
        Ok(Self {
            started_at: timestamp(SystemTime::now()),
            command: std::env::args()
                .skip(1)
                .fold("script/bench-client".to_owned(), |command, argument| {
                    command + " " + &argument
                }),
            commit: repository.client_commit(),
            server_cpus: cores.server.to_string(),
            client_cpus: cores.client.to_string(),
            warnings: warnings.into_iter().flatten().collect(),
            machine,
            versions,
        })
    }
}
