//! Running a load tool: it holds its load for its time, while the process trees of server and database are measured.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::load::WindowObserver;
use crate::notation::round;
use crate::process::{Stage, TreeReading, Usage, UsageObserver, is_alive};
use crate::server::{Log, end_tree, spawn_tied};

/// Before the end of the load, so that the tool can't have ended by itself.
const CLIENT_MARGIN: Duration = Duration::from_millis(200);
const POLL: Duration = Duration::from_millis(20);
/// For the load tool to end the last requests, sort what it saw and print its report.
const REPORTING: Duration = Duration::from_secs(90);

/// The processes to be measured: the roots of their trees.
#[derive(Debug, Clone, Copy, Default)]
pub struct Watched {
    pub server: Option<i32>,
    pub database: Option<i32>,
}

/// A load tool's command that holds its load by itself for so long.
pub struct LoadToolRun<'a> {
    pub tool: &'static str,
    pub duration: Duration,
    pub watched: Watched,
    pub interrupt: &'a Interrupt,
    pub on_progress: &'a dyn Fn(Stage),
}

/// What was seen.
#[derive(Debug)]
pub struct LoadObservation {
    /// What the tool printed; `None` where the server's end cut it off.
    pub report: Option<String>,
    pub started_at: SystemTime,
    pub server: Usage,
    pub database: Usage,
    /// The load tool's, 100 = one core.
    pub client_cpu_percent: Option<f64>,
}

impl LoadToolRun<'_> {
    /// Runs the command. When the server's process ends, so does the run; a database that ends is for the server to cope with.
    ///
    /// # Errors
    /// The tool cannot be run or fails (with the tail of what it printed), goes on for much too long, or the user interrupts.
    pub fn run(&self, command: &mut Command) -> Result<LoadObservation, Error> {
        let log = Log::create()?;
        let mut report = tempfile::tempfile()
            .map_err(Error::io("opened for a report", &std::env::temp_dir()))?;
        let own = report.try_clone();
        let own = own.map_err(Error::io("opened for a report", &std::env::temp_dir()))?;
        command
            .stdin(Stdio::null())
            .stdout(own)
            .stderr(log.for_child()?);
        let mut server = UsageObserver::new(self.watched.server, self.interrupt, self.on_progress);
        let mut database = UsageObserver::new(self.watched.database, self.interrupt, &|_| {});
        let mut client = spawn_tied(command, None)
            .map(Client)
            .map_err(|source| self.failed(format!("cannot be run: {source}"), &log))?;
        let started_at = SystemTime::now();
        let end = Instant::now() + self.duration;
        server.window_started();
        database.window_started();
        let client_start = client.read_cpu();
        let mut first = client.wait(end - CLIENT_MARGIN, || server.holding());
        let client_cpu_percent = client.percent_since(client_start);
        if matches!(first, Waited::TimeUp) {
            first = client.wait(end, || self.goes_on());
        }
        server.window_ended();
        database.window_ended();
        let waited = match first {
            Waited::TimeUp => client.wait(end + REPORTING, || self.goes_on()),
            Waited::Ended | Waited::Stopped => first,
        };
        self.interrupt.check()?;
        let report = match waited {
            Waited::Ended if client.has_succeeded() => Some(read(&mut report)?),
            Waited::Ended => return Err(self.failed("failed".to_owned(), &log)),
            Waited::TimeUp => return Err(self.failed("did not end".to_owned(), &log)),
            Waited::Stopped => None,
        };
        Ok(LoadObservation {
            report,
            started_at,
            server: server.finish(),
            database: database.finish(),
            client_cpu_percent: client_cpu_percent.map(|percent| round(percent, 1)),
        })
    }

    fn goes_on(&self) -> bool {
        !self.interrupt.is_asked() && !self.server_has_ended()
    }

    fn server_has_ended(&self) -> bool {
        self.watched.server.is_some_and(|root| !is_alive(root))
    }

    fn failed(&self, how: String, log: &Log) -> Error {
        Error::LoadTool {
            tool: self.tool,
            how,
            tail: log.tail(),
        }
    }
}

/// Why waiting for the load tool was over.
#[derive(Debug, Clone, Copy)]
enum Waited {
    Ended,
    TimeUp,
    Stopped,
}

/// The load tool's process, which ends with this.
struct Client(Child);

impl Client {
    fn pid(&self) -> i32 {
        self.0.id().cast_signed()
    }

    /// Waits until the tool has ended, the time has come, or `goes_on` says no.
    fn wait(&mut self, until: Instant, goes_on: impl Fn() -> bool) -> Waited {
        while matches!(self.0.try_wait(), Ok(None)) {
            if !goes_on() {
                return Waited::Stopped;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Waited::TimeUp;
            }
            std::thread::sleep(POLL.min(left));
        }
        Waited::Ended
    }

    fn has_succeeded(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(status)) if status.success())
    }

    fn read_cpu(&self) -> Option<TreeReading> {
        TreeReading::of(self.pid()).ok()
    }

    /// `None` where it has ended already.
    fn percent_since(&mut self, start: Option<TreeReading>) -> Option<f64> {
        if !is_alive(self.pid()) {
            return None;
        }
        self.read_cpu()?.percent_since(&start?)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            end_tree(&mut self.0, Duration::ZERO);
        }
    }
}

fn read(report: &mut File) -> Result<String, Error> {
    let mut text = String::new();
    report
        .seek(SeekFrom::Start(0))
        .and_then(|_| report.read_to_string(&mut text))
        .map_err(Error::io("read", std::path::Path::new("the report")))?;
    Ok(text)
}

impl LoadObservation {
    /// Of what ended before anything could be seen.
    #[must_use]
    pub fn cut_off() -> Self {
        Self {
            report: None,
            started_at: SystemTime::now(),
            server: Usage::default(),
            database: Usage::default(),
            client_cpu_percent: None,
        }
    }
}
