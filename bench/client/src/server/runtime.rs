//! The runtime that a server is measured on, where `script/bootstrap bench` has brought it or found the system's to be new enough.
//! Elsewhere the system's own serves, whatever its version: result files name it.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::{Need, Server};
use crate::error::Error;

/// Where the runtimes are, in the repository; each in `NAME-MAJOR/bin`.
pub(super) const RUNTIMES: &str = ".cache/runtimes";

impl Server {
    /// Has a command of the server find the runtimes that it asks for first.
    pub(super) fn set_path(&self, command: &mut Command) {
        let folders: Vec<PathBuf> = self.runtimes().map(|(_, folder)| folder).collect();
        let present = folders.into_iter().filter(|folder| folder.is_dir());
        let path = env::var_os("PATH").unwrap_or_default();
        let searched: Vec<PathBuf> = present.chain(env::split_paths(&path)).collect();
        let joined = env::join_paths(searched).unwrap_or_else(|_| OsString::from(&path));
        command.env("PATH", joined);
    }

    /// Those that it asks for and that are not there, as `java 25`.
    #[must_use]
    pub fn missing_runtimes(&self) -> Vec<String> {
        let missing = self.runtimes().filter(|(_, folder)| !folder.is_dir());
        missing.map(|(name, _)| name).collect()
    }

    /// The id that a server has on another runtime than its manifest asks for, which makes it a technology of its own.
    #[must_use]
    pub fn id_on(id: &str, runtime: &str, major: u32) -> String {
        format!("{id}-on-{runtime}-{major}")
    }

    /// The server, and the same on those of `others` that its manifest asks for in another version; what needs its own runtime stays on that.
    ///
    /// # Errors
    /// One of them is not there: what PATH has would stand in for it under its name.
    pub fn and_on(&self, others: &BTreeMap<String, u32>) -> Result<Vec<Self>, Error> {
        let needs_own = |need: &Need| matches!(need, Need::Runtime(_));
        let mut all = vec![self.clone()];
        for (name, major) in others {
            let asked = self.manifest.runtime.get(name);
            if asked.is_none_or(|own| own == major) || self.manifest.needs.iter().any(needs_own) {
                continue;
            }
            let mut other = self.clone();
            other.manifest.technology = Self::id_on(self.id(), name, *major);
            other.manifest.runtime.insert(name.clone(), *major);
            if !other.has_runtime(name) {
                return Err(Error::RuntimeMissing {
                    server: other.id().to_owned(),
                    runtime: format!("{name} {major}"),
                });
            }
            all.push(other);
        }
        Ok(all)
    }

    pub(super) fn has_runtime(&self, command: &str) -> bool {
        let mut runtimes = self
            .manifest
            .runtime
            .iter()
            .filter(|(name, _)| *name == command);
        runtimes.any(|(name, major)| self.folder_of(name, *major).is_dir())
    }

    fn folder_of(&self, name: &str, major: u32) -> PathBuf {
        self.runtimes.join(format!("{name}-{major}")).join("bin")
    }

    fn runtimes(&self) -> impl Iterator<Item = (String, PathBuf)> {
        self.manifest
            .runtime
            .iter()
            .map(|(name, major)| (format!("{name} {major}"), self.folder_of(name, *major)))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::super::Manifest;
    use super::*;

    fn server(runtimes: PathBuf) -> Server {
        let text = "technology = \"one\"\nname = \"One\"\nlanguage = \"sh\"\nprotocols = [\"chat\"]\n\
                    run = [\"tongue\"]\n[runtime]\ntongue = 25\n[ready]\n";
        Server {
            folder: env::temp_dir(),
            manifest: toml::from_str::<Manifest>(text).unwrap(),
            source: "bench/servers/one".to_owned(),
            upstream: None,
            runtimes,
        }
    }

    #[test]
    fn a_runtime_that_was_brought_is_found_before_any_other() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("tongue-25/bin");
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("tongue");
        std::fs::write(&program, "#!/bin/sh\necho 25.0.2\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let server = server(root.path().to_owned());
        assert!(server.missing_runtimes().is_empty());
        let mut command = Command::new("tongue");
        server.set_path(&mut command);
        assert_eq!(command.output().unwrap().stdout, b"25.0.2\n");
    }

    #[test]
    fn on_another_runtime_a_server_is_a_technology_of_its_own() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("tongue-17/bin")).unwrap();
        let server = server(root.path().to_owned());
        let ids = |others: &[(&str, u32)]| {
            let others = others
                .iter()
                .map(|(name, major)| ((*name).to_owned(), *major));
            let all = server.and_on(&others.collect()).unwrap();
            all.iter()
                .map(|one| one.id().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(&[("tongue", 17)]), ["one", "one-on-tongue-17"]);
        assert_eq!(ids(&[("tongue", 25), ("nail", 20)]), ["one"]);
    }

    #[test]
    fn another_runtime_that_is_not_there_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let others = BTreeMap::from([("tongue".to_owned(), 17)]);
        let error = server(root.path().to_owned()).and_on(&others).unwrap_err();
        assert_eq!(
            error.to_string(),
            "one-on-tongue-17: tongue 17 is not there, which `script/bootstrap bench` brings"
        );
    }

    #[test]
    fn one_that_is_not_there_is_named_and_the_path_stays() {
        let root = tempfile::tempdir().unwrap();
        let server = server(root.path().to_owned());
        assert_eq!(server.missing_runtimes(), ["tongue 25"]);
        let mut command = Command::new("true");
        server.set_path(&mut command);
        assert!(command.status().unwrap().success());
    }
}
