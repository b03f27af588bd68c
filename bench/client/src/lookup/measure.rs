//! One iteration: a warm server, or the database alone, is measured once under one load.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::load_tool::{LoadObservation, LoadToolRun, Watched};
use super::oha::{Load, Oha};
use super::pgbench::Pgbench;
use super::plan::{Cores, LookupPlan};
use super::{CEILING, Level, LoadReport};
use crate::database::Database;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::timestamp;
use crate::result::LookupRow;
use crate::server::{RunningServer, Server, free_address};

const PATH: &str = "/api/user";
/// The load tool used this share of its cores or more: it, and not the server, may have been the limit.
const MAX_CLIENT_PERCENT: f64 = 90.0;

/// How an iteration went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every request was answered with what it asked for.
    Complete,
    /// Some were not.
    RequestsFailed,
    /// The database's server ended within it.
    DatabaseExited,
    /// The server's process ended within it.
    ServerExited,
}

impl Outcome {
    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::RequestsFailed => "requests_failed",
            Self::DatabaseExited => "database_exited",
            Self::ServerExited => "server_exited",
        }
    }
}

/// What holds for all iterations of a run.
#[derive(Debug)]
pub(super) struct Conditions<'a> {
    pub plan: &'a LookupPlan,
    pub cores: &'a Cores,
    pub oha: &'a Oha,
    /// A free port is taken where none is given.
    pub port: Option<u16>,
    pub interrupt: &'a Interrupt,
}

/// Which iteration it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Iteration {
    pub level: Level,
    pub number: u32,
    /// Of a fixed rate.
    pub target_requests_per_s: Option<f64>,
}

/// A server that has been started and warmed up; it ends with this.
#[derive(Debug)]
pub(super) struct WarmServer {
    technology: String,
    url: String,
    running: RunningServer,
}

/// What an iteration gave.
#[derive(Debug)]
pub(super) struct Measured {
    pub row: LookupRow,
    pub notes: Vec<String>,
    /// How the server ended by itself, if it did.
    pub ended_by_itself: Option<Error>,
}

impl Measured {
    /// The server can take further iterations: neither it nor the database has ended.
    pub fn leaves_the_server_sound(&self) -> bool {
        !matches!(
            self.row.outcome,
            Some(Outcome::ServerExited | Outcome::DatabaseExited)
        )
    }
}

