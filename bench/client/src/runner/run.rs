//! Running a plan, from building its servers to their result files.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::order;
use super::record::{Place, Record};
use super::{CellFilter, Context, Plan, Workload};
use crate::affinity::CpuList;
use crate::calibration;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::timestamp;
use crate::repository::Repository;
use crate::result::{self, Client, Machine, Parameters, Run};
use crate::server::{Registry, Server};

const RESUME_HINT: &str = "; run the same command again to go on with the cells that are missing";

/// What the user asked for.
#[derive(Debug)]
pub struct Options {
    pub plan: PathBuf,
    /// The command as result files have it.
    pub command: String,
    /// Ids of servers in place of the plan's.
    pub servers: Option<Vec<String>>,
    pub only: Vec<CellFilter>,
    /// What the order is drawn from in which the servers take turns; what the run goes on with, or chance, decides by default.
    pub order_seed: Option<u32>,
    /// Where the comparison's folder is; `data/` of the repository by default.
    pub out_dir: Option<PathBuf>,
    /// Measure anew even what is there.
    pub fresh: bool,
    /// Measure nothing, and publish the rounds that are whole.
    pub whole_rounds: bool,
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

/// Runs a plan of that workload. A server that fails is reported at once and does not keep the others from being
/// measured.
///
/// # Errors
/// The plan or an option is faulty; what the workload needs is not there; earlier results were measured under other
/// conditions; the user interrupts.
pub fn run<W: Workload>(
    repository: &Repository,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Summary, Error> {
    let (plan, keys) = Plan::read::<W>(&options.plan)?;
    let registry = Registry::read(repository)?;
    let ids = options.servers.as_ref().unwrap_or(&plan.servers);
    let servers = ids
        .iter()
        .map(|id| registry.speaking(id, W::PROTOCOL)?.and_on(&plan.also_on))
        .collect::<Result<Vec<Vec<Server>>, Error>>()?
        .concat();
    let servers: Vec<&Server> = servers.iter().collect();
    let cells = CellFilter::select(&options.only, &W::cells(&keys))?;
    let context = Context {
        repository: repository.clone(),
        cores: plan.split_cores(options.server_cpus.clone(), options.client_cpus.clone())?,
        interrupt: interrupt.clone(),
        steal_limit: plan.steal_limit(),
    };
    let workload = W::new(keys, &cells, context.clone())?;
    let mut run = PlanRun {
        plan,
        cells,
        workload,
        port: options.port,
        context,
        systems: Vec::new(),
        records: Vec::new(),
        failed: Vec::new(),
    };
    if options.whole_rounds {
        return run.publish_whole_rounds(options, &servers);
    }
    let metadata = metadata(options, &run.plan, &run.context, &run.workload)?;
    run.prepare(options, &servers, metadata)
        .and_then(|()| run.measure())
        .and_then(|()| run.publish())
        .map_err(|error| match error {
            Error::Interrupted { .. } => Error::Interrupted { hint: RESUME_HINT },
            other => other,
        })
}

/// What the results of all technologies share; says what speaks against the machine.
fn metadata<W: Workload>(
    options: &Options,
    plan: &Plan,
    context: &Context,
    workload: &W,
) -> Result<Run, Error> {
    let Context {
        repository, cores, ..
    } = context;
    let machine = Machine::current()?;
    let mut notes = Vec::new();
    if cfg!(debug_assertions) {
        notes
            .push("The client was a debug build, which is slower than a release build.".to_owned());
    }
    let warnings = [cores.warning(), machine.load_warning()];
    for warning in warnings.into_iter().flatten() {
        eprintln!("warning: {warning}");
        notes.push(format!("Warning: {warning}."));
    }
    Ok(Run {
        started_at: timestamp(SystemTime::now()),
        ended_at: None,
        command: options.command.clone(),
        plan: Some(repository.relative(&options.plan)),
        client: Client::current(repository.client_commit()),
        machine,
        servers: Vec::new(),
        parameters: Some(Parameters {
            order_seed: options.order_seed,
            ..plan.parameters(cores, workload.parameters())
        }),
        tools: workload.tools(),
        latency_kind: None,
        noise_floor: None,
        notes,
    })
}

/// What takes turns: a server, or what is measured beside them.
pub(super) struct System<'a> {
    pub technology: String,
    /// `None` for the workload's baseline.
    pub server: Option<&'a Server>,
    /// The place of its record.
    pub record: usize,
    /// It failed in a way that makes further iterations pointless.
    pub dropped_out: bool,
}

pub(super) struct PlanRun<'a, W: Workload> {
    pub plan: Plan,
    pub cells: Vec<W::Cell>,
    pub workload: W,
    pub context: Context,
    /// A free port is taken where none is given.
    pub port: Option<u16>,
    pub systems: Vec<System<'a>>,
    pub records: Vec<Record<W>>,
    failed: Vec<String>,
}

