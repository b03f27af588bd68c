//! Running a plan of lookups: round by round, the database alone and then each server in turn, so that what changes on the
//! machine meanwhile meets all of them alike. docs/decisions/servers-stay-for-a-round.md says why not level by level.

use std::time::SystemTime;

use super::measure::{Conditions, Iteration, Measured, WarmServer};
use super::plan::{Cores, LookupPlan};
use super::{CEILING, Level, LookupRecord, Oha};
use crate::database::{Database, Programs};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::{figure, round, timestamp};
use crate::plan::{CellFilter, Eta, Options, RESUME_HINT, Summary, run_metadata, schema_reference};
use crate::repository::Repository;
use crate::result::{self, LookupRow, Run};
use crate::server::{Protocol, Registry, Server};

/// Runs the plan. A server that fails is reported at once and does not keep the others from being
/// measured.
///
/// # Errors
/// The plan or an option is faulty; the load tool or PostgreSQL is not there; earlier results were measured under other
/// conditions; the database cannot be made to run; the user interrupts.
pub fn run(
    repository: &Repository,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Summary, Error> {
    let plan = LookupPlan::read(&options.plan)?;
    let registry = Registry::read(repository)?;
    let ids = options.servers.as_ref().unwrap_or(&plan.servers);
    let servers = ids
        .iter()
        .map(|id| registry.speaking(id, Protocol::Lookup))
        .collect::<Result<Vec<&Server>, Error>>()?;
    let levels = CellFilter::select(&options.only, &plan.levels())?;
    let cores = plan.cores(options.server_cpus.clone(), options.client_cpus.clone())?;
    let oha = Oha::find()?;
    let mut metadata = lookup_metadata(repository, options, &plan, &cores, &oha)?;
    let warnings = [cores.split.warning(), metadata.machine.load_warning()];
    warnings
        .into_iter()
        .flatten()
        .for_each(|warning| eprintln!("warning: {warning}"));

    let mut systems = vec![SystemUnderTest::default()];
    let mut failed = Vec::new();
    for server in servers {
        match prepare(server, &cores, options, interrupt) {
            Ok(description) => {
                metadata.servers.push(description);
                systems.push(SystemUnderTest {
                    server: Some(server),
                    dropped_out: false,
                });
            }
            Err(error) => {
                fail(&mut failed, server.id(), error).map(|message| eprintln!("{message}"))?
            }
        }
    }
    let record = open_record(repository, options, metadata)?;

    // From here on, so that building had all cores.
    cores.split.client.pin_current_thread()?;
    let mut run = PlanRun {
        conditions: Conditions {
            plan: &plan,
            cores: &cores,
            oha: &oha,
            port: options.port,
            interrupt,
        },
        systems,
        record,
        eta: Eta::new(0),
        failed,
    };
    run.measure(repository, &levels)?;
    run.publish(&levels)
}

/// What holds for all technologies, and the ceiling's entry among them.
fn lookup_metadata(
    repository: &Repository,
    options: &Options,
    plan: &LookupPlan,
    cores: &Cores,
    oha: &Oha,
) -> Result<Run, Error> {
    let version = Programs::find()?.version()?;
    let mut metadata = run_metadata(repository, options, &cores.split, plan.parameters(cores))?;
    metadata.tools = [("oha", &oha.version), ("postgresql", &version)]
        .map(|(name, version)| (name.to_owned(), version.clone()))
        .into();
    metadata.servers.push(result::Server {
        technology: CEILING.to_owned(),
        source: None,
        command: Some("pgbench --protocol prepared".to_owned()),
        versions: Default::default(),
    });
    Ok(metadata)
}

fn open_record(
    repository: &Repository,
    options: &Options,
    metadata: Run,
) -> Result<LookupRecord, Error> {
    let out_dir = options.out_dir.clone();
    let out_dir = out_dir.unwrap_or_else(|| repository.path("data"));
    let schema = schema_reference(repository, &out_dir.join("lookup"));
    let name = options.plan.file_stem().unwrap_or_default();
    LookupRecord::open(
        &out_dir,
        &name.to_string_lossy(),
        schema,
        metadata,
        options.fresh,
    )
}

/// Builds the server, and says what a result file says of it.
fn prepare(
    server: &Server,
    cores: &Cores,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<result::Server, Error> {
    if options.build {
        eprintln!("building {}", server.id());
        server.build(interrupt)?;
    }
    server.describe(&cores.split.server)
}

/// Notes a failure and words it; what the user wants stopped is no failure.
fn fail(failed: &mut Vec<String>, technology: &str, error: Error) -> Result<String, Error> {
    if matches!(error, Error::Interrupted { .. }) {
        return Err(Error::Interrupted { hint: RESUME_HINT });
    }
    if !failed.iter().any(|id| id == technology) {
        failed.push(technology.to_owned());
    }
    Ok(format!("error: {error}"))
}

/// An error that ends the run, with what to do next.
fn stopped(error: Error) -> Error {
    match error {
        Error::Interrupted { .. } => Error::Interrupted { hint: RESUME_HINT },
        other => other,
    }
}

/// A server, or the database alone: what takes turns.
#[derive(Default)]
struct SystemUnderTest<'a> {
    /// `None` for the database alone.
    server: Option<&'a Server>,
    /// It failed in a way that makes further iterations pointless.
    dropped_out: bool,
}

impl<'a> SystemUnderTest<'a> {
    fn technology(&self) -> &'a str {
        self.server.map_or(CEILING, Server::id)
    }
}

