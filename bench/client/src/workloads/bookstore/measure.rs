//! The bookstore's workload: lists of users, a mix of requests, and lists at fixed rates, in rounds, each on a store that is filled for it.

use std::collections::BTreeMap;

use super::requests::{lists, mix};
use super::{BOOKS, Keys, Level, Outcome, Row, Series, store};
use crate::database::Schema;
use crate::error::Error;
use crate::http_load::{self, HttpLoadError, Load, Observation};
use crate::process::{Stage, Usage, UsageObserver, WithBacking};
use crate::result::Parameters;
use crate::runner::{Context, Measured, Nothing, Stay, Table, Turn, Workload, observed};
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;
use crate::workloads::backing_database::BackingDatabase;
use crate::workloads::highest_rate;

const USERS: &str = "bookstore";
const RATE: &str = "bookstore-rate";
const MIX: &str = "bookstore-mix";
/// In `bench/database`.
const FILL_MIX: &str = "bookstore-mix.sql";
const END_MIX: &str = "bookstore-mix-end.sql";

pub struct Bookstore {
    keys: Keys,
    context: Context,
    database: BackingDatabase,
}

impl Workload for Bookstore {
    type Keys = Keys;
    type Cell = Level;
    type Row = Row;
    type Series = Series;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = &[USERS, RATE, MIX];
    const PROTOCOL: Protocol = Protocol::Bookstore;
    /// docs/decisions/servers-stay-for-a-round.md
    const STAY: Stay = Stay::Round;
    const TABLE: Option<Table<Row>> = Some(Table {
        definition_of: |comparison| match comparison {
            RATE => "bookstore_rate_row",
            MIX => "bookstore_mix_row",
            _ => "bookstore_row",
        },
        comparison_of: Some(
            |row| match Level::of(row.users, row.rate_percent, row.books) {
                Level::Users(_) => USERS,
                Level::RatePercent(_) => RATE,
                Level::Books(_) => MIX,
            },
        ),
    });

    fn fault(keys: &Keys) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &Keys) -> Vec<Level> {
        keys.levels()
    }

    fn new(keys: Keys, cells: &[Level], context: Context) -> Result<Self, Error> {
        let connections = cells
            .iter()
            .map(|level| keys.load(*level, None).arrival.connections());
        // Before any server starts, which inherits the limit. Twice: a connection that is given up is closed a moment later.
        raise_open_file_limit(connections.max().unwrap_or(0).saturating_mul(2))?;
        let database = BackingDatabase::new(
            Schema::Bookstore,
            keys.database_pool_size,
            keys.database_cpus.as_deref(),
            &context,
        )?;
        Ok(Self {
            keys,
            context,
            database,
        })
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            database_cpus: Some(self.database.cpus().to_string()),
            ..self.keys.parameters()
        }
    }

    fn tools(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("postgresql".to_owned(), self.database.version().to_owned())])
    }

    fn environment(&mut self) -> Result<BTreeMap<String, String>, Error> {
        self.database.environment(&self.context)
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
        // What does not complete here is no result; the levels will show what is wrong.
        self.load_lists(server, &load, on_progress).map(drop)
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let target = target(turn)?;
        if target == Some(0.0) {
            return Ok(without_rate(turn));
        }
        self.database.running(&self.context)?;
        let load = self.keys.load(turn.cell, target);
        let seen = match turn.cell {
            Level::Books(books) => {
                let seed = turn.iteration.into();
                self.load_mix(server, &load, books, seed, on_progress)?
            }
            Level::Users(_) | Level::RatePercent(_) => {
                self.load_lists(server, &load, on_progress)?
            }
        };
        Ok(measured(turn, target, seen, server))
    }
}

/// What was seen of a load; nothing of the requests where the server ended before there was any.
#[derive(Default)]
struct Seen {
    requests: Option<Observation>,
    server: Usage,
    database: Usage,
}

