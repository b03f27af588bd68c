//! One client under one cell, against a fresh server.
//!
//! All clients are measured alike, from outside. The span begins when the server has made a tenth of all
//! deliveries, so that start-up, connecting and just-in-time compilers are over, and ends when the last user
//! has left, which each client has do so once it has received all. CPU time is the kernel's account of the whole
//! process, with all its threads, to the nanosecond.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;
use procfs::process::Process;
use rtbench::affinity::CoreSplit;
use rtbench::interrupt::Interrupt;
use rtbench::repository::Repository;
use rtbench::server::{Log, end_tree, spawn_tied};
use rtbench::steal::StealReading;
use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::client::Client;
use super::error::Error;
use crate::server::FastServer;

// Rare enough to leave the server its core.
const POLL: Duration = Duration::from_millis(20);
/// By then a client has connected its users and made a tenth of its deliveries, or it does not work.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a client may sum up what it saw.
const END_TIMEOUT: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_millis(200);

/// What may differ from the pace of the load before a client is said not to have kept it.
const MAX_STRETCH: f64 = 1.1;
const MAX_DRAIN: Duration = Duration::from_millis(100);
/// A core that is busier is full.
const FULL_CORE_PERCENT: f64 = 95.0;

/// How long a client that does not keep the pace is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenBehind {
    /// Until it has received all, for so long at most.
    WaitFor(Duration),
    /// Not at all: that it does not keep pace is all that is asked.
    GiveUp,
}

/// A client's figures.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measurement {
    pub cpu_s_per_million_deliveries: f64,
    pub deliveries_per_s: f64,
    pub client_cpu_percent: f64,
    pub server_cpu_percent: f64,
    pub peak_memory_mib: f64,
    /// The client's own; the floor takes none.
    pub latency_p50_ms: Option<f64>,
    pub latency_p99_ms: Option<f64>,
    /// Of all cores, 100 = one core; `None` where the kernel does not count it.
    pub steal_percent: Option<f64>,
    /// The client fell behind the load's pace, or had no CPU time left.
    pub saturated: bool,
}

impl Measurement {
    /// Of a client that did not keep the pace: whether the server may be why.
    #[must_use]
    pub fn server_was_the_limit(&self) -> bool {
        is_server_the_limit(self.client_cpu_percent, self.server_cpu_percent)
    }
}

fn is_server_the_limit(client_cpu_percent: f64, server_cpu_percent: f64) -> bool {
    server_cpu_percent >= FULL_CORE_PERCENT && client_cpu_percent < FULL_CORE_PERCENT
}

/// What came of one run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    Measured(Measurement),
    /// It was given up, having fallen behind.
    FellBehind {
        server_was_the_limit: bool,
    },
}

/// Where and on what clients are measured.
#[derive(Debug)]
pub struct Bench<'a> {
    pub repository: &'a Repository,
    pub cores: &'a CoreSplit,
    pub interrupt: &'a Interrupt,
}

