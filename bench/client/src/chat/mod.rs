//! The chat workload: users join rooms, send on a schedule, and every delivery is accounted for.
//!
//! One thread does all of it, in this order: `handshake` connects a user, `join` waits until everyone
//! hears its room, `window` measures. Within the window, `sender` follows the `schedule` and `crowd`
//! reads the `connection`s, whose messages go through `frame` and `message` to the `account`.

mod account;
mod clock;
mod connection;
mod crowd;
mod deal;
mod descriptors;
mod error;
mod figures;
mod frame;
mod handshake;
mod join;
mod ledger;
mod message;
mod observation;
mod part;
mod roster;
mod saturation;
mod schedule;
mod seconds;
mod sender;
mod start;
mod target;
mod window;

use nix::sys::prctl;

pub use deal::Deal;
pub use descriptors::make_room_for;
pub use error::ChatError;
pub use figures::{Figures, Latency};
pub use frame::FrameError;
pub use observation::{
    Audit, Latencies, Observation, Outcome, PartObservation, Progress, Second, WindowObserver,
    Workload,
};
pub use part::Part;
pub use target::Target;

use crowd::Crowd;
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
    check(workload)?;
    let deal = Deal::new(workload.rooms, workload.users, 1);
    let roster = Roster::of_agent(deal, 0, rand::random());
    let seen = play(target, workload, roster, Start::Now, observer)?;
    Ok(seen.observation)
}

/// Plays one agent's part of an iteration: connects and joins its users at once, and begins at the part's start. The agents
/// of an iteration find each other's users in the rooms, whose names follow from the start.
///
/// # Errors
/// Those of `run`; the users had not joined by the start; the agent would have no users; the observer wants no more
/// of waiting.
pub fn run_part(
    target: &Target,
    workload: &Workload,
    part: &Part,
    observer: &mut dyn WindowObserver,
) -> Result<PartObservation, ChatError> {
    check(workload)?;
    let roster = part.roster(workload)?;
    play(target, workload, roster, Start::At(part.start), observer)
}

fn play(
    target: &Target,
    workload: &Workload,
    roster: Roster,
    start: Start,
    observer: &mut dyn WindowObserver,
) -> Result<PartObservation, ChatError> {
    let schedule = Schedule::new(
        roster.deal.users(),
        workload.messages_per_user,
        workload.interval,
    )
    .map_err(ChatError::InvalidWorkload)?;
    descriptors::make_room_for(roster.users())?;
    prctl::set_timerslack(1).map_err(ChatError::system("set the timer slack"))?;
    start.time_left()?;
    let mut crowd = Crowd::connect(target, roster)?;
    join::await_all(&mut crowd, join::TIMEOUT.min(start.time_left()?))?;
    window::run(crowd, workload, schedule, start, observer)
}

fn check(workload: &Workload) -> Result<(), ChatError> {
    let positive = [
        ("rooms", workload.rooms > 0),
        ("users", workload.users > 0),
        ("messages per user", workload.messages_per_user > 0),
        ("interval", !workload.interval.is_zero()),
    ];
    if let Some((what, _)) = positive.into_iter().find(|(_, is_positive)| !is_positive) {
        return Err(ChatError::InvalidWorkload(format!(
            "{what}: found 0, expected more"
        )));
    }
    let (rooms, users) = (workload.rooms, workload.users);
    match rooms.checked_mul(users) {
        Some(_) => Ok(()),
        None => Err(ChatError::InvalidWorkload(format!(
            "{rooms} rooms of {users} users are too many to number"
        ))),
    }
}
