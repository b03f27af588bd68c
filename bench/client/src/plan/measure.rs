//! Measuring one cell of one server: a fresh server, a warm-up that is not recorded, then the
//! iterations. One that the hypervisor disturbed more than the plan allows is measured again.

use std::time::{Duration, Instant};

use super::progress::Reporter;
use super::quiet::await_quiet;
use super::{Cell, Plan};
use crate::affinity::CoreSplit;
use crate::chat::{self, Figures, Observation, Outcome, Target, Workload};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::{Usage, UsageObserver};
use crate::result::{ProcessUsage, Row, Series};
use crate::server::{RunningServer, Server, free_address};

const CHAT_PATH: &str = "/chat";
/// A server that has just lost all its connections may be about to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// What holds for all cells of a run.
#[derive(Debug)]
pub struct Conditions<'a> {
    pub plan: &'a Plan,
    pub cores: &'a CoreSplit,
    /// A free port is taken where none is given.
    pub port: Option<u16>,
    pub interrupt: &'a Interrupt,
}

/// A whole cell.
#[derive(Debug, Default)]
pub struct Measured {
    pub rows: Vec<Row>,
    pub series: Vec<Series>,
    pub processes: Vec<ProcessUsage>,
    pub notes: Vec<String>,
    /// How the server ended by itself, if it did.
    pub ended_by_itself: Option<Error>,
}

impl Measured {
    fn add(&mut self, iteration: Iteration) {
        self.rows.push(iteration.row);
        self.series.extend(iteration.series);
        self.processes.extend(iteration.processes);
        self.notes.extend(iteration.notes);
        self.ended_by_itself = iteration.ended_by_itself.or(self.ended_by_itself.take());
    }
}

/// One iteration of a cell, recorded or to be measured again.
struct Iteration {
    row: Row,
    /// None if the server ended before there was anything to see.
    series: Option<Series>,
    processes: Vec<ProcessUsage>,
    notes: Vec<String>,
    ended_by_itself: Option<Error>,
}

impl Conditions<'_> {
    /// Measures all iterations of the cell. After one that did not complete, the server is replaced
    /// by a fresh one, so that its backlog does not weigh on the next.
    ///
    /// # Errors
    /// The server does not come up or cannot be loaded at all, or the user interrupts.
    pub fn measure(
        &self,
        server: &Server,
        cell: Cell,
        reporter: &Reporter,
    ) -> Result<Measured, Error> {
        let mut measured = Measured::default();
        let mut running = None;
        for number in 1..=self.plan.iterations {
            let mut retries = 0;
            let iteration = loop {
                let mut current = match running.take() {
                    Some(running) => running,
                    None => self.start(server, cell, reporter)?,
                };
                reporter.iteration_started(server.id(), cell, number);
                let iteration = self.iterate(&mut current, cell, number, reporter)?;
                if iteration.row.outcome == Some(Outcome::Complete) {
                    running = Some(current);
                }
                match self.plan.disturbance(&iteration.row, retries) {
                    None => break iteration,
                    Some(disturbance) => {
                        let note = format!("{cell}, iteration {number}: {disturbance}");
                        reporter.say(&format!("{}, {note}", server.id()));
                        measured.notes.push(note);
                        retries += 1;
                        self.await_quiet()?;
                    }
                }
            };
            reporter.iteration_done(&iteration.row);
            measured.add(iteration);
        }
        Ok(measured)
    }

    /// As the plan has quiet.
    fn await_quiet(&self) -> Result<(), Error> {
        match self.plan.max_steal_percent {
            Some(most) => await_quiet(most, self.cores, self.interrupt),
            None => Ok(()),
        }
    }

    fn iterate(
        &self,
        current: &mut RunningServer,
        cell: Cell,
        number: u32,
        reporter: &Reporter,
    ) -> Result<Iteration, Error> {
        let technology = current.id().to_owned();
        let workload = self.plan.workload(cell);
        let (observation, usage) = self.load(current, &workload, reporter)?;
        let mut row = match &observation {
            Some(seen) => Row::new(&technology, number, Figures::new(&workload, seen), &usage),
            None => self.empty_row(&technology, cell, number),
        };
        let observed = row.outcome.unwrap_or(Outcome::ServerExited);
        let outcome = self.outcome(observed, current)?;
        row.outcome = Some(outcome);
        Ok(Iteration {
            series: observation.map(|seen| Series {
                technology: technology.clone(),
                rooms: cell.rooms,
                users: cell.users,
                iteration: number,
                ..Series::new(&seen.seconds, &usage.seconds)
            }),
            processes: ProcessUsage::of_row(&row, &usage.processes),
            row,
            notes: usage.notes,
            ended_by_itself: (outcome == Outcome::ServerExited)
                .then(|| current.ended_by_itself())
                .flatten(),
        })
    }

    /// Of an iteration in which the server ended before there was anything to see.
    fn empty_row(&self, technology: &str, cell: Cell, iteration: u32) -> Row {
        Row {
            technology: technology.to_owned(),
            rooms: cell.rooms,
            users: cell.users,
            iteration,
            messages_per_user: self.plan.messages_per_user,
            interval_ms: Some(self.plan.interval_ms),
            ..Row::default()
        }
    }

    /// Starts a fresh server and warms it up.
    fn start(
        &self,
        server: &Server,
        cell: Cell,
        reporter: &Reporter,
    ) -> Result<RunningServer, Error> {
        self.interrupt.check()?;
        reporter.starting(server.id(), cell);
        let address = free_address(self.port)?;
        let cpus = Some(&self.cores.server);
        let mut running = RunningServer::start(server, address, cpus, self.interrupt)?;
        for warmup in self.plan.warmups(cell) {
            // A warm-up that does not complete is no result; the iterations will show what is
            // wrong.
            self.load(&mut running, &warmup, reporter)?;
        }
        Ok(running)
    }

    /// Loads the server once; no observation if the server ended before there was anything to
    /// observe.
    fn load(
        &self,
        running: &mut RunningServer,
        workload: &Workload,
        reporter: &Reporter,
    ) -> Result<(Option<Observation>, Usage), Error> {
        let target = Target {
            address: running.address(),
            path: CHAT_PATH.to_owned(),
        };
        let on_progress = |progress| reporter.progress(progress);
        let mut observer = UsageObserver::new(Some(running.pid()), self.interrupt, &on_progress);
        let loaded = chat::run(&target, workload, &mut observer);
        let usage = observer.finish();
        self.interrupt.check()?;
        match loaded {
            Ok(observation) => Ok((Some(observation), usage)),
            Err(_) if has_ended(running) => Ok((None, usage)),
            Err(source) => Err(Error::Load {
                server: running.id().to_owned(),
                source,
            }),
        }
    }

    /// The client sees closed connections; only the process tells whether the server is gone.
    fn outcome(&self, observed: Outcome, running: &mut RunningServer) -> Result<Outcome, Error> {
        self.interrupt.check()?;
        match observed {
            Outcome::Complete | Outcome::DrainTimeout => Ok(observed),
            Outcome::Disconnected | Outcome::ServerExited if has_ended(running) => {
                Ok(Outcome::ServerExited)
            }
            Outcome::Disconnected | Outcome::ServerExited => Ok(Outcome::Disconnected),
        }
    }
}

fn has_ended(running: &mut RunningServer) -> bool {
    let deadline = Instant::now() + LAST_BREATH;
    while running.exit_status().is_none() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
