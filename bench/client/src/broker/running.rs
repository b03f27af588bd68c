//! A broker for the length of a run: tied to `rtbench`, in a folder that goes with it.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::place::Place;
use super::{Broker, Publisher, PublisherError, Scheme, mosquitto, nats, rabbitmq};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::server::{Log, LogTail, end_tree, spawn_tied};

const POLL: Duration = Duration::from_millis(20);
const ATTEMPT: Duration = Duration::from_secs(1);
/// For a broker to take connections, also after a crash.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// For each of its processes to end in order once it is asked to.
const GRACE: Duration = Duration::from_secs(10);

/// A broker that ends when this is dropped. Its folder goes, too; where `rtbench` is killed, the broker is with it, and the folder
/// stays.
#[derive(Debug)]
pub struct RunningBroker {
    broker: Broker,
    /// The last is the broker, the others are what it needs. Before the folder, so that they have ended when that goes.
    processes: Vec<Process>,
    place: Place,
    cpus: Option<CpuList>,
    _folder: TempDir,
}

impl RunningBroker {
    /// Starts the broker on free ports and its cores. Call it from a thread that outlives the broker.
    ///
    /// # Errors
    /// It is not installed, it cannot be made to run, or the user interrupts.
    pub fn start(
        broker: Broker,
        cpus: Option<&CpuList>,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        let folder =
            tempfile::tempdir().map_err(Error::io("made a folder in", &std::env::temp_dir()))?;
        let mut running = Self {
            broker,
            processes: Vec::new(),
            place: Place::new(broker, folder.path())?,
            cpus: cpus.cloned(),
            _folder: folder,
        };
        running.resume(interrupt)?;
        Ok(running)
    }

    /// As the broker tells it.
    ///
    /// # Errors
    /// It is not installed, or does not tell.
    pub fn version(broker: Broker) -> Result<String, Error> {
        match broker {
            Broker::Rabbitmq => rabbitmq::version(),
            Broker::Nats => nats::version(),
            Broker::Mosquitto => mosquitto::version(),
        }
    }

    /// Starts it again if it does not run, on the same ports and data.
    ///
    /// # Errors
    /// It ends, or takes no connections in time (with the tail of its log); or the user interrupts.
    pub fn resume(&mut self, interrupt: &Interrupt) -> Result<(), Error> {
        if self.is_running() {
            return Ok(());
        }
        // What it had needed goes first.
        self.suspend();
        for mut command in self.commands()? {
            let process = Process::start(&mut command, self)?;
            self.processes.push(process);
        }
        self.wait_until_ready(interrupt)
    }

    fn commands(&self) -> Result<Vec<Command>, Error> {
        match self.broker {
            Broker::Rabbitmq => rabbitmq::commands(&self.place),
            Broker::Nats => nats::commands(&self.place),
            Broker::Mosquitto => mosquitto::commands(&self.place),
        }
    }

    fn wait_until_ready(&mut self, interrupt: &Interrupt) -> Result<(), Error> {
        let deadline = Instant::now() + READY_TIMEOUT;
        while !self.is_ready() {
            interrupt.check()?;
            if !self.is_running() {
                return Err(self.failed("ended while it was starting".to_owned()));
            }
            if Instant::now() > deadline {
                let how = format!("took no connections within {READY_TIMEOUT:?}");
                return Err(self.failed(how));
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// It listens for all that may be spoken to it, and lets a publisher in.
    fn is_ready(&self) -> bool {
        let listens = |address: &SocketAddr| TcpStream::connect_timeout(address, ATTEMPT).is_ok();
        self.addresses().values().all(listens) && self.publisher().is_ok()
    }

    /// Stops it, and leaves its data.
    pub fn suspend(&mut self) {
        // What it needs outlives it.
        while self.processes.pop().is_some() {}
    }

    pub fn is_running(&mut self) -> bool {
        self.processes.last_mut().is_some_and(Process::is_running)
    }

    /// The id of the broker's first process, while it runs.
    #[must_use]
    pub fn pid(&self) -> Option<i32> {
        let process = self.processes.last()?;
        Some(process.child.id().cast_signed())
    }

    #[must_use]
    pub fn broker(&self) -> Broker {
        self.broker
    }

    /// Where it listens, by what is spoken there.
    #[must_use]
    pub fn addresses(&self) -> &BTreeMap<Scheme, SocketAddr> {
        &self.place.addresses
    }

    /// Someone who may publish.
    ///
    /// # Errors
    /// The broker is away, or lets nobody in.
    pub fn publisher(&self) -> Result<Publisher, PublisherError> {
        let scheme = self.broker.schemes()[0];
        Publisher::connect(scheme, self.place.address(scheme))
    }

    fn failed(&self, how: String) -> Error {
        let last = self.processes.last();
        Error::Broker {
            broker: self.broker.to_string(),
            how,
            tail: last.map_or_else(LogTail::default, |process| process.log.tail()),
        }
    }
}

/// Asked to end, and awaited, when it is dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    log: Log,
}

impl Process {
    fn start(command: &mut Command, of: &RunningBroker) -> Result<Self, Error> {
        let log = Log::create()?;
        command
            .current_dir(&of.place.folder)
            .stdin(Stdio::null())
            .stdout(log.for_child()?)
            .stderr(log.for_child()?);
        let child = spawn_tied(command, of.cpus.as_ref());
        let child = child.map_err(|source| {
            let program = command.get_program().to_string_lossy();
            of.failed(format!("cannot be run: `{program}`: {source}"))
        })?;
        Ok(Self { child, log })
    }

    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Also when it has ended: what it has started may have outlived it.
        end_tree(&mut self.child, GRACE);
    }
}