impl Bench<'_> {
    /// Measures one client under one cell. The calling thread is on the server's cores.
    ///
    /// # Errors
    /// The client cannot be started, fails, or counts other deliveries than there were; the user interrupts.
    pub fn measure(
        &self,
        client: &Client,
        cell: &Cell,
        when_behind: WhenBehind,
    ) -> Result<Outcome, Error> {
        let server = FastServer::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
            .map_err(Error::system("start the fast server"))?;
        let mut running = Running::start(self, client, cell, server.address())?;
        let watched = self.watch(&mut running, &server, cell, when_behind);
        if !matches!(watched, Ok(Watched::Whole(_))) {
            end_tree(&mut running.child, GRACE);
        }
        match watched? {
            Watched::Whole(span) => match running.report(cell) {
                Ok(report) => Ok(Outcome::Measured(span.measurement(cell, &report))),
                // Some clients give up by themselves.
                Err(_) if when_behind == WhenBehind::GiveUp => Ok(span.fell_behind()),
                Err(error) => Err(error),
            },
            Watched::Cut(span) => Ok(span.fell_behind()),
            Watched::Failed(_) if when_behind == WhenBehind::GiveUp => Ok(Outcome::FellBehind {
                server_was_the_limit: false,
            }),
            Watched::Failed(fault) => Err(running.faulty(cell, &fault)),
        }
    }

    fn watch(
        &self,
        running: &mut Running,
        server: &FastServer,
        cell: &Cell,
        when_behind: WhenBehind,
    ) -> Result<Watched, Error> {
        let started_at = Instant::now();
        let mut start: Option<Reading> = None;
        let mut peak_memory_bytes = 0;
        loop {
            std::thread::sleep(POLL);
            self.interrupt.check()?;
            peak_memory_bytes = running.peak_memory_bytes().unwrap_or(peak_memory_bytes);
            let now = Reading::now(running.pid(), server)?;
            let Some(start) = start else {
                if now.deliveries >= cell.expected_deliveries() / 10 {
                    start = Some(now);
                } else if running.has_ended() {
                    return Ok(Watched::Failed("it ended early".to_owned()));
                } else if started_at.elapsed() > START_TIMEOUT {
                    let seconds = START_TIMEOUT.as_secs();
                    return Ok(Watched::Failed(format!(
                        "after {seconds} s, the server had made {} deliveries",
                        now.deliveries
                    )));
                }
                continue;
            };
            let span = Span {
                start,
                end: now,
                peak_memory_bytes,
            };
            if server.counters().users() == 0 || running.has_ended() {
                return Ok(Watched::Whole(span));
            }
            let limit = match when_behind {
                WhenBehind::GiveUp => pace_limit(cell, &start),
                WhenBehind::WaitFor(duration) => duration,
            };
            if span.elapsed() > limit {
                return Ok(Watched::Cut(span));
            }
        }
    }
}

#[derive(Debug)]
enum Watched {
    Whole(Span),
    Cut(Span),
    Failed(String),
}

/// How long the deliveries after `start` may take for the pace to be kept.
fn pace_limit(cell: &Cell, start: &Reading) -> Duration {
    let share = 1.0 - start.deliveries as f64 / cell.expected_deliveries() as f64;
    cell.window().mul_f64(share.max(0.0) * MAX_STRETCH) + MAX_DRAIN
}

/// Both sides at one moment.
#[derive(Debug, Clone, Copy)]
struct Reading {
    at: Instant,
    deliveries: u64,
    client_cpu: Duration,
    server_cpu: Duration,
    steal: Option<StealReading>,
}

impl Reading {
    fn now(client: Pid, server: &FastServer) -> Result<Self, Error> {
        let client_cpu = ClockId::pid_cpu_clock_id(client)
            .and_then(clock_gettime)
            .map_err(|errno| Error::system("read the client's CPU time")(errno.into()))?;
        Ok(Self {
            at: Instant::now(),
            deliveries: server.counters().deliveries(),
            client_cpu: client_cpu.into(),
            server_cpu: server
                .cpu_time()
                .map_err(Error::system("read the server's CPU time"))?,
            steal: StealReading::now(),
        })
    }
}

#[derive(Debug)]
struct Span {
    start: Reading,
    end: Reading,
    peak_memory_bytes: u64,
}

impl Span {
    fn elapsed(&self) -> Duration {
        self.end.at - self.start.at
    }

    fn client_cpu(&self) -> Duration {
        self.end.client_cpu - self.start.client_cpu
    }

    fn percent(&self, cpu: Duration) -> f64 {
        100.0 * cpu.as_secs_f64() / self.elapsed().as_secs_f64()
    }

    fn server_cpu_percent(&self) -> f64 {
        self.percent(self.end.server_cpu - self.start.server_cpu)
    }

    fn steal_percent(&self) -> Option<f64> {
        self.end.steal?.percent_since(&self.start.steal?)
    }

    fn fell_behind(&self) -> Outcome {
        let client_cpu_percent = self.percent(self.client_cpu());
        Outcome::FellBehind {
            server_was_the_limit: is_server_the_limit(
                client_cpu_percent,
                self.server_cpu_percent(),
            ),
        }
    }

