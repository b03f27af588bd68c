//! When the window starts: at once, or at a time that is common to all agents of an iteration.

use std::time::{Duration, SystemTime};

use super::error::ChatError;
use super::receiver::Receiver;
use super::roster::Connections;
use crate::load::clock::{self, now_ns};
use crate::load::{Progress, WindowObserver};
use crate::websocket::PAUSE_NS;

/// The first message is due so long after the observer was told of the window.
const LEAD_NS: u64 = 1_000_000;
/// The same for a common start, which does not wait until the observer is done.
const COMMON_LEAD_NS: u64 = 5_000_000;

#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    Now,
    /// Then, by the machine's clock.
    At(SystemTime),
}

impl Start {
    pub fn is_common(self) -> bool {
        matches!(self, Self::At(_))
    }

    /// How long until then; as long as can be where no time is fixed.
    ///
    /// # Errors
    /// It is over.
    pub fn time_left(self) -> Result<Duration, ChatError> {
        let Self::At(time) = self else {
            return Ok(Duration::MAX);
        };
        time.duration_since(SystemTime::now())
            .map_err(|error| ChatError::StartMissed {
                late: error.duration(),
            })
    }

    /// Waits until shortly before the start, and tells the observer: the start, on the client's clock and on the machine's.
    ///
    /// # Errors
    /// The start is over; a connection is closed; the observer wants no more of waiting.
    pub fn reach(
        self,
        connections: &mut Connections,
        receiver: &mut Receiver,
        observer: &mut dyn WindowObserver,
    ) -> Result<(u64, SystemTime), ChatError> {
        let Self::At(time) = self else {
            observer.window_started();
            let started_at = SystemTime::now() + Duration::from_nanos(LEAD_NS);
            return Ok((now_ns() + LEAD_NS, started_at));
        };
        self.time_left()?;
        receiver.start(connections.monotonic_ns(time));
        // The machine's clock may still be set meanwhile.
        while connections.monotonic_ns(time) > now_ns() + COMMON_LEAD_NS {
            listen(connections, receiver)?;
            if !observer.tick(Progress::default()) {
                return Err(ChatError::Stopped);
            }
            clock::sleep_until(now_ns() + PAUSE_NS);
        }
        // Should this, or the last sleep, take too long, the sender's lag tells.
        observer.window_started();
        Ok((connections.monotonic_ns(time), time))
    }
}

/// Reads what arrives: probes of agents that join later, and messages of one whose clock is ahead, which count.
fn listen(connections: &mut Connections, receiver: &mut Receiver) -> Result<(), ChatError> {
    connections.read_round(|roster, user, text, received_ns| {
        receiver.receive(roster, user, text, received_ns)
    })?;
    if connections.open() < connections.users.users()
        && let Some((user, reason)) = connections.first_closed()
    {
        return Err(ChatError::ClosedWhileJoining {
            user: connections.users.user_name(user),
            reason: reason.to_owned(),
        });
    }
    Ok(())
}