impl Bookstore {
    /// On a store of one book, which the server has put there.
    fn load_lists(
        &mut self,
        server: &mut RunningServer,
        load: &Load,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Seen, Error> {
        let address = server.address();
        match store::with_one_book(address) {
            Ok(()) => self.load(server, load, lists(address), on_progress),
            Err(_) if server.has_just_ended() => Ok(Seen::default()),
            Err(fault) => Err(Error::Load {
                server: server.id().to_owned(),
                source: fault.into(),
            }),
        }
    }

    /// On a store of so many books that does not grow.
    fn load_mix(
        &mut self,
        server: &mut RunningServer,
        load: &Load,
        books: u32,
        seed: u64,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Seen, Error> {
        self.run_file(FILL_MIX, &[("books", books)])?;
        let requests = mix(server.address(), books, seed);
        let seen = self.load(server, load, requests, on_progress);
        self.run_file(END_MIX, &[])?;
        seen
    }

    fn run_file(&mut self, file: &str, variables: &[(&str, u32)]) -> Result<(), Error> {
        let Context {
            repository,
            interrupt,
            ..
        } = &self.context;
        let instance = self.database.running(&self.context)?.instance();
        instance.run_file(file, variables, repository, interrupt)
    }

    fn load(
        &self,
        server: &mut RunningServer,
        load: &Load,
        requests: http_load::Requests,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Seen, Error> {
        let interrupt = &self.context.interrupt;
        let database = self.database.pid();
        let (seen, usage) = observed(server, BOOKS, interrupt, on_progress, |target, observer| {
            let database = UsageObserver::new(database, interrupt, &|_| {});
            let mut both = WithBacking::holding(observer, database);
            let seen = http_load::run(target.address, load, requests, &mut both)?;
            Ok::<_, HttpLoadError>((seen, both.finish()))
        })?;
        let (requests, database) = seen.unzip();
        Ok(Seen {
            requests,
            server: usage,
            database: database.unwrap_or_default(),
        })
    }
}

fn measured(
    turn: &Turn<'_, Bookstore>,
    target_requests_per_s: Option<f64>,
    seen: Seen,
    server: &mut RunningServer,
) -> Measured<Bookstore> {
    let has_exited = server.exit_status().is_some();
    let requests = seen.requests.as_ref();
    let outcome = requests.map_or(Outcome::ServerExited, |seen| Outcome::of(seen, has_exited));
    let (technology, level, iteration) = (turn.technology, turn.cell, turn.iteration);
    let row = Row::new(technology, level, target_requests_per_s, iteration, outcome)
        .with_usage(&seen.server, &seen.database);
    Measured {
        row: match requests {
            Some(seen) => row.with_observation(seen),
            None => row,
        },
        series: requests.map(|requests| {
            let usage = &seen.server.seconds;
            Series::new(technology, level, iteration, &requests.seconds, usage)
        }),
        processes: Vec::new(),
        notes: [seen.server.notes, seen.database.notes].concat(),
    }
}

/// Of a server that answered no request in its closed loops, and so has no rate to be asked at: it failed here as well.
fn without_rate(turn: &Turn<'_, Bookstore>) -> Measured<Bookstore> {
    let outcome = Outcome::FailedRequests;
    Measured {
        row: Row::new(
            turn.technology,
            turn.cell,
            Some(0.0),
            turn.iteration,
            outcome,
        ),
        series: None,
        processes: Vec::new(),
        notes: vec!["no request was sent: none was answered in the closed loops".to_owned()],
    }
}

/// The rate of a level that has one.
fn target(turn: &Turn<'_, Bookstore>) -> Result<Option<f64>, Error> {
    let Some(percent) = turn.cell.rate_percent() else {
        return Ok(None);
    };
    let shown = shown(turn.results, turn.technology);
    highest_rate::target(turn.technology, percent, shown).map(Some)
}

/// The rates that a technology showed in closed loops, of the requests that were answered as they should be.
fn shown(results: &[Row], technology: &str) -> impl Iterator<Item = (Level, f64)> {
    let is_closed = move |row: &&Row| row.technology == technology && row.rate_percent.is_none();
    let closed = results.iter().filter(is_closed);
    closed.map(|row| {
        let level = Level::of(row.users, row.rate_percent, row.books);
        (level, row.requests_per_s.unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(level: Level, per_s: Option<f64>) -> Row {
        Row {
            requests_per_s: per_s,
            ..Row::new("a", level, None, 1, Outcome::Complete)
        }
    }

    fn peak(rows: &[Row]) -> Option<f64> {
        highest_rate::highest_mean(shown(rows, "a"))
    }

    #[test]
    fn the_highest_rate_is_that_of_any_closed_loop() {
        // Users who come over 20 s send no more than so many a second, however fast the server is.
        let rows = [
            row(Level::Users(2_000), Some(3_000.0)),
            row(Level::Books(1), Some(9_000.0)),
            row(Level::Books(1), Some(11_000.0)),
            row(Level::RatePercent(90), Some(20_000.0)),
        ];
        assert_eq!(peak(&rows), Some(10_000.0));
    }

    #[test]
    fn a_server_that_answered_nothing_has_shown_a_rate_of_none() {
        assert_eq!(peak(&[]), None);
        assert_eq!(peak(&[row(Level::Users(2_000), None)]), Some(0.0));
    }
}