    fn measurement(&self, cell: &Cell, report: &ClientReport) -> Measurement {
        let deliveries = (self.end.deliveries - self.start.deliveries) as f64;
        let client_cpu_percent = self.percent(self.client_cpu());
        Measurement {
            cpu_s_per_million_deliveries: self.client_cpu().as_secs_f64() / deliveries * 1e6,
            deliveries_per_s: deliveries / self.elapsed().as_secs_f64(),
            client_cpu_percent,
            server_cpu_percent: self.server_cpu_percent(),
            peak_memory_mib: self.peak_memory_bytes as f64 / 1024.0 / 1024.0,
            latency_p50_ms: report.latency_p50_ms,
            latency_p99_ms: report.latency_p99_ms,
            steal_percent: self.steal_percent(),
            saturated: client_cpu_percent >= FULL_CORE_PERCENT
                || self.elapsed() > pace_limit(cell, &self.start),
        }
    }
}

/// What every client prints, one JSON object; others of its fields are of no interest here.
#[derive(Debug, Deserialize)]
struct ClientReport {
    expected_deliveries: u64,
    received_deliveries: u64,
    latency_p50_ms: Option<f64>,
    latency_p99_ms: Option<f64>,
}

/// A client that has been started.
struct Running {
    name: String,
    child: Child,
    /// Ends when the client closes its output, at the latest when it ends itself.
    output: JoinHandle<String>,
    log: Log,
}

impl Running {
    fn start(
        bench: &Bench,
        client: &Client,
        cell: &Cell,
        address: SocketAddr,
    ) -> Result<Self, Error> {
        let not_started = |source| Error::NotStarted {
            client: client.to_string(),
            source,
        };
        let log = Log::create()?;
        let mut command = client.command(bench.repository, address, cell)?;
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.for_child()?);
        let mut child = spawn_tied(&mut command, Some(&bench.cores.client)).map_err(not_started)?;
        let mut stdout = child.stdout.take().expect("it is piped");
        let output = std::thread::spawn(move || {
            let mut text = String::new();
            // What cannot be read is missed where it is parsed.
            let _ = stdout.read_to_string(&mut text);
            text
        });
        Ok(Self {
            name: client.to_string(),
            child,
            output,
            log,
        })
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Not by waiting for it: its CPU time can be read until somebody does.
    fn has_ended(&self) -> bool {
        self.output.is_finished()
    }

    /// The kernel's own maximum of the resident size; `None` once the process has ended.
    fn peak_memory_bytes(&self) -> Option<u64> {
        let status = Process::new(self.pid().as_raw()).ok()?.status().ok()?;
        Some(status.vmhwm? * 1024)
    }

    /// Waits for its end and reads what it printed.
    fn report(mut self, cell: &Cell) -> Result<ClientReport, Error> {
        let deadline = Instant::now() + END_TIMEOUT;
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(POLL);
        }
        let ended = self.has_ended().then(|| self.child.wait());
        let fault = match ended {
            None => {
                end_tree(&mut self.child, GRACE);
                Some("it did not end".to_owned())
            }
            Some(Ok(status)) if status.success() => None,
            Some(Ok(status)) => Some(format!("it failed ({status})")),
            Some(Err(error)) => Some(error.to_string()),
        };
        if let Some(fault) = fault {
            return Err(self.faulty(cell, &fault));
        }
        let (name, log) = (self.name, self.log);
        let fault = |fault: String| faulty(&name, &log, cell, &fault);
        let printed = self.output.join().unwrap_or_default();
        let report: ClientReport = serde_json::from_str(&printed)
            .map_err(|error| fault(format!("it printed no report ({error})")))?;
        let expected = cell.expected_deliveries();
        if (report.expected_deliveries, report.received_deliveries) != (expected, expected) {
            return Err(fault(format!(
                "it counted {} of {} deliveries (expected {expected})",
                report.received_deliveries, report.expected_deliveries
            )));
        }
        Ok(report)
    }

    fn faulty(&self, cell: &Cell, fault: &str) -> Error {
        faulty(&self.name, &self.log, cell, fault)
    }
}

fn faulty(name: &str, log: &Log, cell: &Cell, fault: &str) -> Error {
    Error::Faulty {
        client: name.to_owned(),
        cell: cell.to_string(),
        fault: format!("{fault}{}", log.tail()),
    }
}
