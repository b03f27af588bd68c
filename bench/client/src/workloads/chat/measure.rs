//! The chat workload: users in rooms talk on a schedule, and a server stays for all iterations of a cell.

use std::time::Duration;

use super::{Cell, Keys, ProcessUsage, Row, Series};
use crate::error::Error;
use crate::process::{Stage, Usage};
use crate::result::Parameters;
use crate::rooms::{self, Figures, Load, Observation, Outcome};
use crate::runner::{Context, Measured, Stay, Turn, Workload, observed};
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;

#[derive(Debug)]
pub struct Chat {
    keys: Keys,
    context: Context,
}

impl Workload for Chat {
    type Keys = Keys;
    type Cell = Cell;
    type Row = Row;
    type Series = Series;
    type Process = ProcessUsage;

    const COMPARISONS: &'static [&'static str] = &[
        "chat",
        // At loads that no server saturates on.
        "chat-latency",
        // With all cores for the server.
        "chat-cores",
        // On this year's runtimes and on those before.
        "chat-runtimes",
    ];
    const PROTOCOL: Protocol = Protocol::Chat;
    const STAY: Stay = Stay::Cell;

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Cell> {
        keys.cells()
    }

    fn new(keys: Keys, cells: &[Cell], context: Context) -> Result<Self, Error> {
        let active = cells
            .iter()
            .map(|cell| cell.rooms.saturating_mul(cell.users));
        let most_users = active.max().unwrap_or(0).saturating_add(keys.idle_users);
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(most_users)?;
        Ok(Self { keys, context })
    }

    fn parameters(&self) -> Parameters {
        self.keys.parameters()
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.keys.read_interval_us))
    }

    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        cell: Cell,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        for warmup in self.keys.warmups(cell) {
            // A warm-up that does not complete is no result; the iterations will show what is
            // wrong.
            self.load(server, &warmup, on_progress)?;
        }
        Ok(())
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let load = self.keys.load(turn.cell);
        let (observation, usage) = self.load(server, &load, on_progress)?;
        let mut row = match &observation {
            Some(seen) => Row::new(
                turn.technology,
                turn.iteration,
                Figures::new(&load, seen),
                &usage,
            ),
            None => self.empty_row(turn),
        };
        let outcome = row.outcome.unwrap_or(Outcome::ServerExited);
        row.outcome = Some(outcome.by_process(server));
        Ok(Measured {
            series: observation.map(|seen| Series {
                technology: turn.technology.to_owned(),
                rooms: turn.cell.rooms,
                users: turn.cell.users,
                iteration: turn.iteration,
                ..Series::new(&seen.seconds, &usage.seconds)
            }),
            processes: ProcessUsage::of_row(&row, &usage.processes),
            row,
            notes: usage.notes,
        })
    }
}

impl Chat {
    fn load(
        &self,
        server: &mut RunningServer,
        load: &Load,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(Option<Observation>, Usage), Error> {
        observed(
            server,
            rooms::PATH,
            &self.context.interrupt,
            on_progress,
            |target, observer| rooms::run(target, load, observer),
        )
    }

    /// Of an iteration in which the server ended before there was anything to see.
    fn empty_row(&self, turn: &Turn<'_, Self>) -> Row {
        Row {
            technology: turn.technology.to_owned(),
            rooms: turn.cell.rooms,
            users: turn.cell.users,
            iteration: turn.iteration,
            messages_per_user: self.keys.messages_per_user,
            interval_ms: Some(self.keys.interval_ms),
            ..Row::default()
        }
    }
}
