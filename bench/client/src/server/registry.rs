//! The servers that the repository holds: one folder of `bench/servers` each.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::runtime::RUNTIMES;
use super::{Manifest, Protocol, spawn_tied};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::repository::Repository;
use crate::result;

/// A server of the repository.
#[derive(Debug, Clone)]
pub struct Server {
    pub folder: PathBuf,
    pub manifest: Manifest,
    /// The folder as the repository knows it.
    pub source: String,
    /// Where an original's submodule is, checked out or not.
    pub upstream: Option<PathBuf>,
    /// Where runtimes are that the system has no version of as new as servers ask for.
    pub(super) runtimes: PathBuf,
}

impl Server {
    #[must_use]
    pub fn id(&self) -> &str {
        &self.manifest.technology
    }

    /// What a result file says of the server; asks its runtime and libraries for their versions, on the cores
    /// that the server is to run on, of which may depend what a runtime picks.
    ///
    /// # Errors
    /// A version command cannot be run or fails.
    pub fn describe(&self, cpus: &CpuList) -> Result<result::Server, Error> {
        let mut commands = self.manifest.versions.clone();
        commands.extend(self.upstream_version());
        let versions: Result<BTreeMap<String, String>, Error> = commands
            .into_iter()
            .map(|(name, command)| Ok((name, self.first_line_of(&command, cpus)?)))
            .collect();
        let source = match &self.manifest.original {
            Some(original) => format!("{}/{}", original.submodule, original.folder),
            None => self.source.clone(),
        };
        Ok(result::Server {
            technology: self.id().to_owned(),
            source: Some(source),
            command: Some(self.manifest.run.join(" ")),
            versions: versions?,
        })
    }

    fn first_line_of(&self, words: &[String], cpus: &CpuList) -> Result<String, Error> {
        let failed = |source| Error::CommandNotRun {
            server: self.id().to_owned(),
            command: words.join(" "),
            source,
        };
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .current_dir(self.workplace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        self.set_path(&mut command);
        let output = spawn_tied(&mut command, Some(cpus))
            .and_then(Child::wait_with_output)
            .map_err(failed)?;
        let text = String::from_utf8_lossy(&output.stdout);
        match text.lines().next().map(str::trim) {
            Some(line) if output.status.success() && !line.is_empty() => Ok(line.to_owned()),
            _ => Err(failed(std::io::Error::other(format!(
                "it printed no version ({})",
                output.status
            )))),
        }
    }
}

/// All servers, by id.
#[derive(Debug)]
pub struct Registry {
    servers: BTreeMap<String, Server>,
}

impl Registry {
    /// Reads the manifests of all servers.
    ///
    /// # Errors
    /// A manifest is faulty.
    pub fn read(repository: &Repository) -> Result<Self, Error> {
        let folder = repository.path("bench/servers");
        let entries = std::fs::read_dir(&folder).map_err(Error::io("read", &folder))?;
        let mut servers = BTreeMap::new();
        for entry in entries {
            let folder = entry.map_err(Error::io("read", &folder))?.path();
            if folder.join("server.toml").is_file() {
                let manifest = Manifest::read(&folder)?;
                let source = repository.relative(&folder);
                let original = manifest.original.as_ref();
                let upstream = original.map(|original| repository.path(&original.submodule));
                let server = Server {
                    folder,
                    manifest,
                    source,
                    upstream,
                    runtimes: repository.path(RUNTIMES),
                };
                servers.insert(server.id().to_owned(), server);
            }
        }
        Ok(Self { servers })
    }

    pub fn all(&self) -> impl Iterator<Item = &Server> {
        self.servers.values()
    }

    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.servers.keys().cloned().collect()
    }

    /// Finds a server by id.
    ///
    /// # Errors
    /// There is none; the message lists those there are.
    pub fn get(&self, id: &str) -> Result<&Server, Error> {
        self.servers.get(id).ok_or_else(|| Error::UnknownServer {
            name: id.to_owned(),
            known: self.ids(),
        })
    }

    /// Finds a server that speaks a protocol.
    ///
    /// # Errors
    /// There is none of that id, or it does not speak it.
    pub fn speaking(&self, id: &str, protocol: Protocol) -> Result<&Server, Error> {
        let server = self.get(id)?;
        let speaks = &server.manifest.protocols;
        if speaks.contains(&protocol) {
            return Ok(server);
        }
        Err(Error::ProtocolNotSpoken {
            server: id.to_owned(),
            wanted: protocol.to_string(),
            speaks: speaks.iter().map(ToString::to_string).collect(),
        })
    }
}
