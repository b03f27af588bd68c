//! Takes every message that a user receives in the window: checks it, enters it into the ledger, and
//! records the latency of first arrivals.

use super::error::ChatError;
use super::join::check_room;
use super::ledger::Ledger;
use super::message::{self, Received};
use super::roster::Roster;
use crate::load::Latencies;
use crate::load::schedule::Schedule;
use crate::load::seconds::{Seconds, SoFar};
use crate::load::sequences::Arrival;

#[derive(Debug)]
pub(super) struct Receiver {
    schedule: Schedule,
    window_start_ns: u64,
    pub ledger: Ledger,
    /// By the agent that plays the sender.
    latencies: Vec<Seconds>,
    /// Which of these this process is.
    own: usize,
    /// When the last first arrival was received.
    pub last_arrival_ns: u64,
}

impl Receiver {
    /// `keep_seconds`: each second's histogram is wanted in the end.
    pub fn new(roster: &Roster, schedule: Schedule, keep_seconds: bool) -> Self {
        let seconds = |_| Seconds::new(schedule.window_ns(), keep_seconds);
        Self {
            schedule,
            window_start_ns: 0,
            ledger: Ledger::new(roster, schedule.last_sequence() + 1),
            own: roster.agent() as usize,
            latencies: (0..roster.shares.agents()).map(seconds).collect(),
            last_arrival_ns: 0,
        }
    }

    pub fn start(&mut self, window_start_ns: u64) {
        self.window_start_ns = window_start_ns;
        for seconds in &mut self.latencies {
            seconds.start(window_start_ns);
        }
    }

    /// Of the messages that this process's own users sent.
    pub fn so_far(&self) -> SoFar {
        self.latencies[self.own].so_far()
    }

    /// The ledger, and by the agent that plays the sender the latencies up to `end_ns` or to the last delivery.
    pub fn finish(self, end_ns: u64) -> (Ledger, Vec<Latencies>) {
        let latencies = self.latencies.into_iter();
        (
            self.ledger,
            latencies.map(|seconds| seconds.finish(end_ns)).collect(),
        )
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
        if roster.is_idle(sender)
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
            self.latencies[roster.shares.agent_of(sender) as usize]
                .record(received_ns, latency_ns / 1_000);
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
            && !roster.is_idle(sender)
        {
            self.ledger.record_late(user, sender, sequence);
        }
    }
}
