//! The workload of relays: messages are published to the broker behind a relay, and received from it as its pages do. A relay stays for all cells of
//! a round.

use std::collections::BTreeMap;
use std::time::Duration;

use super::backing_broker::BackingBroker;
use super::{Cell, FEED, Keys, Outcome, Row, Series};
use crate::error::Error;
use crate::process::{Stage, Usage, UsageObserver, WithBacking};
use crate::relay::{self, Ending, Load, Observation, RelayError};
use crate::result::Parameters;
use crate::runner::{
    Context, Measured, Nothing, OfIteration, Stay, Table, Turn, Workload, observed,
};
use crate::search::is_settled;
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;

pub struct Relay {
    keys: Keys,
    context: Context,
    broker: BackingBroker,
}

impl Workload for Relay {
    type Keys = Keys;
    type Cell = Cell;
    type Row = Row;
    type Series = Series;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &[
        "relay",
        // As many trials as the study had, of its two relays.
        "relay-trials",
    ];
    const PROTOCOL: Protocol = Protocol::Relay;
    /// docs/decisions/servers-stay-for-a-round.md
    const STAY: Stay = Stay::Round;
    const TABLE: Option<Table<Row>> = Some(Table {
        definition_of: |_| "relay_row",
        comparison_of: None,
    });

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Cell> {
        keys.cells()
    }

    fn new(keys: Keys, cells: &[Cell], context: Context) -> Result<Self, Error> {
        let most = cells.iter().map(|cell| cell.pages).max();
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(most.unwrap_or(0))?;
        let broker = BackingBroker::new(keys.broker(), keys.broker_cpus.as_deref(), &context)?;
        Ok(Self {
            keys,
            context,
            broker,
        })
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            broker_cpus: Some(self.broker.cpus().to_string()),
            ..self.keys.parameters()
        }
    }

    fn tools(&self) -> BTreeMap<String, String> {
        let (name, version) = (self.keys.broker().id(), self.broker.version());
        BTreeMap::from([(name.to_owned(), version.to_owned())])
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(self.keys.read_interval())
    }

    /// Iterations whose means agree need no more of them.
    fn suffices(&self, technology: &str, cell: Cell, results: &[Row]) -> bool {
        let Some((percent, least)) = self.keys.settled() else {
            return false;
        };
        let is_of_it = |row: &&Row| row.technology == technology && row.cell() == cell;
        let means: Vec<f64> = results
            .iter()
            .filter(is_of_it)
            .filter_map(|row| row.latency_mean_ms)
            .collect();
        means.len() >= least as usize && is_settled(&means, percent)
    }

    fn environment(&mut self) -> Result<BTreeMap<String, String>, Error> {
        self.broker.environment(&self.context)
    }

    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        _cell: Cell,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        let Some(load) = self.keys.warmup() else {
            return Ok(());
        };
        // What does not complete here is no result; the cells will show what is wrong.
        self.load(server, &load, on_progress).map(drop)
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let load = self.keys.load(turn.cell);
        let seen = self.load(server, &load, on_progress)?;
        let has_exited = server.exit_status().is_some();
        let has_broker_exited = !self.broker.is_running();
        // Without anything to see, one of the two ended before.
        let ending = seen.messages.as_ref().map(|seen| seen.ending);
        let ending = ending.unwrap_or(Ending::BrokerGone);
        let outcome = Outcome::of(ending, has_exited, has_broker_exited);
        Ok(measured(turn, outcome, seen))
    }
}

/// What was seen of a load; nothing of the messages where server or broker ended before there was any.
struct Seen {
    messages: Option<Observation>,
    server: Usage,
    broker: Usage,
}

impl Relay {
    fn load(
        &mut self,
        server: &mut RunningServer,
        load: &Load,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Seen, Error> {
        let interrupt = &self.context.interrupt;
        let (tap, broker) = self.broker.running(&self.context)?;
        let (publisher, pid) = (broker.publisher()?, broker.pid());
        let (seen, usage) = observed(server, FEED, interrupt, on_progress, |target, observer| {
            let broker = UsageObserver::new(pid, interrupt, &|_| {});
            let mut both = WithBacking::delivering(observer, broker);
            let seen = match relay::run(target, load, tap, publisher, &mut both) {
                Ok(seen) => Some(seen),
                Err(RelayError::BrokerGone) => None,
                Err(fault) => return Err(fault),
            };
            Ok((seen, both.finish()))
        })?;
        let (messages, broker) = seen.unzip();
        Ok(Seen {
            messages: messages.flatten(),
            server: usage,
            broker: broker.unwrap_or_default(),
        })
    }
}

fn measured(turn: &Turn<'_, Relay>, outcome: Outcome, seen: Seen) -> Measured<Relay> {
    let (technology, cell, iteration) = (turn.technology, turn.cell, turn.iteration);
    let messages = seen.messages.as_ref();
    let row = Row::new(technology, cell, iteration, outcome).with_usage(&seen.server, &seen.broker);
    Measured {
        row: match messages {
            Some(seen) => row.with_observation(seen),
            None => row,
        },
        series: messages.map(|messages| {
            let usage = &seen.server.seconds;
            Series::new(technology, cell, iteration, &messages.seconds, usage).with_bins(messages)
        }),
        processes: Vec::new(),
        notes: [seen.server.notes, seen.broker.notes].concat(),
    }
}
