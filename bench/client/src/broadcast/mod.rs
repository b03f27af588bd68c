//! Clients of the shootout's protocol: what one of them broadcasts goes to all, and every delivery is accounted for.
//!
//! One thread does all of it: `join` connects the `clients` and waits until each is there, `window` measures. Within the window,
//! `sender` says what is due, or what a result has made room for, and what is read goes through `message` and `payload` into the
//! `account`.

mod account;
mod clients;
mod error;
mod join;
pub mod message;
mod observation;
mod payload;
mod sender;
mod window;

use nix::sys::prctl;

pub use error::BroadcastError;
pub use observation::{Audit, Load, Observation, Saying};
pub use payload::SHORTEST_BYTES;

use crate::load::WindowObserver;
use crate::websocket::{ConnectionError, Target, raise_open_file_limit};
use clients::Clients;

/// Runs the load against the server, on the calling thread.
///
/// Sets the calling thread's timer slack to a nanosecond, and raises the process's soft limit of open files where the clients
/// need it.
///
/// # Errors
/// Nothing can be measured: the clients cannot be connected or do not get their first echo, or the server breaks the protocol.
/// Losses, disconnections and time-outs within the window are part of the `Observation` instead.
pub fn run(
    target: &Target,
    load: &Load,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, BroadcastError> {
    check(load, target)?;
    raise_open_file_limit(load.clients)?;
    prctl::set_timerslack(1).map_err(ConnectionError::system("set the timer slack"))?;
    let clients = Clients {
        count: load.clients,
        envelope: load.envelope,
        greeting: rand::random(),
    };
    let connections = join::join_all(target, &load.connecting, clients, join::TIMEOUT, observer)?;
    window::run(connections, load, observer)
}

/// # Errors
/// The first thing about the load that makes no sense.
fn check(load: &Load, target: &Target) -> Result<(), BroadcastError> {
    let per_s = match load.saying {
        Saying::Nothing => 1.0,
        Saying::BroadcastsAtOnce(broadcasts) => f64::from(broadcasts),
        Saying::Broadcasts { per_s } | Saying::Echoes { per_s } => per_s,
    };
    let positive = [
        ("clients", load.clients > 0),
        ("broadcasts or echoes", per_s > 0.0),
        ("hold", !load.hold.is_zero()),
    ];
    let zero = positive.into_iter().find(|(_, is_positive)| !is_positive);
    let fault = zero.map(|(what, _)| format!("{what}: found 0, expected more"));
    let too_short = || {
        let found = load.payload_bytes;
        (found < SHORTEST_BYTES)
            .then(|| format!("payload: found {found} bytes, expected at least {SHORTEST_BYTES}"))
    };
    match fault
        .or_else(too_short)
        .or_else(|| load.connecting.fault(target))
    {
        None => Ok(()),
        Some(fault) => Err(BroadcastError::InvalidLoad(fault)),
    }
}
