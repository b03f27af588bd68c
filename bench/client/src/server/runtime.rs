//! The runtime that a server is measured on, where `script/bootstrap bench` has brought it or found the system's to be new enough.
//! Elsewhere the system's own serves, whatever its version: result files name it.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use super::Server;

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
    fn one_that_is_not_there_is_named_and_the_path_stays() {
        let root = tempfile::tempdir().unwrap();
        let server = server(root.path().to_owned());
        assert_eq!(server.missing_runtimes(), ["tongue 25"]);
        let mut command = Command::new("true");
        server.set_path(&mut command);
        assert!(command.status().unwrap().success());
    }
}
