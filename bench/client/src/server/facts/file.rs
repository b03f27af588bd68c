//! `data/servers.json`: the facts of all servers, each as it was last measured.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Facts;
use crate::error::Error;
use crate::result::write_aside;

/// The file's content; servers are sorted by id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsFile {
    /// Where the schema is, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    pub servers: Vec<Facts>,
}

impl FactsFile {
    /// Reads the file; one that is not there holds nothing.
    ///
    /// # Errors
    /// It cannot be read, or it breaks the contract: the message names line and column.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self {
                    schema: Some("../schema/servers.json".to_owned()),
                    servers: Vec::new(),
                });
            }
            text => text.map_err(Error::io("read", path))?,
        };
        serde_json::from_str(&text).map_err(|error| Error::invalid(path, error))
    }

    /// Takes a server's facts, in place of older ones.
    pub fn set(&mut self, facts: Facts) {
        self.servers
            .retain(|older| older.technology != facts.technology);
        self.servers.push(facts);
        self.servers.sort_by(|a, b| a.technology.cmp(&b.technology));
    }

    /// Writes the file aside, then renames it into place.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("plain data") + "\n";
        write_aside(path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::BuildCaches;
    use super::*;
    use crate::result::sample_run;

    fn facts(technology: &str, build_s: f64) -> Facts {
        let run = sample_run();
        Facts {
            technology: technology.to_owned(),
            measured_at: run.started_at,
            client: run.client,
            machine: run.machine,
            server_cpus: "0-1".to_owned(),
            versions: BTreeMap::from([("node".to_owned(), "20.0.0".to_owned())]),
            line_counter: "tokei 15.0.0".to_owned(),
            source_lines: 100,
            configuration_lines: 20,
            lines_by_language: BTreeMap::from([("JavaScript".to_owned(), 100)]),
            build_s,
            build_caches: BuildCaches::Warm,
            artifact_mib: 2.5,
            starts: 5,
            ready_median_ms: 120.5,
            ready_min_ms: 110.0,
            ready_max_ms: 150.0,
            idle_memory_mib: 30.25,
            idle_after_s: 5.0,
            notes: vec!["Warning: busy.".to_owned()],
        }
    }

    fn file(path: &Path, all: &[Facts]) -> FactsFile {
        let mut file = FactsFile::read(path).unwrap();
        all.iter().cloned().for_each(|facts| file.set(facts));
        file.write(path).unwrap();
        FactsFile::read(path).unwrap()
    }

    #[test]
    fn a_server_that_is_measured_again_replaces_itself_and_the_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("servers.json");
        file(&path, &[facts("node-ws", 2.0), facts("bun", 3.0)]);
        let read = file(&path, &[facts("node-ws", 1.0)]);
        assert_eq!(read.servers, [facts("bun", 3.0), facts("node-ws", 1.0)]);
    }

    #[test]
    fn what_is_written_validates_against_the_schema() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("servers.json");
        file(&path, &[facts("bun", 3.0)]);
        let schema = include_str!("../../../../../schema/servers.json");
        let validator = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
        let written: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let faults: Vec<_> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn a_broken_file_is_reported_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("servers.json");
        std::fs::write(&path, "{\n  \"servers\": [ 1 ]\n}").unwrap();
        let message = FactsFile::read(&path).unwrap_err().to_string();
        assert!(message.contains("servers.json"), "{message}");
        assert!(message.contains("line 2 column"), "{message}");
    }
}
