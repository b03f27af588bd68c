//! Running a plan: its servers take turns at each cell; each technology gets its own result file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::progress::Reporter;
use super::{Cell, CellFilter, Conditions, Plan, Record};
use crate::affinity::{CoreSplit, CpuList};
use crate::calibration;
use crate::chat;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::timestamp;
use crate::repository::Repository;
use crate::result::{Client, Machine, Parameters, Run};
use crate::server::{Registry, Server};

pub(crate) const RESUME_HINT: &str =
    "; run the same command again to go on with the cells that are missing";

/// What the user asked for.
#[derive(Debug)]
pub struct Options {
    pub plan: PathBuf,
    /// The command as result files have it.
    pub command: String,
    /// Ids of servers in place of the plan's.
    pub servers: Option<Vec<String>>,
    pub only: Vec<CellFilter>,
    /// Where the comparison's folder is; `data/` of the repository by default.
    pub out_dir: Option<PathBuf>,
    /// Measure anew even what is there.
    pub fresh: bool,
    pub build: bool,
    pub port: Option<u16>,
    pub server_cpus: Option<CpuList>,
    pub client_cpus: Option<CpuList>,
}

/// How a run ended that was not cut short.
#[derive(Debug, Default)]
pub struct Summary {
    /// Result files that hold all chosen cells.
    pub published: Vec<PathBuf>,
    /// Ids of servers that failed; what went wrong has been said.
    pub failed: Vec<String>,
}

/// One server of the plan, and what it has shown so far.
struct ServerUnderTest<'a> {
    server: &'a Server,
    record: Record,
    /// It failed in a way that makes further cells pointless.
    dropped_out: bool,
}

/// Runs the plan. A server that fails is reported at once and does not keep the others from being
/// measured.
///
/// # Errors
/// The plan or an option is faulty; earlier results were measured under other conditions; the user
/// interrupts.
pub fn run(
    repository: &Repository,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Summary, Error> {
    let plan = Plan::read(&options.plan)?;
    let registry = Registry::read(repository)?;
    let ids = options.servers.as_ref().unwrap_or(&plan.servers);
    let servers = ids
        .iter()
        .map(|id| registry.speaking(id, plan.comparison.protocol()))
        .collect::<Result<Vec<&Server>, Error>>()?;
    let cells = CellFilter::select(&options.only, &plan.cells())?;
    let cores = plan.split_cores(options.server_cpus.clone(), options.client_cpus.clone())?;
    let active = cells
        .iter()
        .map(|cell| cell.rooms.saturating_mul(cell.users));
    let most_users = active.max().unwrap_or(0).saturating_add(plan.idle_users);
    chat::raise_open_file_limit(most_users)?;

    let metadata = run_metadata(repository, options, &cores, plan.parameters(&cores))?;
    let warnings = [cores.warning(), metadata.machine.load_warning()];
    warnings
        .into_iter()
        .flatten()
        .for_each(|warning| eprintln!("warning: {warning}"));

    let mut run = PlanRun {
        conditions: Conditions {
            plan: &plan,
            cores: &cores,
            port: options.port,
            interrupt,
        },
        servers: Vec::new(),
        failed: Vec::new(),
    };
    run.prepare(repository, options, &servers, &metadata)?;
    // From here on, so that building had all cores.
    cores.client.pin_current_thread()?;
    run.calibrate(&cells)?;
    run.measure(&cells)?;
    run.publish(&cells)
}

/// What the result files of all technologies share.
pub(crate) fn run_metadata(
    repository: &Repository,
    options: &Options,
    cores: &CoreSplit,
    parameters: Parameters,
) -> Result<Run, Error> {
    let machine = Machine::current()?;
    let mut notes = Vec::new();
    if cfg!(debug_assertions) {
        notes
            .push("The client was a debug build, which is slower than a release build.".to_owned());
    }
    let warnings = [cores.warning(), machine.load_warning()];
    let warnings = warnings.into_iter().flatten();
    notes.extend(warnings.map(|warning| format!("Warning: {warning}.")));
    Ok(Run {
        started_at: timestamp(SystemTime::now()),
        ended_at: None,
        command: options.command.clone(),
        plan: Some(repository.relative(&options.plan)),
        client: Client::current(repository.client_commit()),
        machine,
        servers: Vec::new(),
        parameters: Some(parameters),
        tools: BTreeMap::new(),
        latency_kind: None,
        noise_floor: None,
        notes,
    })
}

struct PlanRun<'a> {
    conditions: Conditions<'a>,
    servers: Vec<ServerUnderTest<'a>>,
    failed: Vec<String>,
}

