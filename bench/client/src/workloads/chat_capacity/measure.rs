//! The capacity workload: an iteration is a search of a fresh server, in rounds, so that repeats lie apart in time.

use std::time::{Duration, SystemTime};

use super::{Cell, Keys, Own, Probing, Row, Series};
use crate::error::Error;
use crate::notation::timestamp;
use crate::process::Stage;
use crate::result::Parameters;
use crate::runner::{Context, Measured, Nothing, OfIteration, Stay, Turn, Workload};
use crate::search::is_settled;
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;

pub struct ChatCapacity {
    keys: Keys,
    context: Context,
}

impl Workload for ChatCapacity {
    type Keys = Keys;
    type Cell = Cell;
    type Row = Row;
    type Series = Series;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &["chat-capacity"];
    const PROTOCOL: Protocol = Protocol::Chat;
    const STAY: Stay = Stay::Round;

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Cell> {
        keys.cells()
    }

    fn new(keys: Keys, _cells: &[Cell], context: Context) -> Result<Self, Error> {
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(keys.rooms.saturating_mul(keys.search.most_users))?;
        Ok(Self { keys, context })
    }

    fn parameters(&self) -> Parameters {
        self.keys.parameters()
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.keys.read_interval_us))
    }

    /// Repeats that agree need no more of them.
    fn suffices(&self, technology: &str, cell: Cell, results: &[Row]) -> bool {
        let carried: Vec<f64> = of_cell(technology, cell, results)
            .map(|row| f64::from(row.carried_users))
            .collect();
        is_settled(&carried, self.keys.search.settled_percent)
    }

    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        cell: Cell,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        let least = self.keys.search.least_users;
        self.probing(server, cell, on_progress).warm_up(least)
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let started_at = timestamp(SystemTime::now());
        let known = of_cell(turn.technology, turn.cell, turn.results).last();
        let known = known
            .map(|row| row.carried_users)
            .filter(|users| *users > 0);
        let mut probing = self.probing(server, turn.cell, on_progress);
        let found = probing.search(known)?;
        let row = Row {
            started_at: Some(started_at),
            ..Row::new(
                turn.technology,
                turn.cell,
                turn.iteration,
                found,
                &probing.probes,
            )
        };
        Ok(Measured {
            series: Some(Series::of(&row, &probing.probes)),
            notes: probing.notes,
            row,
            processes: Vec::new(),
        })
    }
}

impl ChatCapacity {
    fn probing<'a>(
        &'a self,
        server: &'a mut RunningServer,
        cell: Cell,
        on_progress: &'a dyn Fn(Stage),
    ) -> Probing<'a, Own<'a>> {
        Probing {
            subject: Own {
                server,
                interrupt: &self.context.interrupt,
                on_progress,
            },
            keys: &self.keys,
            cell,
            steal_limit: self.context.steal_limit,
            say: &|_| {},
            probes: Vec::new(),
            notes: Vec::new(),
        }
    }
}

fn of_cell<'a>(technology: &str, cell: Cell, results: &'a [Row]) -> impl Iterator<Item = &'a Row> {
    let is_of_it = move |row: &&Row| row.technology() == technology && row.cell() == cell;
    results.iter().filter(is_of_it)
}
