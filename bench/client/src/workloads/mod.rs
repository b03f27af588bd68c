//! What plans can measure: a folder for each workload. The runner knows none of them.

mod backing_database;
pub mod bookstore;
pub mod capacity;
pub mod chat;
pub mod chat_capacity;
mod course;
pub mod echo;
mod highest_rate;
pub mod lookup;
pub mod relay;
pub mod shootout;
pub mod shootout_capacity;

use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::runner::{self, Options, Summary, Workload};

pub use bookstore::Bookstore;
pub use chat::Chat;
pub use chat_capacity::ChatCapacity;
pub use echo::Echo;
pub use lookup::Lookup;
pub use relay::Relay;
pub use shootout::Shootout;
pub use shootout_capacity::ShootoutCapacity;

type Run = fn(&Repository, &Options, &Interrupt) -> Result<Summary, Error>;

/// Each workload's comparisons, and its run.
const WORKLOADS: [(&[&str], Run); 8] = [
    (Bookstore::COMPARISONS, runner::run::<Bookstore>),
    (Chat::COMPARISONS, runner::run::<Chat>),
    (ChatCapacity::COMPARISONS, runner::run::<ChatCapacity>),
    (Echo::COMPARISONS, runner::run::<Echo>),
    (Lookup::COMPARISONS, runner::run::<Lookup>),
    (Relay::COMPARISONS, runner::run::<Relay>),
    (Shootout::COMPARISONS, runner::run::<Shootout>),
    (
        ShootoutCapacity::COMPARISONS,
        runner::run::<ShootoutCapacity>,
    ),
];

/// Runs a plan of any workload.
///
/// # Errors
/// The plan names no comparison that is known, or what stops the run.
pub fn run(
    repository: &Repository,
    options: &Options,
    interrupt: &Interrupt,
) -> Result<Summary, Error> {
    let known: Vec<&str> = WORKLOADS
        .iter()
        .flat_map(|(known, _)| *known)
        .copied()
        .collect();
    let found = runner::comparison_of(&options.plan, &known)?;
    let of_plan = WORKLOADS
        .iter()
        .find(|(known, _)| known.contains(&found.as_str()));
    let (_, run) = of_plan.expect("it is one of them");
    run(repository, options, interrupt)
}
