//! What a workload says of itself, so that the runner can measure it.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Cell, StealLimit, Table};
use crate::affinity::CoreSplit;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::Stage;
use crate::repository::Repository;
use crate::result::{self, Parameters};
use crate::server::{Protocol, RunningServer};

/// How a server is loaded for one iteration, and what is kept of it.
pub trait Workload: Sized {
    /// What its plans say besides the keys of every plan.
    type Keys: DeserializeOwned;
    type Cell: Cell;
    type Row: Row<Self::Cell>;
    /// `Nothing` where iterations have none.
    type Series: OfIteration<Self::Cell>;
    /// What single processes of a server took; `Nothing` where that is not told.
    type Process: OfIteration<Self::Cell>;

    /// Ids of the comparisons that its plans may name; the first keeps what is not whole where rows tell which of them they belong to.
    const COMPARISONS: &'static [&'static str];
    /// What its servers speak.
    const PROTOCOL: Protocol;
    const STAY: Stay;
    /// How results are kept; without it, each technology has a JSON file in the folder of the plan's comparison.
    const TABLE: Option<Table<Self::Row>> = None;

    /// What is wrong with a plan's own keys: the place, what was found, what was expected.
    fn fault(keys: &Self::Keys) -> Option<String>;

    /// All cells of a plan, in the order in which a server meets them.
    fn cells(keys: &Self::Keys) -> Vec<Self::Cell>;

    /// Prepares to measure those cells.
    ///
    /// # Errors
    /// What it needs besides the servers is not there.
    fn new(keys: Self::Keys, cells: &[Self::Cell], context: Context) -> Result<Self, Error>;

    /// What result files say of the plan's own keys.
    fn parameters(&self) -> Parameters;

    /// Versions of the programs besides client and servers, by name.
    fn tools(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// How often the client reads its sockets, where it loads servers itself: its noise floor is then measured.
    fn read_interval(&self) -> Option<Duration> {
        None
    }

    /// What is measured before the servers, in turn with them, and is none of them.
    fn baseline(&self) -> Option<result::Server> {
        None
    }

    /// Whether the cell says anything of the technology.
    fn applies(&self, _technology: &str, _cell: Self::Cell) -> bool {
        true
    }

    /// Whether what a technology has shown in a cell is enough, though the plan has iterations left.
    fn suffices(&self, _technology: &str, _cell: Self::Cell, _results: &[Self::Row]) -> bool {
        false
    }

    /// What the next fresh server finds in its environment; what it depends on runs from here on.
    ///
    /// # Errors
    /// It cannot be made to run, or the user interrupts.
    fn environment(&mut self) -> Result<BTreeMap<String, String>, Error> {
        Ok(BTreeMap::new())
    }

    /// Loads a fresh server, of which nothing is kept.
    ///
    /// # Errors
    /// It cannot be loaded at all, or the user interrupts.
    fn warm_up(
        &mut self,
        server: &mut RunningServer,
        cell: Self::Cell,
        on_progress: &dyn Fn(Stage),
    ) -> Result<(), Error>;

    /// Loads a warm server for one iteration.
    ///
    /// # Errors
    /// It cannot be loaded at all, or the user interrupts. A server that ends meanwhile is a result.
    fn measure(
        &mut self,
        server: &mut RunningServer,
        turn: &Turn<'_, Self>,
        on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error>;

    /// The same of the baseline.
    ///
    /// # Errors
    /// As `measure`.
    fn measure_baseline(
        &mut self,
        _turn: &Turn<'_, Self>,
        _on_progress: &dyn Fn(Stage),
    ) -> Result<Measured<Self>, Error> {
        unreachable!("only a workload that names a baseline is asked to measure it")
    }
}

/// How long a server stays that was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stay {
    /// For all iterations of one cell, which are kept together; the servers take turns at each cell.
    Cell,
    /// For one iteration of every cell; the servers take turns at each round.
    Round,
}

/// What holds for a whole run.
#[derive(Debug, Clone)]
pub struct Context {
    pub repository: Repository,
    pub cores: CoreSplit,
    pub interrupt: Interrupt,
    /// Of an iteration, or of what an iteration is made of.
    pub steal_limit: StealLimit,
}

/// Which iteration it is.
pub struct Turn<'a, W: Workload> {
    pub technology: &'a str,
    pub cell: W::Cell,
    /// From 1.
    pub iteration: u32,
    /// What has been measured so far, of other technologies too.
    pub results: &'a [W::Row],
}

/// What an iteration gave.
#[derive(Debug)]
pub struct Measured<W: Workload> {
    pub row: W::Row,
    pub series: Option<W::Series>,
    pub processes: Vec<W::Process>,
    pub notes: Vec<String>,
}

/// Belongs to one iteration of a technology's cell, and is written to result files.
pub trait OfIteration<C>: Serialize + DeserializeOwned + Debug {
    /// Whether there can be any.
    const EXISTS: bool = true;

    fn technology(&self) -> &str;
    fn cell(&self) -> C;
    fn iteration(&self) -> u32;
}

/// An iteration as it is published.
pub trait Row<C>: OfIteration<C> + Clone {
    /// What the hypervisor kept from the machine meanwhile, 100 = one core.
    fn steal_percent(&self) -> Option<f64>;

    /// Whether the server can take the next iteration: it has no backlog, and lacks nothing.
    fn leaves_the_server_sound(&self) -> bool;

    /// The figures in one line: what is out of the ordinary first, since the end may be cut off.
    fn figures(&self) -> String;
}

/// Of which there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Nothing {}

impl<C> OfIteration<C> for Nothing {
    const EXISTS: bool = false;

    fn technology(&self) -> &str {
        match *self {}
    }

    fn cell(&self) -> C {
        match *self {}
    }

    fn iteration(&self) -> u32 {
        match *self {}
    }
}
