//! The chat workload: users join rooms, send on a schedule, and every delivery is accounted for.
//!
//! One thread does all of it, in this order: `ramp_up` connects the users (`socket`, `handshake`), `join` waits
//! until everyone hears its room, `window` measures. Within the window, `sender` follows the `schedule` and `connections`
//! reads the `connection`s, whose messages go through `frame` and `message` to the `receiver`.

mod agent;
mod busy_time;
mod clock;
mod connection;
mod connections;
mod error;
mod figures;
mod frame;
mod handshake;
mod join;
mod ledger;
mod local_address;
mod message;
mod observation;
mod open_file_limit;
mod ramp_up;
mod receiver;
mod roster;
mod saturation;
mod schedule;
mod seconds;
mod sender;
mod shares;
mod socket;
mod start;
mod target;
mod window;

use std::net::IpAddr;

use nix::sys::prctl;

pub use agent::AgentRun;
pub use error::ChatError;
pub use figures::{Figures, Latency};
pub use frame::FrameError;
pub use join::SETTLING;
pub use local_address::LocalAddresses;
pub use observation::{
    AgentObservation, Audit, Connecting, Latencies, Observation, Outcome, Progress, Second,
    WindowObserver, Workload,
};
pub use open_file_limit::raise_open_file_limit;
pub use shares::AgentShares;
pub use target::Target;

use roster::Roster;
use schedule::Schedule;
use start::Start;

/// Runs one iteration of the workload against the server, on the calling thread.
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
    workload: &Workload,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, ChatError> {
    check(workload, target)?;
    let shares = AgentShares::new(workload.rooms, workload.users, 1);
    let roster = Roster::of_agent(shares, 0, rand::random()).with_idle(workload.idle_users);
    let seen = run_users(target, workload, roster, Start::Now, observer)?;
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
    workload: &Workload,
    run: &AgentRun,
    observer: &mut dyn WindowObserver,
) -> Result<AgentObservation, ChatError> {
    check(workload, target)?;
    let roster = run.roster(workload)?;
    run_users(target, workload, roster, Start::At(run.start), observer)
}

fn run_users(
    target: &Target,
    workload: &Workload,
    roster: Roster,
    start: Start,
    observer: &mut dyn WindowObserver,
) -> Result<AgentObservation, ChatError> {
    let schedule = Schedule::new(
        roster.shares.users(),
        workload.messages_per_user,
        workload.interval,
    )
    .map_err(ChatError::InvalidWorkload)?;
    open_file_limit::raise_open_file_limit(roster.users())?;
    prctl::set_timerslack(1).map_err(ChatError::system("set the timer slack"))?;
    let timeout = join::TIMEOUT.min(start.time_left()?);
    let connections = join::join_all(target, &workload.connecting, roster, timeout, observer)?;
    window::run(connections, workload, schedule, start, observer)
}

/// # Errors
/// The first thing about the workload that makes no sense.
fn check(workload: &Workload, target: &Target) -> Result<(), ChatError> {
    let positive = [
        ("rooms", workload.rooms > 0),
        ("users", workload.users > 0),
        ("messages per user", workload.messages_per_user > 0),
        ("interval", !workload.interval.is_zero()),
        (
            "connect rate",
            workload.connecting.rate_per_s.is_none_or(|rate| rate > 0.0),
        ),
    ];
    if let Some((what, _)) = positive.into_iter().find(|(_, is_positive)| !is_positive) {
        let fault = format!("{what}: found 0, expected more");
        return Err(ChatError::InvalidWorkload(fault));
    }
    let (rooms, users, idle) = (workload.rooms, workload.users, workload.idle_users);
    let all_users = rooms
        .checked_mul(users)
        .and_then(|all| all.checked_add(idle));
    if all_users.is_none() {
        let fault =
            format!("{rooms} rooms of {users} users and {idle} idle ones are too many to number");
        return Err(ChatError::InvalidWorkload(fault));
    }
    let addresses = &workload.connecting.local_addresses;
    let other_family = |from: &&IpAddr| from.is_ipv4() != target.address.is_ipv4();
    match addresses.iter().find(other_family) {
        None => Ok(()),
        Some(from) => {
            let server = target.address;
            let fault =
                format!("from {from} one cannot connect to {server}: one is IPv4, the other IPv6");
            Err(ChatError::InvalidWorkload(fault))
        }
    }
}
