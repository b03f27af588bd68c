//! The shootout's workload: clients broadcast, ask for echoes, or say nothing, and a server stays for all levels of a round.

use std::time::Duration;

use super::{Keys, Level, Outcome, Row};
use crate::broadcast::{self, BroadcastError, Load, Observation};
use crate::error::Error;
use crate::process::{Stage, Tree, Usage, pss_mib};
use crate::result::Parameters;
use crate::runner::{Context, Measured, Nothing, Stay, Table, Turn, Workload, observed};
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;

const CLOSED: &str = "shootout";
const RATE: &str = "shootout-rate";
const IDLE: &str = "shootout-idle";
const ECHO: &str = "shootout-echo";
/// How long a server is left alone after it is ready, before its memory is taken.
const SETTLING: Duration = Duration::from_secs(1);

pub struct Shootout {
    keys: Keys,
    context: Context,
    /// Of the server that runs, before anyone connected to it.
    memory_before_mib: f64,
    is_warm: bool,
}

impl Workload for Shootout {
    type Keys = Keys;
    type Cell = Level;
    type Row = Row;
    type Series = Nothing;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &[CLOSED, RATE, IDLE, ECHO];
    const PROTOCOL: Protocol = Protocol::Shootout;
    const STAY: Stay = Stay::Round;
    const TABLE: Option<Table<Row>> = Some(Table {
        definition_of: |comparison| match comparison {
            RATE => "shootout_rate_row",
            IDLE => "shootout_idle_row",
            ECHO => "shootout_echo_row",
            _ => "shootout_row",
        },
        comparison_of: Some(|row| match row.level() {
            Level::AtOnce { .. } => CLOSED,
            Level::Rate { .. } => RATE,
            Level::Idle { .. } => IDLE,
            Level::Echoes { .. } => ECHO,
        }),
    });

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Level> {
        keys.levels()
    }

    fn new(keys: Keys, cells: &[Level], context: Context) -> Result<Self, Error> {
        let most = cells.iter().map(|level| keys.clients(*level)).max();
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(most.unwrap_or(0))?;
        Ok(Self {
            keys,
            context,
            memory_before_mib: 0.0,
            is_warm: false,
        })
    }

    fn parameters(&self) -> Parameters {
        self.keys.parameters()
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(Duration::from_micros(self.keys.read_interval_us))
    }

    /// Takes the memory of a server that has done nothing yet. It is loaded before the first level at which something is said: at
    /// those before, what it needs for connections is not to be lost in what it needs for messages.
    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        _level: Level,
        _on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        std::thread::sleep(SETTLING);
        self.is_warm = false;
        let tree = Tree::of(server.pid())?;
        self.memory_before_mib = pss_mib(&tree).map_err(|source| Error::Proc {
            what: format!("memory of {}", server.id()),
            source,
        })?;
        Ok(())
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let envelope = server.endpoint().envelope;
        if !self.is_warm && !matches!(turn.cell, Level::Idle { .. }) {
            self.is_warm = true;
            if let Some(warmup) = self.keys.warmup(envelope) {
                // What does not complete here is no result; the levels will show what is wrong.
                self.load(server, &warmup, on_progress)?;
            }
        }
        let load = self.keys.load(turn.cell, envelope);
        let (seen, mut usage) = self.load(server, &load, on_progress)?;
        let clients = load.clients;
        let row = Row::new(turn.technology, turn.cell, clients, turn.iteration);
        let row = match seen {
            Some(Seen::Load(seen)) => {
                let outcome = seen.outcome.by_process(server).into();
                row.with_observation(outcome, &seen)
            }
            Some(Seen::TooMany(_)) if server.has_just_ended() => {
                row.with_outcome(Outcome::ServerExited)
            }
            Some(Seen::TooMany(reason)) => {
                usage.notes.push(reason);
                row.with_outcome(Outcome::NotConnected)
            }
            None => row.with_outcome(Outcome::ServerExited),
        };
        let row = match turn.cell {
            Level::Idle { .. } => row.with_memory(self.memory_before_mib, self.at_end(&usage)),
            _ => row,
        };
        Ok(Measured {
            row: row.with_usage(&usage),
            series: None,
            processes: Vec::new(),
            notes: usage.notes,
        })
    }
}

/// What came of a load.
enum Seen {
    Load(Box<Observation>),
    /// The server does not take so many clients: why.
    TooMany(String),
}

impl Shootout {
    fn load(
        &self,
        server: &mut RunningServer,
        load: &Load,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(Option<Seen>, Usage), Error> {
        let path = server.endpoint().path.clone();
        let interrupt = &self.context.interrupt;
        observed(server, &path, interrupt, on_progress, |target, observer| {
            seen(broadcast::run(target, load, observer))
        })
    }

    /// The server's memory in MiB, when the load was held for the last second.
    fn at_end(&self, usage: &Usage) -> Option<f64> {
        let seconds = usage.seconds.iter().take(self.keys.hold_s as usize);
        seconds.rev().find_map(|second| second.memory_mib)
    }
}

fn seen(loaded: Result<Observation, BroadcastError>) -> Result<Seen, BroadcastError> {
    match loaded {
        Ok(seen) => Ok(Seen::Load(Box::new(seen))),
        Err(fault) if fault.is_too_many_clients() => Ok(Seen::TooMany(fault.to_string())),
        Err(fault) => Err(fault),
    }
}
