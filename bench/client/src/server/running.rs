//! A running server: started fresh, awaited until it is ready, stopped with its whole process tree.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::spawn::{end_tree, spawn_tied};
use super::{Endpoint, Log, LogTail, Server};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;

/// How finely the time to readiness can be told.
const POLL: Duration = Duration::from_millis(5);
/// How long a server has to end by itself once it is asked to.
const GRACE: Duration = Duration::from_secs(5);
/// One that has just lost all its connections may be about to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// Ends with its whole tree when it is dropped.
#[derive(Debug)]
pub struct RunningServer {
    id: String,
    address: SocketAddr,
    origin: Origin,
    child: Child,
    log: Log,
    status: Option<ExitStatus>,
}

/// How it was started.
#[derive(Debug, Clone)]
struct Origin {
    server: Server,
    environment: BTreeMap<String, String>,
    cpus: Option<CpuList>,
}

/// The loopback address with `port`, or with a free port that the kernel gives to no one else for the next minute.
///
/// # Errors
/// The port is taken, or none is free.
pub fn free_address(port: Option<u16>) -> Result<SocketAddr, Error> {
    let wanted = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port.unwrap_or(0));
    let address = match port {
        Some(_) => TcpListener::bind(wanted).map(|_| wanted),
        None => reserve(wanted),
    };
    address.map_err(|_| Error::PortTaken { address: wanted })
}

/// A port of the kernel's choice at `any`. A connection that ended there first is in `TIME_WAIT`: the kernel then chooses
/// that port neither for another listener nor for an outgoing connection, and one may listen there with `SO_REUSEADDR`, as servers do.
fn reserve(any: SocketAddr) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(any)?;
    let address = listener.local_addr()?;
    let other_end = TcpStream::connect(address)?;
    let (waiting_end, _) = listener.accept()?;
    drop(waiting_end);
    drop(other_end);
    Ok(address)
}

impl RunningServer {
    /// Starts the server on its cores and waits until it is ready. One whose port is fixed listens there,
    /// and not at the port of `address`. Call it from a thread that outlives the server.
    ///
    /// # Errors
    /// Its fixed port is taken; it cannot be run, ends, or is not ready in time (with the tail of its log);
    /// or the user interrupts.
    pub fn start(
        server: &Server,
        address: SocketAddr,
        cpus: Option<&CpuList>,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        Self::start_with(server, address, &BTreeMap::new(), cpus, interrupt)
    }

    /// The same, with further environment, such as where the database is; of what is offered to relays, with what this one takes.
    ///
    /// # Errors
    /// Those of `start`.
    pub fn start_with(
        server: &Server,
        address: SocketAddr,
        environment: &BTreeMap<String, String>,
        cpus: Option<&CpuList>,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        let manifest = &server.manifest;
        let address = match manifest.port {
            None => address,
            Some(port) => free_address(Some(port)).map_err(|_| Error::FixedPortTaken {
                server: server.id().to_owned(),
                port,
            })?,
        };
        let chosen = manifest.relay.choose(server.id(), environment)?;
        let log = Log::create()?;
        let mut command = Command::new(&manifest.run[0]);
        command
            .args(&manifest.run[1..])
            .current_dir(server.workplace())
            .envs(manifest.environment(address))
            .envs(chosen)
            .stdin(Stdio::null())
            .stdout(log.for_child()?)
            .stderr(log.for_child()?);
        server.set_path(&mut command);
        let child = spawn_tied(&mut command, cpus).map_err(|source| Error::CommandNotRun {
            server: server.id().to_owned(),
            command: manifest.run.join(" "),
            source,
        })?;
        let mut running = Self {
            id: server.id().to_owned(),
            address,
            origin: Origin {
                server: server.clone(),
                environment: environment.clone(),
                cpus: cpus.cloned(),
            },
            child,
            log,
            status: None,
        };
        running.wait_until_ready(server, interrupt)?;
        Ok(running)
    }

    fn wait_until_ready(&mut self, server: &Server, interrupt: &Interrupt) -> Result<(), Error> {
        let readiness = &server.manifest.ready;
        let deadline = Instant::now() + Duration::from_secs(readiness.timeout_s);
        while !readiness.is_met(self.address) {
            interrupt.check()?;
            if let Some(status) = self.exit_status() {
                return Err(Error::EndedEarly {
                    server: self.id.clone(),
                    status,
                    tail: self.log.tail(),
                });
            }
            if Instant::now() > deadline {
                return Err(Error::NotReady {
                    server: self.id.clone(),
                    timeout_s: readiness.timeout_s,
                    expected: format!("{readiness} at {}", self.address),
                    tail: self.log.tail(),
                });
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The id of the tree's root.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.child.id().cast_signed()
    }

    /// How the server ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status
    }

    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where and how it speaks the shootout's protocol, if it does.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.origin.server.manifest.shootout
    }

    /// The last lines of what it has printed.
    #[must_use]
    pub fn printed(&self) -> LogTail {
        self.log.tail()
    }

    /// Whether it ends by itself now, or has.
    pub fn has_just_ended(&mut self) -> bool {
        let deadline = Instant::now() + LAST_BREATH;
        while self.exit_status().is_none() {
            if Instant::now() > deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// What to tell the user if the server has ended without being asked to.
    pub fn ended_by_itself(&mut self) -> Option<Error> {
        self.exit_status().map(|status| Error::EndedByItself {
            server: self.id.clone(),
            status,
            tail: self.log.tail(),
        })
    }

    /// Ends it and starts a fresh one in its place, as it was started, at the same port.
    ///
    /// # Errors
    /// Those of `start`; then there is none any more.
    pub fn restart(&mut self, interrupt: &Interrupt) -> Result<(), Error> {
        end_tree(&mut self.child, GRACE);
        let Origin {
            server,
            environment,
            cpus,
        } = self.origin.clone();
        let address = free_address(Some(self.address.port()))?;
        *self = Self::start_with(&server, address, &environment, cpus.as_ref(), interrupt)?;
        Ok(())
    }

    /// Ends the server and its whole tree.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // Also when it has ended: its tree may have outlived it.
        end_tree(&mut self.child, GRACE);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_taken_port_is_reported_with_its_address() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let error = free_address(Some(address.port())).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{address} is taken")), "{error}");
    }

    #[test]
    fn a_free_port_is_given_once() {
        let addresses: HashSet<SocketAddr> =
            (0..1000).map(|_| free_address(None).unwrap()).collect();
        assert_eq!(addresses.len(), 1000);
        for address in addresses {
            TcpListener::bind(address).unwrap();
        }
    }
}
