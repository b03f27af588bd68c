//! Measuring what is missing: the servers take turns, fresh ones at each cell or in each round, so that what changes on the machine
//! meanwhile meets all technologies alike.

use std::time::SystemTime;

use super::progress::Reporter;
use super::quiet::await_quiet;
use super::run::{PlanRun, System};
use super::{Context, Measured, Row, Stay, Turn, Workload};
use crate::error::Error;
use crate::notation::timestamp;
use crate::server::{RunningServer, Server, free_address};

impl<W: Workload> PlanRun<'_, W> {
    pub fn measure(&mut self) -> Result<(), Error> {
        let missing = |system: &System<'_>| self.missing(&system.technology, system.record);
        let total = self.systems.iter().map(missing).sum();
        let reporter = Reporter::new(total, self.plan.iterations);
        for (system, turns) in visits(
            W::STAY,
            self.systems.len(),
            &self.cells,
            self.plan.iterations,
        ) {
            self.visit(system, &turns, &reporter)?;
        }
        Ok(())
    }

    /// How many iterations of a technology are still to be measured.
    pub fn missing(&self, technology: &str, record: usize) -> u64 {
        let iterations = 1..=self.plan.iterations;
        let of_cell = |cell: &W::Cell| {
            let is_due = |iteration: &u32| self.is_due(technology, record, *cell, *iteration);
            iterations.clone().filter(is_due).count() as u64
        };
        self.cells.iter().map(of_cell).sum()
    }

    fn is_due(&self, technology: &str, record: usize, cell: W::Cell, iteration: u32) -> bool {
        let known = &self.records[record];
        self.workload.applies(technology, cell)
            && !known.holds(technology, cell, iteration)
            && !self.workload.suffices(technology, cell, known.results())
    }

    /// Measures what is due of those cells and iterations, on one server as long as that is sound.
    fn visit(
        &mut self,
        index: usize,
        turns: &[(W::Cell, u32)],
        reporter: &Reporter,
    ) -> Result<(), Error> {
        let System {
            technology,
            record,
            dropped_out,
            ..
        } = &self.systems[index];
        let (technology, record) = (technology.clone(), *record);
        let due_before = self.missing(&technology, record);
        let mut done = 0;
        let is_due = |(cell, iteration): &&(W::Cell, u32)| {
            !dropped_out && self.is_due(&technology, record, *cell, *iteration)
        };
        let due: Vec<(W::Cell, u32)> = turns.iter().filter(is_due).copied().collect();
        let mut kept = None;
        let mut of_cell = Vec::new();
        for (cell, iteration) in due {
            match self.measure_turn(index, cell, iteration, &mut kept, reporter) {
                Ok((measured, ended_by_itself)) => {
                    reporter.iteration_done(
                        &format!("{technology}, {cell}"),
                        iteration,
                        &measured.row.figures(),
                    );
                    of_cell.push(measured);
                    done += 1;
                    if let Some(error) = ended_by_itself {
                        let failure = self.failure(&technology, error)?;
                        reporter.say(&format!("{cell}: {failure}"));
                    }
                }
                Err(error) => {
                    reporter.say(&self.failure(&technology, error)?);
                    self.systems[index].dropped_out = true;
                    // What the cell has so far is not kept, and has been counted.
                    let missing = self.missing(&technology, record);
                    reporter.skip(missing - of_cell.len() as u64);
                    return Ok(());
                }
            }
            if W::STAY == Stay::Round {
                self.keep(record, &mut of_cell)?;
            }
        }
        self.keep(record, &mut of_cell)?;
        // What is enough by now.
        reporter.skip(due_before - done - self.missing(&technology, record));
        Ok(())
    }

    fn keep(&mut self, record: usize, measured: &mut Vec<Measured<W>>) -> Result<(), Error> {
        if measured.is_empty() {
            return Ok(());
        }
        self.records[record].add(measured.drain(..), timestamp(SystemTime::now()))
    }

    /// Measures until the hypervisor leaves the iteration alone, as often as the plan allows; also how the server ended by
    /// itself, if it did.
    fn measure_turn(
        &mut self,
        index: usize,
        cell: W::Cell,
        iteration: u32,
        kept: &mut Option<RunningServer>,
        reporter: &Reporter,
    ) -> Result<(Measured<W>, Option<Error>), Error> {
        let technology = &self.systems[index].technology;
        let place = format!("{technology}, {cell}, iteration {iteration}");
        let mut notes = Vec::new();
        let mut retries = 0;
        loop {
            let (mut measured, ended_by_itself) =
                self.measure_once(index, cell, iteration, kept, reporter)?;
            let limit = self.plan.steal_limit();
            let Some(disturbance) = limit.disturbance(measured.row.steal_percent(), retries) else {
                let told = |note: &String| format!("{place}: {note}");
                notes.extend(measured.notes.iter().map(told));
                measured.notes = notes;
                return Ok((measured, ended_by_itself));
            };
            let note = format!("{place}: {disturbance}");
            reporter.say(&note);
            notes.push(note);
            retries += 1;
            if let Some(most) = self.plan.max_steal_percent {
                await_quiet(most, &self.context.cores, &self.context.interrupt)?;
            }
        }
    }

    /// Measures the kept server, or one that is started first if there is none; keeps it if it is sound.
    fn measure_once(
        &mut self,
        index: usize,
        cell: W::Cell,
        iteration: u32,
        kept: &mut Option<RunningServer>,
        reporter: &Reporter,
    ) -> Result<(Measured<W>, Option<Error>), Error> {
        let System { server, record, .. } = self.systems[index];
        let on_progress = |stage| reporter.progress(stage);
        let running = match (server, kept.take()) {
            (None, _) => None,
            (Some(_), Some(running)) => Some(running),
            (Some(server), None) => Some(self.start(server, cell, reporter)?),
        };
        let technology = &self.systems[index].technology;
        reporter.iteration_started(&format!("{technology}, {cell}"), iteration);
        let turn = Turn {
            technology,
            cell,
            iteration,
            results: self.records[record].results(),
        };
        let Some(mut running) = running else {
            let measured = self.workload.measure_baseline(&turn, &on_progress)?;
            return Ok((measured, None));
        };
        let measured = self.workload.measure(&mut running, &turn, &on_progress)?;
        let ended_by_itself = running.ended_by_itself();
        if ended_by_itself.is_none() && measured.row.leaves_the_server_sound() {
            *kept = Some(running);
        }
        Ok((measured, ended_by_itself))
    }

    /// Starts a fresh server and warms it up.
    fn start(
        &mut self,
        server: &Server,
        cell: W::Cell,
        reporter: &Reporter,
    ) -> Result<RunningServer, Error> {
        let Context {
            cores, interrupt, ..
        } = &self.context;
        interrupt.check()?;
        reporter.starting(&format!("{}, {cell}", server.id()));
        let environment = self.workload.environment()?;
        let address = free_address(self.port)?;
        let cpus = Some(&cores.server);
        let mut running =
            RunningServer::start_with(server, address, &environment, cpus, interrupt)?;
        let on_progress = |stage| reporter.progress(stage);
        self.workload.warm_up(&mut running, cell, &on_progress)?;
        Ok(running)
    }
}

