//! The comparison: every client under the same load from the same fast server, in turns.
//!
//! `client` says who takes part and how each is built and started, `cell` what it is to load the server with;
//! `measurement` takes one client's figures under one cell, `rate` searches for its limit, `rounds` has all take
//! turns, `statistics` sums the rounds up, `conditions` says on what machine, and `report` writes it down.

mod cell;
mod client;
mod conditions;
mod error;
mod measurement;
mod rate;
mod report;
mod rounds;
mod statistics;

pub use cell::{Cell, RoomsAndUsers};
pub use client::{Client, Program, build};
pub use conditions::Conditions;
pub use error::Error;
pub use measurement::Bench;
pub use rate::{Limit, RateSearch};
pub use report::Report;
pub use rounds::{Plan, Rounds};