/// A part of its highest rate says nothing of the database alone.
fn is_measured(technology: &str, level: Level) -> bool {
    technology != CEILING || matches!(level, Level::Concurrency(_))
}

struct PlanRun<'a> {
    conditions: Conditions<'a>,
    systems: Vec<SystemUnderTest<'a>>,
    record: LookupRecord,
    eta: Eta,
    failed: Vec<String>,
}

impl PlanRun<'_> {
    /// In each round, each server is started once and meets all levels one after the other.
    fn measure(&mut self, repository: &Repository, levels: &[Level]) -> Result<(), Error> {
        self.eta = Eta::new(self.missing(levels));
        if self.eta.total == 0 {
            return Ok(());
        }
        let interrupt = self.conditions.interrupt;
        let cpus = Some(&self.conditions.cores.database);
        let database = Database::start(repository, cpus, interrupt);
        let mut database = database.map_err(stopped)?;
        for iteration in 1..=self.conditions.plan.iterations {
            for index in 0..self.systems.len() {
                let mut kept = None;
                for &level in levels {
                    self.run_iteration(index, level, iteration, &mut database, &mut kept)?;
                }
            }
        }
        Ok(())
    }

    /// How many iterations are still to be measured.
    fn missing(&self, levels: &[Level]) -> u64 {
        let of = |system: &SystemUnderTest| self.missing_of(system.technology(), levels);
        self.systems.iter().map(of).sum()
    }

    fn missing_of(&self, technology: &str, levels: &[Level]) -> u64 {
        let of_technology = levels
            .iter()
            .filter(|level| is_measured(technology, **level));
        let of_level = |level: &Level| {
            let iterations = 1..=self.conditions.plan.iterations;
            let missing = |iteration: &u32| !self.record.holds(technology, *level, *iteration);
            iterations.filter(missing).count() as u64
        };
        of_technology.map(of_level).sum()
    }

    fn run_iteration(
        &mut self,
        index: usize,
        level: Level,
        iteration: u32,
        database: &mut Database,
        kept: &mut Option<WarmServer>,
    ) -> Result<(), Error> {
        let system = &self.systems[index];
        let technology = system.technology();
        let is_there = self.record.holds(technology, level, iteration);
        if system.dropped_out || is_there || !is_measured(technology, level) {
            return Ok(());
        }
        match self.measure_iteration(index, level, iteration, database, kept) {
            Ok(measured) => {
                self.eta.advance();
                let Eta { done, total, .. } = self.eta;
                let place = format!("{technology}, {level}, {iteration}");
                let left = self.eta.left();
                eprintln!(
                    "[{done}/{total}, {left}] {place}: {}",
                    figures(&measured.row)
                );
                for note in &measured.notes {
                    self.record.note(&format!("{place}: {note}"));
                }
                self.record
                    .add(measured.row, timestamp(SystemTime::now()))?;
                if let Some(error) = measured.ended_by_itself {
                    eprintln!("{}", fail(&mut self.failed, technology, error)?);
                }
            }
            Err(error) => {
                eprintln!("{}", fail(&mut self.failed, technology, error)?);
                self.systems[index].dropped_out = true;
            }
        }
        Ok(())
    }

    /// Measures until the hypervisor leaves the iteration alone, as often as the plan allows.
    fn measure_iteration(
        &self,
        index: usize,
        level: Level,
        number: u32,
        database: &mut Database,
        kept: &mut Option<WarmServer>,
    ) -> Result<Measured, Error> {
        let system = &self.systems[index];
        let iteration = Iteration {
            level,
            number,
            target_requests_per_s: self.target(system.technology(), level)?,
        };
        let mut disturbances = Vec::new();
        loop {
            let mut measured = match system.server {
                Some(server) => self.measure_server(server, database, kept, iteration)?,
                None => self.conditions.measure_ceiling(database, iteration)?,
            };
            let retries = u32::try_from(disturbances.len()).unwrap_or(u32::MAX);
            let limit = self.conditions.plan.steal_limit();
            match limit.disturbance(measured.row.steal_percent, retries) {
                None => {
                    measured.notes.splice(0..0, disturbances);
                    return Ok(measured);
                }
                Some(disturbance) => {
                    eprintln!("{}, {level}, {number}: {disturbance}", system.technology());
                    disturbances.push(disturbance);
                }
            }
        }
    }

    /// Measures the kept server, or one that is started first if there is none; keeps it unless it or the database has ended.
    fn measure_server(
        &self,
        server: &Server,
        database: &mut Database,
        kept: &mut Option<WarmServer>,
        iteration: Iteration,
    ) -> Result<Measured, Error> {
        let mut warm = match kept.take() {
            Some(warm) => warm,
            None => self.conditions.warm_up(server, database)?,
        };
        let measured = self
            .conditions
            .measure_server(&mut warm, database, iteration)?;
        *kept = measured.leaves_the_server_sound().then_some(warm);
        Ok(measured)
    }

    /// The rate of a level that has one.
    fn target(&self, technology: &str, level: Level) -> Result<Option<f64>, Error> {
        let Level::RatePercent(percent) = level else {
            return Ok(None);
        };
        let peak = self.record.peak(technology);
        let peak = peak.ok_or_else(|| Error::NoPeak {
            server: technology.to_owned(),
        })?;
        Ok(Some(round(peak * f64::from(percent) / 100.0, 1)))
    }

    /// Puts the technologies that hold all levels in their place, also those of an earlier part of the run.
    fn publish(self, levels: &[Level]) -> Result<Summary, Error> {
        let mut whole = self.record.technologies();
        whole.retain(|technology| self.missing_of(technology, levels) == 0);
        Ok(Summary {
            published: self.record.publish(&whole)?,
            failed: self.failed,
        })
    }
}