impl<'a> PlanRun<'a> {
    /// Builds the servers and opens their records.
    fn prepare(
        &mut self,
        repository: &Repository,
        options: &Options,
        servers: &[&'a Server],
        metadata: &Run,
    ) -> Result<(), Error> {
        let out_dir = options.out_dir.clone();
        let out_dir = out_dir.unwrap_or_else(|| repository.path("data"));
        let folder = out_dir.join(self.conditions.plan.comparison.folder());
        for &server in servers {
            let built = if options.build {
                eprintln!("building {}", server.id());
                server.build(self.conditions.interrupt)
            } else {
                Ok(())
            };
            let cpus = &self.conditions.cores.server;
            let description = match built.and_then(|()| server.describe(cpus)) {
                Ok(description) => description,
                Err(error) => {
                    eprintln!("{}", self.failure(server, error)?);
                    continue;
                }
            };
            let mut run = metadata.clone();
            run.servers.push(description);
            let schema = schema_reference(repository, &folder);
            let record = Record::open(&folder, server.id(), schema, run, options.fresh)?;
            self.servers.push(ServerUnderTest {
                server,
                record,
                dropped_out: false,
            });
        }
        Ok(())
    }

    /// Notes a failure and words it; what the user wants stopped is no failure.
    fn failure(&mut self, server: &Server, error: Error) -> Result<String, Error> {
        if matches!(error, Error::Interrupted { .. }) {
            return Err(Error::Interrupted { hint: RESUME_HINT });
        }
        if !self.failed.iter().any(|id| id == server.id()) {
            self.failed.push(server.id().to_owned());
        }
        Ok(format!("error: {error}"))
    }

    /// Measures the noise floor for the records that have cells to measure and no noise floor yet.
    fn calibrate(&mut self, cells: &[Cell]) -> Result<(), Error> {
        let Conditions {
            plan,
            cores,
            interrupt,
            ..
        } = self.conditions;
        let lacks_it = |under_test: &ServerUnderTest| {
            under_test.iterations_missing(cells, plan.iterations) > 0
                && !under_test.record.has_noise_floor()
        };
        if !self.servers.iter().any(lacks_it) {
            return Ok(());
        }
        let read_interval = Duration::from_micros(plan.read_interval_us);
        let floor = calibration::measure(cores, read_interval, calibration::ITERATIONS, interrupt)?
            .noise_floor;
        eprintln!(
            "noise floor: p50 {} ms, p99 {} ms",
            floor.latency_p50_ms, floor.latency_p99_ms
        );
        for under_test in &mut self.servers {
            under_test.record.set_noise_floor(&floor);
        }
        Ok(())
    }

    /// Cell by cell, so that what changes on the machine meanwhile meets all technologies alike.
    fn measure(&mut self, cells: &[Cell]) -> Result<(), Error> {
        let iterations = self.conditions.plan.iterations;
        let todo: u64 = self
            .servers
            .iter()
            .map(|under_test| under_test.iterations_missing(cells, iterations))
            .sum();
        let reporter = Reporter::new(todo, iterations);
        for &cell in cells {
            for index in 0..self.servers.len() {
                let under_test = &self.servers[index];
                if !under_test.dropped_out && !under_test.record.holds(cell, iterations) {
                    self.measure_cell(index, cell, cells, &reporter)?;
                }
            }
        }
        Ok(())
    }

    fn measure_cell(
        &mut self,
        index: usize,
        cell: Cell,
        cells: &[Cell],
        reporter: &Reporter,
    ) -> Result<(), Error> {
        let server = self.servers[index].server;
        match self.conditions.measure(server, cell, reporter) {
            Ok(mut measured) => {
                let ended_at = timestamp(SystemTime::now());
                let record = &mut self.servers[index].record;
                let ended_by_itself = measured.ended_by_itself.take();
                record.add(measured, ended_at)?;
                if let Some(error) = ended_by_itself {
                    reporter.say(&format!("{cell}: {}", self.failure(server, error)?));
                }
            }
            Err(error) => {
                reporter.say(&self.failure(server, error)?);
                let under_test = &mut self.servers[index];
                under_test.dropped_out = true;
                let iterations = self.conditions.plan.iterations;
                reporter.skip(under_test.iterations_missing(cells, iterations));
            }
        }
        Ok(())
    }

    /// Puts the records that hold all cells in their places.
    fn publish(self, cells: &[Cell]) -> Result<Summary, Error> {
        let iterations = self.conditions.plan.iterations;
        let mut published = Vec::new();
        for under_test in &self.servers {
            if under_test.iterations_missing(cells, iterations) == 0 {
                under_test.record.publish()?;
                published.push(under_test.record.path().to_owned());
            }
        }
        Ok(Summary {
            published,
            failed: self.failed,
        })
    }
}

impl ServerUnderTest<'_> {
    fn iterations_missing(&self, cells: &[Cell], iterations: u32) -> u64 {
        let holds = |cell: &&Cell| self.record.holds(**cell, iterations);
        let missing = cells.len() - cells.iter().filter(holds).count();
        missing as u64 * u64::from(iterations)
    }
}

/// The schema's place seen from `folder`, if that is in the repository.
pub(crate) fn schema_reference(repository: &Repository, folder: &Path) -> Option<String> {
    let inside = folder.strip_prefix(repository.path("")).ok()?;
    let up = "../".repeat(inside.components().count());
    Some(format!("{up}schema/result.json"))
}