/// Which system is visited when, and for which cells and iterations.
fn visits<C: Copy>(
    stay: Stay,
    systems: usize,
    cells: &[C],
    iterations: u32,
) -> Vec<(usize, Vec<(C, u32)>)> {
    let of_all_systems =
        |turns: Vec<(C, u32)>| (0..systems).map(move |system| (system, turns.clone()));
    match stay {
        Stay::Cell => cells
            .iter()
            .map(|cell| {
                (1..=iterations)
                    .map(|iteration| (*cell, iteration))
                    .collect()
            })
            .flat_map(of_all_systems)
            .collect(),
        Stay::Round => (1..=iterations)
            .map(|iteration| cells.iter().map(|cell| (*cell, iteration)).collect())
            .flat_map(of_all_systems)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_take_turns_at_each_cell_or_in_each_round() {
        let of = |stay| visits(stay, 2, &['a', 'b'], 2);
        let cell = |cell| vec![(cell, 1), (cell, 2)];
        let expected = [
            (0, cell('a')),
            (1, cell('a')),
            (0, cell('b')),
            (1, cell('b')),
        ];
        assert_eq!(of(Stay::Cell), expected);
        let round = |iteration| vec![('a', iteration), ('b', iteration)];
        let expected = [(0, round(1)), (1, round(1)), (0, round(2)), (1, round(2))];
        assert_eq!(of(Stay::Round), expected);
    }
}