impl<'a, W: Workload> PlanRun<'a, W> {
    /// Builds the servers, opens the records, draws the order, and measures the noise floor where it is missing.
    fn prepare(
        &mut self,
        options: &Options,
        servers: &[&'a Server],
        metadata: Run,
    ) -> Result<(), Error> {
        let baseline = self.workload.baseline().map(|described| (None, described));
        let mut described: Vec<(Option<&'a Server>, result::Server)> =
            baseline.into_iter().collect();
        for &server in servers {
            match self.build(server, options.build) {
                Ok(description) => described.push((Some(server), description)),
                Err(error) => eprintln!("{}", self.failure(server.id(), error)?),
            }
        }
        self.open_records(options, described, metadata)?;
        self.take_order(options.order_seed, servers);
        // From here on, so that building had all cores.
        self.context.cores.client.pin_current_thread()?;
        self.calibrate()
    }

    /// Builds the server where that is wanted, and says what a result file says of it.
    fn build(&self, server: &Server, build: bool) -> Result<result::Server, Error> {
        if build {
            eprintln!("building {}", server.id());
            server.build(&self.context.interrupt)?;
        }
        for runtime in server.missing_runtimes() {
            eprintln!(
                "warning: {}: {runtime} is not there, which `script/bootstrap bench` brings: it runs on what PATH has",
                server.id()
            );
        }
        server.describe(&self.context.cores.server)
    }

    /// One record for all in a table, else one for each.
    fn open_records(
        &mut self,
        options: &Options,
        described: Vec<(Option<&'a Server>, result::Server)>,
        metadata: Run,
    ) -> Result<(), Error> {
        let open = |place: Place, servers: Vec<result::Server>| {
            let run = Run {
                servers,
                ..metadata.clone()
            };
            Record::open(place, run, options.fresh)
        };
        if W::TABLE.is_some() {
            let servers = described.iter().map(|(_, described)| described.clone());
            self.records = vec![open(self.place(options, ""), servers.collect())?];
        }
        for (server, described) in described {
            let technology = described.technology.clone();
            if W::TABLE.is_none() {
                let place = self.place(options, &technology);
                self.records.push(open(place, vec![described])?);
            }
            self.systems.push(System {
                technology,
                server,
                record: self.records.len() - 1,
                dropped_out: false,
            });
        }
        Ok(())
    }

    /// Where a technology's record is, or that of all in a table.
    pub fn place(&self, options: &Options, technology: &str) -> Place {
        let repository = &self.context.repository;
        let out_dir = options.out_dir.clone();
        let out_dir = out_dir.unwrap_or_else(|| repository.path("data"));
        let table = options.plan.file_stem().unwrap_or_default();
        let (comparison, name) = match W::TABLE {
            Some(rows) => (
                rows.comparisons::<W>(&self.plan.comparison)[0],
                &*table.to_string_lossy(),
            ),
            None => (&*self.plan.comparison, technology),
        };
        Place {
            schema: schema_reference(repository, &out_dir.join(comparison)),
            comparison: comparison.to_owned(),
            name: name.to_owned(),
            out_dir,
        }
    }

    /// Has the servers take turns in the order that was chosen, else in that of what the run goes on with, else in one that is drawn;
    /// the baseline stays first.
    fn take_order(&mut self, chosen: Option<u32>, servers: &[&Server]) {
        let seed = chosen.or_else(|| self.earlier_order_seed());
        let seed = seed.unwrap_or_else(rand::random);
        let planned = self.plan.ids();
        let planned: Vec<&str> = planned.iter().map(String::as_str).collect();
        let ids: Vec<&str> = servers.iter().map(|server| server.id()).collect();
        let order = order::drawn(seed, &planned, &ids);
        self.systems
            .sort_by_key(|system| order.iter().position(|id| *id == system.technology));
        for record in &mut self.records {
            record.set_order_seed(seed);
        }
        let turns: Vec<&str> = self.systems.iter().map(|one| &*one.technology).collect();
        eprintln!("order by seed {seed}: {}", turns.join(", "));
    }

    /// Of the first record that is gone on with.
    fn earlier_order_seed(&self) -> Option<u32> {
        let is_due = |one: &&System<'_>| self.missing(&one.technology, one.record) > 0;
        let mut due = self.systems.iter().filter(is_due);
        due.find_map(|system| self.records[system.record].order_seed())
    }

    /// Notes a failure and words it; what the user wants stopped is no failure.
    pub fn failure(&mut self, technology: &str, error: Error) -> Result<String, Error> {
        if matches!(error, Error::Interrupted { .. }) {
            return Err(error);
        }
        if !self.failed.iter().any(|id| id == technology) {
            self.failed.push(technology.to_owned());
        }
        Ok(format!("error: {error}"))
    }

    /// Measures the noise floor for the records that have something to measure and no noise floor yet.
    fn calibrate(&mut self) -> Result<(), Error> {
        let Some(read_interval) = self.workload.read_interval() else {
            return Ok(());
        };
        let lacks_it = |system: &System<'_>| {
            self.missing(&system.technology, system.record) > 0
                && !self.records[system.record].has_noise_floor()
        };
        if !self.systems.iter().any(lacks_it) {
            return Ok(());
        }
        let Context {
            cores, interrupt, ..
        } = &self.context;
        let floor = calibration::measure(cores, read_interval, calibration::ITERATIONS, interrupt)?
            .noise_floor;
        eprintln!(
            "noise floor: p50 {} ms, p99 {} ms",
            floor.latency_p50_ms, floor.latency_p99_ms
        );
        for record in &mut self.records {
            record.set_noise_floor(&floor);
        }
        Ok(())
    }

    /// Puts what holds all cells in its place.
    pub fn publish(&mut self) -> Result<Summary, Error> {
        let mut published = Vec::new();
        for (index, record) in self.records.iter().enumerate() {
            let mut whole = record.technologies();
            whole.retain(|technology| self.missing(technology, index) == 0);
            published.extend(record.publish(&whole)?);
        }
        Ok(Summary {
            published,
            failed: std::mem::take(&mut self.failed),
        })
    }
}

/// The schema's place seen from `folder`, if that is in the repository.
fn schema_reference(repository: &Repository, folder: &Path) -> Option<String> {
    let inside = folder.strip_prefix(repository.path("")).ok()?;
    let up = "../".repeat(inside.components().count());
    Some(format!("{up}schema/result.json"))
}
