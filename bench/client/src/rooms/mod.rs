//! Users in rooms, over the chat protocol: they join, send on a schedule, and every delivery is accounted for. The workloads of
//! chat servers, the noise floor and the agents are loads of it.
//!
//! One thread does all of it: `join` connects the users and waits until everyone hears its room, `window` measures. Within the
//! window, `sender` follows the schedule, and what is read goes through `message` to the `receiver`. `closed_loop` has a window of
//! its own, in which nothing is due.

mod agent;
pub mod closed_loop;
mod error;
mod figures;
mod join;
mod ledger;
mod message;
mod observation;
mod receiver;
mod roster;
mod sender;
mod shares;
mod start;
mod window;

use nix::sys::prctl;

pub use agent::AgentRun;
pub use error::ChatError;
pub use figures::Figures;
pub use join::SETTLING;
pub use observation::{AgentObservation, Audit, Load, Observation, Outcome};
pub use shares::AgentShares;

use crate::load::WindowObserver;
use crate::load::schedule::Schedule;
use crate::websocket::{ConnectionError, Target, raise_open_file_limit};
use roster::Roster;
use start::Start;

/// Where chat servers of the repository take WebSockets.
pub const PATH: &str = "/chat";

/// Runs one iteration of the load against the server, on the calling thread.
///
/// Messages are `SEQ/DUE_NANOSECONDS`, the latter since the start of the window. Room and user names
/// differ between iterations. Sets the calling thread's timer slack to a nanosecond, and raises the
/// process's soft limit of open files where the users need it.
///
/// # Errors
/// Nothing can be measured: the users cannot be connected or do not hear each other, or the server
/// breaks the protocol. Losses, disconnections and time-outs within the window are part of the
/// `Observation` instead.
pub fn run(
    target: &Target,
    load: &Load,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, ChatError> {
    check(load, target)?;
    let shares = AgentShares::new(load.rooms, load.users, 1);
    let roster = Roster::of_agent(shares, 0, rand::random()).with_idle(load.idle_users);
    let seen = run_users(target, load, roster, Start::Now, observer)?;
    Ok(seen.observation)
}

/// Runs one agent's share of an iteration: connects and joins its users at once, and begins at the common start. The agents
/// of an iteration find each other's users in the rooms, whose names follow from the start.
///
/// # Errors
/// Those of `run`; the users had not joined by the start; the agent would have no users; the observer wants no more
/// of waiting.
pub fn run_agent(
    target: &Target,
    load: &Load,
    run: &AgentRun,
    observer: &mut dyn WindowObserver,
) -> Result<AgentObservation, ChatError> {
    check(load, target)?;
    let roster = run.roster(load)?;
    run_users(target, load, roster, Start::At(run.start), observer)
}

fn run_users(
    target: &Target,
    load: &Load,
    roster: Roster,
    start: Start,
    observer: &mut dyn WindowObserver,
) -> Result<AgentObservation, ChatError> {
    let schedule = Schedule::new(roster.shares.users(), load.messages_per_user, load.interval)
        .map_err(ChatError::InvalidWorkload)?;
    raise_open_file_limit(roster.users())?;
    prctl::set_timerslack(1).map_err(ConnectionError::system("set the timer slack"))?;
    let timeout = join::TIMEOUT.min(start.time_left()?);
    let connections = join::join_all(target, &load.connecting, roster, timeout, observer)?;
    window::run(connections, load, schedule, start, observer)
}

/// # Errors
/// The first thing about the load that makes no sense.
fn check(load: &Load, target: &Target) -> Result<(), ChatError> {
    let positive = [
        ("rooms", load.rooms > 0),
        ("users", load.users > 0),
        ("messages per user", load.messages_per_user > 0),
        ("interval", !load.interval.is_zero()),
    ];
    if let Some((what, _)) = positive.into_iter().find(|(_, is_positive)| !is_positive) {
        let fault = format!("{what}: found 0, expected more");
        return Err(ChatError::InvalidWorkload(fault));
    }
    let (rooms, users, idle) = (load.rooms, load.users, load.idle_users);
    let all_users = rooms
        .checked_mul(users)
        .and_then(|all| all.checked_add(idle));
    if all_users.is_none() {
        let fault =
            format!("{rooms} rooms of {users} users and {idle} idle ones are too many to number");
        return Err(ChatError::InvalidWorkload(fault));
    }
    match load.connecting.fault(target) {
        None => Ok(()),
        Some(fault) => Err(ChatError::InvalidWorkload(fault)),
    }
}
