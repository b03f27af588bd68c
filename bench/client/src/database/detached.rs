//! An instance that goes on when `rtbench` has ended, until it is taken down: to try servers by hand.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use super::{Instance, Programs};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::is_alive;
use crate::server::free_address;

/// An instance in a folder that is named, not scratched.
#[derive(Debug)]
pub struct DetachedDatabase {
    instance: Instance,
}

impl DetachedDatabase {
    /// Where it is unless told otherwise.
    #[must_use]
    pub fn default_folder() -> PathBuf {
        std::env::temp_dir().join("rtbench-database")
    }

    /// Makes an instance, without users, and starts its server on the calling thread's cores.
    ///
    /// # Errors
    /// There is something at `folder`, PostgreSQL is not there or cannot be made to run, or the user interrupts; `folder` is
    /// then as it was.
    pub fn start(folder: &Path, port: Option<u16>, interrupt: &Interrupt) -> Result<Self, Error> {
        let programs = Programs::find()?;
        if folder.exists() {
            return Err(Error::FolderTaken {
                folder: folder.to_owned(),
            });
        }
        let address = free_address(port)?;
        fs::create_dir(folder).map_err(Error::io("made", folder))?;
        let made = || {
            let instance = Instance::create(programs.clone(), folder, address, interrupt)?;
            let mut command = programs.owners_command("pg_ctl");
            command.args(["start", "--wait", "--silent", "--pgdata"]);
            command.arg(instance.data());
            command.arg("--log").arg(folder.join("log"));
            instance.run(&mut command, interrupt)?;
            instance.create_database(interrupt)?;
            Ok(Self { instance })
        };
        made().inspect_err(|_| {
            // The error that was, not the one of tidying up, is what the user is told.
            let instance = Instance::at(programs.clone(), folder, address);
            let _ = Self { instance }.stop();
        })
    }

    /// The instance whose server runs in `folder`.
    ///
    /// # Errors
    /// There is none.
    pub fn find(folder: &Path) -> Result<Self, Error> {
        let detached = Self::in_folder(folder)?;
        match detached.is_running() {
            true => Ok(detached),
            false => Err(Error::NoDatabase {
                folder: folder.to_owned(),
            }),
        }
    }

    /// The instance in `folder`, whether its server runs or not.
    ///
    /// # Errors
    /// There is none.
    pub fn in_folder(folder: &Path) -> Result<Self, Error> {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        if !folder.join("data/PG_VERSION").is_file() {
            return Err(Error::NoDatabase { folder });
        }
        let port = postmaster_file(&folder).map_or(0, |(_, port)| port);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Ok(Self {
            instance: Instance::at(Programs::find()?, &folder, address),
        })
    }

    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The id of the server's first process, if it runs.
    #[must_use]
    pub fn pid(&self) -> Option<i32> {
        let (pid, _) = postmaster_file(&self.instance.folder)?;
        is_alive(pid).then_some(pid)
    }

    fn is_running(&self) -> bool {
        self.pid().is_some()
    }

    /// Stops the server, and removes the instance and its folder.
    ///
    /// # Errors
    /// The server does not stop, or the folder cannot be removed.
    pub fn stop(self) -> Result<(), Error> {
        let instance = &self.instance;
        if self.is_running() {
            let mut command = instance.programs.owners_command("pg_ctl");
            command.args(["stop", "--wait", "--silent", "--mode", "fast", "--pgdata"]);
            command.arg(instance.data());
            // Also where the user has asked to stop: this is stopping.
            instance.run(&mut command, &Interrupt::default())?;
        }
        fs::remove_dir_all(&instance.folder).map_err(Error::io("removed", &instance.folder))
    }
}

/// Process id and port, as the server keeps them while it runs.
fn postmaster_file(folder: &Path) -> Option<(i32, u16)> {
    let text = fs::read_to_string(folder.join("data/postmaster.pid")).ok()?;
    let mut lines = text.lines();
    let pid = lines.next()?.trim().parse().ok()?;
    let port = lines.nth(2)?.trim().parse().ok()?;
    Some((pid, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_and_port_are_the_first_and_the_fourth_line() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(postmaster_file(folder.path()), None);
        fs::create_dir(folder.path().join("data")).unwrap();
        let text = "4711\n/somewhere/data\n1700000000\n5433\n\n127.0.0.1\n";
        fs::write(folder.path().join("data/postmaster.pid"), text).unwrap();
        assert_eq!(postmaster_file(folder.path()), Some((4711, 5433)));
    }

    #[test]
    fn a_folder_without_an_instance_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let error = DetachedDatabase::in_folder(folder.path())
            .unwrap_err()
            .to_string();
        assert!(error.contains("rtbench database start"), "{error}");
        assert!(folder.path().exists());
    }
}
