//! Load over HTTP from this process, on one thread: users who begin one after the other, ask so often and leave; requests that are due at a
//! rate; or connections that ask without a pause. Every request counts, whatever becomes of it, and none is averaged away.
//! docs/decisions/bookstore-load.md says why it is no tool from elsewhere.

mod account;
mod alarm;
mod closed_loop;
mod connection;
mod observation;
mod open_loop;
mod request;
mod run;
mod session;
mod user;

use std::time::Duration;

pub use account::Counts;
pub use observation::{End, HttpSecond, Observation};
pub use request::{HttpRequest, Requests};
pub use run::{HttpLoadError, run};

/// Satisfying and tolerated latencies in milliseconds, of both Apdexes that are counted: those that the study of 2019 set in JMeter.
pub const APDEX_MS: [(u64, u64); 2] = [(100, 500), (500, 1_500)];

/// How requests come to a server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    pub arrival: Arrival,
    /// After so long without an answer a request is given up, and its connection is closed.
    pub timeout: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrival {
    /// A closed loop: users begin evenly over the ramp, each on a connection of its own, and send the next request when the last is
    /// answered or given up. Latency runs from sending; connecting, where there is no connection, is part of it.
    Users {
        users: u32,
        ramp: Duration,
        requests_per_user: u32,
        /// All is cut off after so long.
        give_up: Duration,
    },
    /// A closed loop: so many connections ask without a pause, for so long. Latency runs as for users.
    Connections { connections: u32, hold: Duration },
    /// An open loop: so many requests are due a second, whatever the server does, each on whichever of the connections is free. Latency runs
    /// from when the request was due, also while it waits for a connection.
    Rate {
        per_s: f64,
        connections: u32,
        hold: Duration,
    },
}

impl Arrival {
    /// How many connections there are at once.
    #[must_use]
    pub fn connections(&self) -> u32 {
        match *self {
            Self::Users { users, .. } => users,
            Self::Connections { connections, .. } | Self::Rate { connections, .. } => connections,
        }
    }

    /// How long the load is held, where that is fixed.
    fn hold(&self) -> Option<Duration> {
        match *self {
            Self::Users { .. } => None,
            Self::Connections { hold, .. } | Self::Rate { hold, .. } => Some(hold),
        }
    }

    fn give_up(&self) -> Option<Duration> {
        match *self {
            Self::Users { give_up, .. } => Some(give_up),
            Self::Connections { .. } | Self::Rate { .. } => None,
        }
    }

    /// How many requests there will be, where that is fixed.
    fn requests(&self) -> Option<u64> {
        match *self {
            Self::Users {
                users,
                requests_per_user,
                ..
            } => Some(u64::from(users) * u64::from(requests_per_user)),
            Self::Connections { .. } => None,
            Self::Rate { per_s, hold, .. } => Some(open_loop::count(per_s, hold)),
        }
    }
}
