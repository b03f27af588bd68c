//! An instance for the length of a run: tied to `rtbench`, in a folder that goes with it.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::instance::failed;
use super::{Instance, Programs, Schema};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::server::{Log, end_tree, free_address, spawn_tied};

const POLL: Duration = Duration::from_millis(20);
/// For the server to take connections, also after a crash.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// For the server to end in order once it is asked to.
const GRACE: Duration = Duration::from_secs(10);

/// A filled database, whose server ends when this is dropped. Its folder goes, too; where `rtbench` is killed, the server
/// is with it, and the folder stays.
#[derive(Debug)]
pub struct Database {
    // Before the folder, so that it has ended when that goes.
    postmaster: Option<Postmaster>,
    instance: Instance,
    cpus: Option<CpuList>,
    _folder: TempDir,
}

impl Database {
    /// Makes an instance on a free port, starts its server on its cores, and fills in the schema's rows. Call it from a thread that
    /// outlives the database.
    ///
    /// # Errors
    /// PostgreSQL is not there, it cannot be made to run, or the user interrupts.
    pub fn start(
        schema: Schema,
        repository: &Repository,
        cpus: Option<&CpuList>,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        let programs = Programs::find()?;
        let folder =
            tempfile::tempdir().map_err(Error::io("made a folder in", &std::env::temp_dir()))?;
        let address = free_address(None)?;
        let mut database = Self {
            postmaster: None,
            instance: Instance::create(programs, folder.path(), address, interrupt)?,
            cpus: cpus.cloned(),
            _folder: folder,
        };
        database.resume(interrupt)?;
        database.instance.create_database(interrupt)?;
        database.instance.fill(schema, repository, interrupt)?;
        Ok(database)
    }

    /// Starts the server again if it does not run, on the same port and data.
    ///
    /// # Errors
    /// It ends, or takes no connections in time (with the tail of its log); or the user interrupts.
    pub fn resume(&mut self, interrupt: &Interrupt) -> Result<(), Error> {
        if self.is_running() {
            return Ok(());
        }
        let mut postmaster = Postmaster::start(&self.instance, self.cpus.as_ref())?;
        postmaster.wait_until_ready(&self.instance, interrupt)?;
        self.postmaster = Some(postmaster);
        Ok(())
    }

    /// Stops the server, and leaves its data.
    pub fn suspend(&mut self) {
        self.postmaster = None;
    }

    pub fn is_running(&mut self) -> bool {
        self.postmaster.as_mut().is_some_and(Postmaster::is_running)
    }

    /// The id of the server's first process, while it runs.
    #[must_use]
    pub fn pid(&self) -> Option<i32> {
        let postmaster = self.postmaster.as_ref()?;
        Some(postmaster.child.id().cast_signed())
    }

    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }
}

/// The server's first process; asked to end, and awaited, when it is dropped.
#[derive(Debug)]
struct Postmaster {
    child: Child,
    log: Log,
}

impl Postmaster {
    fn start(instance: &Instance, cpus: Option<&CpuList>) -> Result<Self, Error> {
        let log = Log::create()?;
        let mut command = instance.programs.owners_command("postgres");
        command
            .arg("-D")
            .arg(instance.data())
            .current_dir(&instance.folder)
            .stdin(Stdio::null())
            .stdout(log.for_child()?)
            .stderr(log.for_child()?);
        let child = spawn_tied(&mut command, cpus);
        let child = child.map_err(|source| failed(&command, source.to_string()))?;
        Ok(Self { child, log })
    }

    fn wait_until_ready(
        &mut self,
        instance: &Instance,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let deadline = Instant::now() + READY_TIMEOUT;
        let failed = |how: String, log: &Log| Error::Database {
            command: "postgres".to_owned(),
            how,
            tail: log.tail(),
        };
        while !instance.is_ready() {
            interrupt.check()?;
            if !self.is_running() {
                return Err(failed("ended while it was starting".to_owned(), &self.log));
            }
            if Instant::now() > deadline {
                let how = format!("took no connections within {READY_TIMEOUT:?}");
                return Err(failed(how, &self.log));
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Postmaster {
    fn drop(&mut self) {
        if !self.is_running() {
            return;
        }
        // Its "fast" shutdown: ends connections and waits for no one; SIGTERM would wait for clients to leave.
        let pid = Pid::from_child(&self.child);
        let _ = kill_process(pid, Signal::INT);
        let deadline = Instant::now() + GRACE;
        while self.is_running() {
            if Instant::now() > deadline {
                end_tree(&mut self.child, Duration::ZERO);
                return;
            }
            std::thread::sleep(POLL);
        }
    }
}
