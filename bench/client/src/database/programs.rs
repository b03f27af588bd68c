//! Where PostgreSQL's programs are, and as which Unix user its server runs.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::User;

use crate::error::Error;
use crate::server::LogTail;

/// Debian keeps each major version's programs in a folder of its own, and few of them on PATH.
const DEBIAN_FOLDER: &str = "/usr/lib/postgresql";
const NEEDED: [&str; 6] = [
    "initdb",
    "postgres",
    "pg_ctl",
    "pg_isready",
    "psql",
    "pgbench",
];
/// Made by Debian's package; PostgreSQL refuses to be run by root.
const UNIX_USER: &str = "postgres";

/// PostgreSQL's programs, all of one version.
#[derive(Debug, Clone)]
pub struct Programs {
    folder: PathBuf,
    /// Who runs the server in place of root.
    owner: Option<Owner>,
}

#[derive(Debug, Clone, Copy)]
struct Owner {
    uid: u32,
    gid: u32,
}

impl Programs {
    /// Finds the newest version of Debian's packages, else the one on PATH.
    ///
    /// # Errors
    /// A program is missing, or this is root and there is no one else to run the server.
    pub fn find() -> Result<Self, Error> {
        let folder = newest_version(Path::new(DEBIAN_FOLDER)).or_else(|| {
            let program = which::which_global(NEEDED[0]).ok()?.canonicalize().ok()?;
            program.parent().map(Path::to_owned)
        });
        let missing = |program| Error::PostgresMissing { program };
        let folder = folder.ok_or_else(|| missing(NEEDED[0]))?;
        match NEEDED.iter().find(|name| !folder.join(name).is_file()) {
            Some(program) => Err(missing(program)),
            None => Ok(Self {
                folder,
                owner: owner()?,
            }),
        }
    }

    /// A program, as the calling user.
    #[must_use]
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.folder.join(program));
        // What it prints is read.
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    /// A program, as the user to whom the instance belongs.
    #[must_use]
    pub fn owners_command(&self, program: &str) -> Command {
        let mut command = self.command(program);
        if let Some(Owner { uid, gid }) = self.owner {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Gives a folder to the user to whom the instance belongs.
    ///
    /// # Errors
    /// The file system does not let it be given.
    pub fn give_ownership(&self, folder: &Path) -> Result<(), Error> {
        match self.owner {
            None => Ok(()),
            Some(Owner { uid, gid }) => chown(folder, Some(uid), Some(gid))
                .map_err(Error::io("given to PostgreSQL's user", folder)),
        }
    }

    /// As the server tells it: `15.18 (Debian 15.18-0+deb12u1)`.
    ///
    /// # Errors
    /// It does not tell.
    pub fn version(&self) -> Result<String, Error> {
        let mut command = self.command("postgres");
        let told = command.arg("--version").output();
        let line = told
            .ok()
            .filter(|output| output.status.success())
            .and_then(|output| String::from_utf8(output.stdout).ok());
        let version = line
            .as_deref()
            .and_then(|line| line.trim().strip_prefix("postgres (PostgreSQL) "));
        version
            .map(ToOwned::to_owned)
            .ok_or_else(|| Error::Database {
                command: "postgres --version".to_owned(),
                how: "told no version".to_owned(),
                tail: LogTail::default(),
            })
    }
}

/// The folder of programs of the newest version below `folder`.
fn newest_version(folder: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(folder).ok()?;
    let numbers = versions.filter_map(|entry| {
        let number: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        Some((number, folder.join(number.to_string()).join("bin")))
    });
    let with_server = numbers.filter(|(_, programs)| programs.join(NEEDED[0]).is_file());
    with_server.max().map(|(_, programs)| programs)
}

fn owner() -> Result<Option<Owner>, Error> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    match User::from_name(UNIX_USER) {
        Ok(Some(user)) => Ok(Some(Owner {
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
        })),
        Ok(None) | Err(_) => Err(Error::NoPostgresUser { user: UNIX_USER }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_that_has_a_server_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(newest_version(folder.path()), None);
        for (version, has_server) in [("9", true), ("15", true), ("16", false), ("extra", true)] {
            let programs = folder.path().join(version).join("bin");
            std::fs::create_dir_all(&programs).unwrap();
            if has_server {
                std::fs::write(programs.join("initdb"), "").unwrap();
            }
        }
        let expected = folder.path().join("15/bin");
        assert_eq!(newest_version(folder.path()), Some(expected));
    }
}