/// An iteration's figures in one line: what is out of the ordinary first.
fn figures(row: &LookupRow) -> String {
    let mut words = Vec::new();
    words.extend(row.outcome.map(|outcome| outcome.as_str().to_owned()));
    let failed = row.failed_requests.filter(|failed| *failed > 0);
    words.extend(failed.map(|failed| format!("{failed} failed")));
    if row.client_saturated == Some(true) {
        words.push("load tool saturated".to_owned());
    }
    let mut add = |label: &str, value: Option<f64>, unit: &str| {
        words.extend(value.map(|value| format!("{label}{} {unit}", figure(value))));
    };
    add("", row.requests_per_s, "requests/s");
    add("mean ", row.latency_mean_ms, "ms");
    add("p99 ", row.latency_p99_ms, "ms");
    add("CPU ", row.cpu_percent, "%");
    add("database's CPU ", row.database_cpu_percent, "%");
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::Outcome;

    #[test]
    fn an_iterations_figures_are_one_line() {
        let row = LookupRow {
            outcome: Some(Outcome::RequestsFailed),
            failed_requests: Some(3),
            requests_per_s: Some(1234.56),
            latency_p99_ms: Some(5.6),
            client_saturated: Some(false),
            ..LookupRow::default()
        };
        assert_eq!(
            figures(&row),
            "requests_failed, 3 failed, 1235 requests/s, p99 5.60 ms"
        );
    }
}
