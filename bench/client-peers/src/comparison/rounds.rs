//! All clients, in turns. Each round has its own order, so that no client always follows the same other one,
//! and a change of the machine over time meets all of them.

use super::cell::Cell;
use super::client::Client;
use super::error::Error;
use super::measurement::{Bench, Measurement, Outcome, Patience};
use super::rate::{Ladder, Limit, Rung};

/// A client that needs longer for a cell, in times its length, has no figures there.
const PATIENCE: Patience = Patience::Times(30);

/// What is measured.
#[derive(Debug)]
pub struct Plan {
    pub clients: Vec<Client>,
    pub rounds: usize,
    pub cells: Vec<Cell>,
    /// Where nothing queues, so that a client's latencies are its own and the machine's.
    pub low_load: Cell,
    /// Where the highest rates are searched for; `None` leaves them out.
    pub ladder: Option<Ladder>,
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
    /// Measures all rounds, and tells of each step before it.
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
            let number = round + 1;
            for index in turns(clients, round) {
                let client = &plan.clients[index];
                tell(&format!("round {number}: {client}, low load"));
                let figures = measure(bench, client, &plan.low_load)?;
                rounds.low_load[index].push(figures);
            }
            for (cell, figures_of) in plan.cells.iter().zip(&mut rounds.cells) {
                for index in turns(clients, round) {
                    let client = &plan.clients[index];
                    tell(&format!("round {number}: {client}, {cell}"));
                    figures_of[index].push(measure(bench, client, cell)?);
                }
            }
            let Some(ladder) = &plan.ladder else {
                continue;
            };
            for index in turns(clients, round) {
                let client = &plan.clients[index];
                tell(&format!("round {number}: {client}, highest rate"));
                rounds.limits[index].push(limit(bench, client, ladder)?);
            }
        }
        Ok(rounds)
    }
}

/// The clients' numbers, each round beginning with another.
fn turns(clients: usize, round: usize) -> impl Iterator<Item = usize> {
    (0..clients).map(move |turn| (turn + round) % clients)
}

fn measure(bench: &Bench, client: &Client, cell: &Cell) -> Result<Option<Measurement>, Error> {
    Ok(match bench.measure(client, cell, PATIENCE)? {
        Outcome::Measured(figures) => Some(figures),
        Outcome::FellBehind { .. } => None,
    })
}

fn limit(bench: &Bench, client: &Client, ladder: &Ladder) -> Result<Limit, Error> {
    ladder.search(|users| {
        let cell = Cell {
            rooms: 1,
            users,
            messages_per_user: ladder.messages_per_user,
        };
        Ok(match bench.measure(client, &cell, Patience::None)? {
            Outcome::Measured(figures) if !figures.saturated => Rung::Kept {
                deliveries_per_s: figures.deliveries_per_s,
            },
            Outcome::Measured(figures) => Rung::Lost {
                server_was_the_limit: figures.server_was_the_limit(),
            },
            Outcome::FellBehind {
                server_was_the_limit,
            } => Rung::Lost {
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
        let orders: Vec<Vec<usize>> = (0..4).map(|round| turns(3, round).collect()).collect();
        assert_eq!(orders, [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
    }
}
