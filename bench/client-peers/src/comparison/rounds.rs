//! All clients, in turns. Each round has its own order, so that no client always follows the same other one,
//! and a change of the machine over time meets all of them.

use std::time::Duration;

use rtbench::notation::figure;

use super::cell::Cell;
use super::client::Client;
use super::error::Error;
use super::measurement::{Bench, Measurement, Outcome, WhenBehind};
use super::rate::{Limit, RateSearch, StepOutcome};

/// A client that needs longer for a cell has no figures there: so many times its length, and what even the shortest
/// takes on a busy machine.
const TIMEOUT_WINDOWS: u32 = 30;
const TIMEOUT: Duration = Duration::from_secs(30);

/// What is measured.
#[derive(Debug)]
pub struct Plan {
    pub clients: Vec<Client>,
    pub rounds: usize,
    pub cells: Vec<Cell>,
    /// Where nothing queues, so that a client's latencies are its own and the machine's.
    pub low_load: Cell,
    /// Where the highest rates are searched for; `None` leaves them out.
    pub search: Option<RateSearch>,
}

/// The figures of all rounds, by client in the plan's order.
#[derive(Debug, Default)]
pub struct Rounds {
    /// By cell, then by client, then by round; `None` where a client was given up.
    pub cells: Vec<Vec<Vec<Option<Measurement>>>>,
    pub low_load: Vec<Vec<Option<Measurement>>>,
    pub limits: Vec<Vec<Limit>>,
}

impl Rounds {
    /// Measures all rounds, and tells of each step once it is done.
    ///
    /// # Errors
    /// Those of `Bench::measure`.
    pub fn measure(plan: &Plan, bench: &Bench, tell: impl Fn(&str)) -> Result<Self, Error> {
        let clients = plan.clients.len();
        let mut rounds = Self {
            cells: vec![vec![Vec::new(); clients]; plan.cells.len()],
            low_load: vec![Vec::new(); clients],
            limits: vec![Vec::new(); clients],
        };
        for round in 0..plan.rounds {
            let turns = turns(clients, round);
            let tell = |step: String| tell(&format!("round {}: {step}", round + 1));
            rounds.measure_low_load(plan, bench, &turns, &tell)?;
            rounds.measure_cells(plan, bench, &turns, &tell)?;
            rounds.measure_limits(plan, bench, &turns, &tell)?;
        }
        Ok(rounds)
    }

    fn measure_low_load(
        &mut self,
        plan: &Plan,
        bench: &Bench,
        turns: &[usize],
        tell: &impl Fn(String),
    ) -> Result<(), Error> {
        for index in turns {
            let client = &plan.clients[*index];
            let figures = measure(bench, client, &plan.low_load)?;
            let p50 = figures
                .and_then(|figures| figures.latency_p50_ms)
                .map_or("no latency".to_owned(), |p50| {
                    format!("p50 {} ms", figure(p50))
                });
            tell(format!("{client}, low load: {p50}"));
            self.low_load[*index].push(figures);
        }
        Ok(())
    }

    fn measure_cells(
        &mut self,
        plan: &Plan,
        bench: &Bench,
        turns: &[usize],
        tell: &impl Fn(String),
    ) -> Result<(), Error> {
        for (cell, figures_of) in plan.cells.iter().zip(&mut self.cells) {
            for index in turns {
                let client = &plan.clients[*index];
                let figures = measure(bench, client, cell)?;
                let cost = figures.map_or("given up".to_owned(), |figures| {
                    let cpu_s = figure(figures.cpu_s_per_million_deliveries);
                    format!("{cpu_s} CPU s per million deliveries")
                });
                tell(format!("{client}, {cell}: {cost}"));
                figures_of[*index].push(figures);
            }
        }
        Ok(())
    }

    fn measure_limits(
        &mut self,
        plan: &Plan,
        bench: &Bench,
        turns: &[usize],
        tell: &impl Fn(String),
    ) -> Result<(), Error> {
        let Some(search) = &plan.search else {
            return Ok(());
        };
        for index in turns {
            let client = &plan.clients[*index];
            let limit = limit(bench, client, search)?;
            tell(format!("{client}, highest rate: {} users", limit.users));
            self.limits[*index].push(limit);
        }
        Ok(())
    }
}

/// The clients' numbers, each round beginning with another.
fn turns(clients: usize, round: usize) -> Vec<usize> {
    (0..clients).map(|turn| (turn + round) % clients).collect()
}

fn measure(bench: &Bench, client: &Client, cell: &Cell) -> Result<Option<Measurement>, Error> {
    let when_behind = WhenBehind::WaitFor(cell.window() * TIMEOUT_WINDOWS + TIMEOUT);
    Ok(match bench.measure(client, cell, when_behind)? {
        Outcome::Measured(figures) => Some(figures),
        Outcome::FellBehind { .. } => None,
    })
}

fn limit(bench: &Bench, client: &Client, search: &RateSearch) -> Result<Limit, Error> {
    search.search(|users| {
        let cell = Cell {
            rooms: 1,
            users,
            messages_per_user: search.messages_per_user,
        };
        Ok(match bench.measure(client, &cell, WhenBehind::GiveUp)? {
            Outcome::Measured(figures) if !figures.saturated => StepOutcome::Kept {
                deliveries_per_s: figures.deliveries_per_s,
            },
            Outcome::Measured(figures) => StepOutcome::Lost {
                server_was_the_limit: figures.server_was_the_limit(),
            },
            Outcome::FellBehind {
                server_was_the_limit,
            } => StepOutcome::Lost {
                server_was_the_limit,
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::turns;

    #[test]
    fn each_round_has_all_clients_and_begins_with_another() {
        let orders: Vec<Vec<usize>> = (0..4).map(|round| turns(3, round)).collect();
        assert_eq!(orders, [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
    }
}
