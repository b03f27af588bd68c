//! The echo workload: each connection is a user who is alone in its room, and hears itself. So every chat server echoes as it
//! is, and what is measured is a message's way through its chat: JSON, room and all.

use std::time::Duration;

use super::{Keys, Level, Row};
use crate::calibration;
use crate::error::Error;
use crate::load::{Latency, WindowObserver};
use crate::notation::{round, timestamp};
use crate::process::{Stage, Usage, UsageObserver};
use crate::result::{self, Parameters};
use crate::rooms::closed_loop::{self, Echoes};
use crate::rooms::{self, ChatError, Observation, Outcome, PATH};
use crate::runner::{Context, Measured, Nothing, Stay, Table, Turn, Workload, observed};
use crate::server::{Protocol, RunningServer};
use crate::websocket::{Target, raise_open_file_limit};

const CLOSED: &str = "echo";
const RATE: &str = "echo-rate";
/// The pseudo-technology of the thread that does nothing but echo, within this process.
const FLOOR: &str = "rtbench-echo";

pub struct Echo {
    keys: Keys,
    context: Context,
}

impl Workload for Echo {
    type Keys = Keys;
    type Cell = Level;
    type Row = Row;
    type Series = Nothing;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &[CLOSED, RATE];
    const PROTOCOL: Protocol = Protocol::Chat;
    const STAY: Stay = Stay::Round;
    const TABLE: Option<Table<Row>> = Some(Table {
        definition_of: |_| "echo_rate_row",
        comparison_of: Some(|row| match row.rate_per_s {
            None => CLOSED,
            Some(_) => RATE,
        }),
    });

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Level> {
        keys.levels()
    }

    fn new(keys: Keys, cells: &[Level], context: Context) -> Result<Self, Error> {
        let most = cells.iter().map(|level| keys.connections(*level)).max();
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(most.unwrap_or(0))?;
        Ok(Self { keys, context })
    }

    fn parameters(&self) -> Parameters {
        self.keys.parameters()
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.keys.read_interval_us))
    }

    fn baseline(&self) -> Option<result::Server> {
        Some(result::Server {
            technology: FLOOR.to_owned(),
            source: Some("bench/client/src/calibration/echo.rs".to_owned()),
            command: None,
            versions: Default::default(),
        })
    }

    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        _level: Level,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        let Some(load) = self.keys.warmup() else {
            return Ok(());
        };
        let interrupt = &self.context.interrupt;
        observed(server, PATH, interrupt, on_progress, |target, observer| {
            closed_loop::run(target, &load, observer)
        })
        .map(drop)
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let interrupt = &self.context.interrupt;
        let (seen, usage) = observed(server, PATH, interrupt, on_progress, |target, observer| {
            self.load(target, turn.cell, observer)
        })?;
        let mut row = self.row(turn, seen);
        let outcome = row.outcome.unwrap_or(Outcome::ServerExited);
        row.outcome = Some(outcome.by_process(server));
        Ok(measured(row, usage))
    }

    /// What client, kernel and machine give by themselves.
    fn measure_baseline(
        &mut self,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let interrupt = &self.context.interrupt;
        let echo = calibration::Echo::start(&self.context.cores.server)?;
        let target = Target {
            address: echo.address(),
            path: "/".to_owned(),
        };
        let mut observer = UsageObserver::new(None, interrupt, on_progress);
        let seen = self.load(&target, turn.cell, &mut observer);
        let usage = observer.finish();
        interrupt.check()?;
        Ok(measured(self.row(turn, Some(seen?)), usage))
    }
}

/// What either loop showed.
enum Seen {
    Closed(Echoes),
    Open(Observation),
}

impl Echo {
    fn load(
        &self,
        target: &Target,
        level: Level,
        observer: &mut dyn WindowObserver,
    ) -> Result<Seen, ChatError> {
        match level {
            Level::Connections(count) => {
                let load = self.keys.closed_loop(count);
                closed_loop::run(target, &load, observer).map(Seen::Closed)
            }
            Level::Rate(rate) => {
                let load = self.keys.open_loop(rate);
                let seen = rooms::run(target, &load, observer)?;
                Ok(Seen::Open(seen))
            }
        }
    }

    fn row(&self, turn: &Turn<'_, Self>, seen: Option<Seen>) -> Row {
        let row = Row {
            technology: turn.technology.to_owned(),
            connections: self.keys.connections(turn.cell),
            iteration: turn.iteration,
            rate_per_s: match turn.cell {
                Level::Connections(_) => None,
                Level::Rate(rate) => Some(rate),
            },
            ..Row::default()
        };
        match seen {
            None => row,
            Some(Seen::Closed(seen)) => of_closed_loop(row, &seen),
            Some(Seen::Open(seen)) => of_open_loop(row, &seen),
        }
    }
}

fn of_closed_loop(row: Row, seen: &Echoes) -> Row {
    let window_s = seen.window.as_secs_f64();
    let row = Row {
        started_at: Some(timestamp(seen.window_started_at)),
        outcome: Some(seen.outcome),
        messages_per_s: Some(round(seen.echoes as f64 / window_s, 1)),
        messages: Some(seen.echoes + seen.failed),
        failed_messages: Some(seen.failed),
        window_s: Some(round(window_s, 3)),
        client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
        client_saturated: Some(seen.is_client_saturated()),
        ..row
    };
    row.with_latency(Latency::of(&seen.latency_us))
}

/// Until the last echo, so that a server that falls behind does not show the rate that was due.
fn of_open_loop(row: Row, seen: &Observation) -> Row {
    let audit = &seen.audit;
    let until_last_s = (seen.window + seen.drain).as_secs_f64();
    let row = Row {
        started_at: Some(timestamp(seen.window_started_at)),
        outcome: Some(seen.outcome),
        messages_per_s: Some(round(audit.received_deliveries as f64 / until_last_s, 1)),
        messages: Some(audit.expected_deliveries),
        failed_messages: Some(audit.lost_deliveries + audit.duplicated_deliveries),
        window_s: Some(round(seen.window.as_secs_f64(), 3)),
        client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
        client_saturated: Some(seen.is_client_saturated()),
        ..row
    };
    row.with_latency(Latency::of(&seen.latency_us))
}

fn measured(row: Row, usage: Usage) -> Measured<Echo> {
    Measured {
        row: row.with_usage(&usage),
        series: None,
        processes: Vec::new(),
        notes: usage.notes,
    }
}
