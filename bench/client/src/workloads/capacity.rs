//! Comparisons of what servers carry: an iteration is a search of a fresh server, in rounds, so that repeats lie apart in time.

use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::notation::timestamp;
use crate::process::Stage;
use crate::result::Parameters;
use crate::runner::{self, Context, Measured, Nothing, OfIteration, Stay, Turn, Workload};
use crate::search::{self, Loading, Own, Probe, Probing, Settings, is_settled};
use crate::server::{Protocol, RunningServer};
use crate::websocket::raise_open_file_limit;

/// What a plan of searches says besides the keys of every plan, and what is made of it.
pub trait Searched: DeserializeOwned {
    type Cell: runner::Cell;
    type Row: runner::Row<Self::Cell>;
    type Series: OfIteration<Self::Cell>;
    type Loading<'a>: Loading
    where
        Self: 'a;

    const COMPARISONS: &'static [&'static str];
    const PROTOCOL: Protocol;

    /// What is wrong with the keys.
    fn fault(&self) -> Option<String>;

    /// In the plan's order.
    fn cells(&self) -> Vec<Self::Cell>;

    /// What a result file says of the plan.
    fn parameters(&self) -> Parameters;

    fn search(&self) -> &Settings;

    fn read_interval(&self) -> Duration;

    /// Connections at once, under the greatest load.
    fn most_connections(&self) -> u32;

    fn loading(&self, cell: Self::Cell, server: &RunningServer) -> Self::Loading<'_>;

    /// Of a search that began then.
    fn row(found: &Found<'_, Self::Cell>) -> Self::Row;

    /// The probes of the search that a row tells of.
    fn series(row: &Self::Row, probes: &[Probe]) -> Self::Series;

    /// 0 where even the least load failed.
    fn carried(row: &Self::Row) -> u32;
}

/// A search at its end.
#[derive(Debug)]
pub struct Found<'a, C> {
    pub technology: &'a str,
    pub cell: C,
    pub iteration: u32,
    pub started_at: Option<String>,
    pub capacity: search::Capacity,
    pub search_s: f64,
    pub probes: &'a [Probe],
}

impl<C> Found<'_, C> {
    /// The heaviest probe that held.
    #[must_use]
    pub fn held(&self) -> Option<&Probe> {
        let carried = self.capacity.held?;
        self.probes
            .iter()
            .find(|probe| probe.fault.is_none() && probe.load == carried)
    }
}

pub struct Capacity<K> {
    keys: K,
    context: Context,
}

impl<K: Searched> Workload for Capacity<K> {
    type Keys = K;
    type Cell = K::Cell;
    type Row = K::Row;
    type Series = K::Series;
    type Process = Nothing;

    const COMPARISONS: &'static [&'static str] = K::COMPARISONS;
    const PROTOCOL: Protocol = K::PROTOCOL;
    const STAY: Stay = Stay::Round;

    fn fault(keys: &K) -> Option<String> {
        keys.fault()
    }

    fn cells(keys: &K) -> Vec<K::Cell> {
        keys.cells()
    }

    fn new(keys: K, _cells: &[K::Cell], context: Context) -> Result<Self, Error> {
        // Before any server starts, which inherits the limit.
        raise_open_file_limit(keys.most_connections())?;
        Ok(Self { keys, context })
    }

    fn parameters(&self) -> Parameters {
        self.keys.parameters()
    }

    fn read_interval(&self) -> Option<Duration> {
        Some(self.keys.read_interval())
    }

    /// Repeats that agree need no more of them.
    fn suffices(&self, technology: &str, cell: K::Cell, results: &[K::Row]) -> bool {
        let carried: Vec<f64> = of_cell(technology, cell, results)
            .map(|row| f64::from(K::carried(row)))
            .collect();
        is_settled(&carried, self.keys.search().settled_percent)
    }

    /// A search does it by itself: it knows the load.
    fn warm_up(
        &mut self,
        _server: &mut RunningServer,
        _cell: K::Cell,
        _on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error> {
        Ok(())
    }

    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        let started_at = timestamp(SystemTime::now());
        let known = of_cell(turn.technology, turn.cell, turn.results).last();
        let known = known.map(K::carried).filter(|load| *load > 0);
        let mut probing = self.probing(server, turn.cell, known, on_progress);
        probing.warm_up()?;
        let (capacity, search_s) = probing.search()?;
        let row = K::row(&Found {
            technology: turn.technology,
            cell: turn.cell,
            iteration: turn.iteration,
            started_at: Some(started_at),
            capacity,
            search_s,
            probes: &probing.probes,
        });
        Ok(Measured {
            series: Some(K::series(&row, &probing.probes)),
            notes: probing.notes,
            row,
            processes: Vec::new(),
        })
    }
}

impl<K: Searched> Capacity<K> {
    fn probing<'a>(
        &'a self,
        server: &'a mut RunningServer,
        cell: K::Cell,
        known: Option<u32>,
        on_progress: &'a dyn Fn(Stage),
    ) -> Probing<'a, Own<'a>, K::Loading<'a>> {
        Probing {
            loading: self.keys.loading(cell, server),
            subject: Own {
                server,
                interrupt: &self.context.interrupt,
                on_progress,
            },
            settings: self.keys.search(),
            steal_limit: self.context.steal_limit,
            known,
            say: &|_| {},
            probes: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A figure of each probe.
pub(super) fn column<T>(probes: &[Probe], figure: impl Fn(&Probe) -> T) -> Vec<T> {
    probes.iter().map(figure).collect()
}

fn of_cell<'a, C: runner::Cell, R: OfIteration<C>>(
    technology: &str,
    cell: C,
    results: &'a [R],
) -> impl Iterator<Item = &'a R> {
    let is_of_it = move |row: &&R| row.technology() == technology && row.cell() == cell;
    results.iter().filter(is_of_it)
}
