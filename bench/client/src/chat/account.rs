//! Takes every message that a user receives in the window: checks it, enters it into the ledger, and
//! records the latency of first arrivals.

use super::error::ChatError;
use super::join::check_room;
use super::ledger::{Arrival, Ledger};
use super::message::{self, Received};
use super::roster::Roster;
use super::schedule::Schedule;
use super::seconds::Seconds;

#[derive(Debug)]
pub(super) struct Account {
    schedule: Schedule,
    window_start_ns: u64,
    pub ledger: Ledger,
    pub seconds: Seconds,
    /// When the last first arrival was received.
    pub last_arrival_ns: u64,
}

impl Account {
    pub fn new(roster: &Roster, schedule: Schedule) -> Self {
        Self {
            schedule,
            window_start_ns: 0,
            ledger: Ledger::new(roster.clone(), schedule.last_sequence() + 1),
            seconds: Seconds::new(schedule.window_ns()),
            last_arrival_ns: 0,
        }
    }

    pub fn start(&mut self, window_start_ns: u64) {
        self.window_start_ns = window_start_ns;
        self.seconds.start(window_start_ns);
    }

    /// Enters what `user` received.
    ///
    /// # Errors
    /// It is no message of this iteration, or of another room.
    #[inline]
    pub fn receive(
        &mut self,
        roster: &Roster,
        user: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), ChatError> {
        let received = message::read(text, roster);
        let (sender, sequence, due_ns) = match received {
            Ok(Received::Delivery {
                sender,
                sequence,
                due_ns,
            }) => (sender, sequence, due_ns),
            // A straggler from before the window.
            Ok(Received::Probe { .. }) => return Ok(()),
            Ok(Received::NameInUse) => {
                return Err(ChatError::NameInUse {
                    user: roster.user_name(user),
                });
            }
            Err(reason) => return Err(ChatError::unexpected(roster.user_name(user), reason, text)),
        };
        check_room(roster, user, sender)?;
        if roster.idle_users().contains(&sender)
            || sequence > self.schedule.last_sequence()
            || due_ns != self.schedule.due_ns(sender, sequence)
        {
            return Err(ChatError::unexpected(
                roster.user_name(user),
                "nobody sent it",
                text,
            ));
        }
        if self.ledger.record(user, sender, sequence) == Arrival::First {
            let latency_ns = received_ns.saturating_sub(self.window_start_ns + due_ns);
            self.seconds.record(received_ns, latency_ns / 1_000);
            self.last_arrival_ns = self.last_arrival_ns.max(received_ns);
        }
        Ok(())
    }

    /// Enters what `user` received after the end of the drain: of interest is only whether it is a duplicate.
    pub fn receive_late(&mut self, roster: &Roster, user: u32, text: &[u8]) {
        if let Ok(Received::Delivery {
            sender, sequence, ..
        }) = message::read(text, roster)
            && check_room(roster, user, sender).is_ok()
            && !roster.idle_users().contains(&sender)
        {
            self.ledger.record_late(user, sender, sequence);
        }
    }
}