impl Conditions<'_> {
    /// Starts a server and warms it up.
    ///
    /// # Errors
    /// It does not come up, it cannot be loaded at all, or the user interrupts.
    pub fn warm_up(&self, server: &Server, database: &mut Database) -> Result<WarmServer, Error> {
        database.resume(self.interrupt)?;
        let address = free_address(self.port)?;
        let environment = BTreeMap::from([
            ("DATABASE_URL".to_owned(), database.instance().url()),
            (
                "DATABASE_POOL_SIZE".to_owned(),
                self.plan.database_pool_size.to_string(),
            ),
        ]);
        let cpus = Some(&self.cores.split.server);
        let running =
            RunningServer::start_with(server, address, &environment, cpus, self.interrupt)?;
        let warm = WarmServer {
            technology: server.id().to_owned(),
            url: format!("http://{address}{PATH}"),
            running,
        };
        if let Some(hold) = self.plan.warmup() {
            let load = Load {
                concurrency: self.plan.warmup_connections(),
                rate_per_s: None,
                hold,
            };
            self.load(&warm.url, load, Watched::default())?;
        }
        Ok(warm)
    }

    /// Measures a server that is warm.
    ///
    /// # Errors
    /// It cannot be loaded at all, or the user interrupts.
    pub fn measure_server(
        &self,
        server: &mut WarmServer,
        database: &mut Database,
        iteration: Iteration,
    ) -> Result<Measured, Error> {
        let load = Load {
            concurrency: self.plan.connections(iteration.level),
            rate_per_s: iteration.target_requests_per_s,
            hold: self.plan.hold(),
        };
        let watched = Watched {
            server: Some(server.running.pid()),
            database: database.pid(),
        };
        let seen = self.load(&server.url, load, watched)?;
        let load_report = seen.report.as_deref().map(LoadReport::of_oha).transpose();
        let load_report = load_report.map_err(|fault| Error::LoadTool {
            tool: "oha",
            how: format!("gave no report that can be read: {fault}"),
            tail: Default::default(),
        })?;
        let has_exited = server.running.exit_status().is_some();
        let outcome = match &load_report {
            _ if has_exited => Outcome::ServerExited,
            _ if !database.is_running() => Outcome::DatabaseExited,
            Some(load_report) if load_report.failed_requests == 0 => Outcome::Complete,
            _ => Outcome::RequestsFailed,
        };
        Ok(Measured {
            ended_by_itself: server.running.ended_by_itself(),
            ..self.measured(&server.technology, iteration, outcome, seen, load_report)
        })
    }

    fn load(&self, url: &str, load: Load, watched: Watched) -> Result<LoadObservation, Error> {
        let mut command = self.oha.command(url, &load, self.cores.split.client.len());
        self.load_tool("oha", load.hold, watched).run(&mut command)
    }

    /// Measures the database alone: the ceiling of all servers.
    ///
    /// # Errors
    /// pgbench fails though the database runs, or the user interrupts.
    pub fn measure_ceiling(
        &self,
        database: &mut Database,
        iteration: Iteration,
    ) -> Result<Measured, Error> {
        database.resume(self.interrupt)?;
        let clients = self.plan.connections(iteration.level);
        let asked = self.ask(database, clients);
        let is_running = database.is_running();
        let (mut seen, load_report) = match asked {
            Err(error) if is_running => return Err(error),
            Err(error @ Error::Interrupted { .. }) => return Err(error),
            Ok(asked) => asked,
            Err(_) => (LoadObservation::cut_off(), None),
        };
        let outcome = match &load_report {
            _ if !is_running => Outcome::DatabaseExited,
            Some(load_report) if load_report.failed_requests == 0 => Outcome::Complete,
            _ => Outcome::RequestsFailed,
        };
        // The database is what is measured, and the database.
        seen.database = seen.server.clone();
        Ok(self.measured(CEILING, iteration, outcome, seen, load_report))
    }

    /// Without a warm-up: the database's program is compiled, and its table is read by the first few requests.
    fn ask(
        &self,
        database: &Database,
        clients: u32,
    ) -> Result<(LoadObservation, Option<LoadReport>), Error> {
        let duration = self.plan.hold();
        let pgbench = Pgbench::new()?;
        let cores = self.cores.split.client.len();
        let mut command = pgbench.command(database.instance(), clients, cores, duration);
        let watched = Watched {
            server: database.pid(),
            database: None,
        };
        let seen = self
            .load_tool("pgbench", duration, watched)
            .run(&mut command)?;
        let load_report = seen
            .report
            .as_deref()
            .map(|report| pgbench.load_report(report));
        let load_report = load_report.transpose()?;
        Ok((seen, load_report))
    }

    fn load_tool(
        &self,
        tool: &'static str,
        duration: Duration,
        watched: Watched,
    ) -> LoadToolRun<'_> {
        LoadToolRun {
            tool,
            duration,
            watched,
            interrupt: self.interrupt,
        }
    }

    fn measured(
        &self,
        technology: &str,
        iteration: Iteration,
        outcome: Outcome,
        seen: LoadObservation,
        load_report: Option<LoadReport>,
    ) -> Measured {
        let cores = self.cores.split.client.len() as f64;
        let row = LookupRow {
            technology: technology.to_owned(),
            concurrency: self.plan.connections(iteration.level),
            iteration: iteration.number,
            rate_percent: match iteration.level {
                Level::Concurrency(_) => None,
                Level::RatePercent(percent) => Some(percent),
            },
            target_requests_per_s: iteration.target_requests_per_s,
            started_at: Some(timestamp(seen.started_at)),
            outcome: Some(outcome),
            cpu_percent: seen.server.cpu_percent,
            memory_mib: seen.server.memory_mib,
            memory_peak_mib: seen.server.memory_peak_mib,
            database_cpu_percent: seen.database.cpu_percent,
            database_memory_mib: seen.database.memory_mib,
            client_cpu_percent: seen.client_cpu_percent,
            client_saturated: seen
                .client_cpu_percent
                .map(|percent| percent >= MAX_CLIENT_PERCENT * cores),
            steal_percent: seen.server.steal_percent,
            ..LookupRow::default()
        };
        Measured {
            row: match &load_report {
                Some(load_report) => row.with_load_report(load_report),
                None => row,
            },
            notes: [seen.server.notes, seen.database.notes].concat(),
            ended_by_itself: None,
        }
    }
}

impl LoadObservation {
    /// Of a database that ended: nothing could be seen.
    fn cut_off() -> Self {
        Self {
            report: None,
            started_at: SystemTime::now(),
            server: Default::default(),
            database: Default::default(),
            client_cpu_percent: None,
        }
    }
}
