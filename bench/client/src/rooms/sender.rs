//! Sends what is due, when it is due. A message never waits for receipts; where a socket's buffer is
//! full, it goes out when there is room, and its lag tells how late.

use std::sync::Arc;

use hdrhistogram::Histogram;

use super::error::ChatError;
use super::message::Template;
use super::roster::{Connections, Roster};
use crate::load::clock::now_ns;
use crate::load::histogram_us;
use crate::load::schedule::Schedule;
use crate::websocket::{Opcode, encode_masked};

#[derive(Debug)]
pub(super) struct Sender {
    schedule: Schedule,
    /// Of the users that send.
    numbers: Arc<[u32]>,
    window_start_ns: u64,
    users: Vec<User>,
    /// The message of all that is due next, by its place in the schedule.
    next: u64,
    next_due_ns: Option<u64>,
    frame: Vec<u8>,
    pub sent_messages: u64,
    pub lag_us: Histogram<u64>,
}

#[derive(Debug)]
struct User {
    template: Template,
    /// Messages that have been due so far, and of those the sent ones.
    due: u32,
    sent: u32,
}

impl Sender {
    /// Prepares all messages; none is due before `start`.
    pub fn new(roster: &Roster, schedule: Schedule) -> Self {
        let user = |user| {
            let (name, room) = (
                roster.user_name(user),
                roster.room_name(roster.room_of(user)),
            );
            let template = Template::new(
                &name,
                &room,
                schedule.last_sequence(),
                schedule.last_due_ns(),
            );
            User {
                template,
                due: 0,
                sent: 0,
            }
        };
        Self {
            schedule,
            numbers: Arc::clone(roster.numbers()),
            window_start_ns: 0,
            users: (0..roster.active_users()).map(user).collect(),
            next: 0,
            next_due_ns: None,
            frame: Vec::new(),
            sent_messages: 0,
            lag_us: histogram_us(),
        }
    }

    pub fn start(&mut self, window_start_ns: u64) {
        self.window_start_ns = window_start_ns;
        self.next_due_ns = self.due_ns_of_next();
    }

    /// When the next message is due; `None` after the last.
    pub fn next_due_ns(&self) -> Option<u64> {
        self.next_due_ns
    }

    /// Messages that this process's users have sent, by room.
    pub fn sent_by_room(&self, roster: &Roster) -> Vec<u64> {
        let mut sent = vec![0; roster.shares.rooms() as usize];
        for (user, state) in (0..).zip(&self.users) {
            sent[roster.room_of(user) as usize] += u64::from(state.sent);
        }
        sent
    }

    /// Sends all that is due by now.
    ///
    /// # Errors
    /// epoll fails.
    #[inline]
    pub fn send_due(&mut self, connections: &mut Connections) -> Result<(), ChatError> {
        while self.next_due_ns.is_some_and(|due_ns| due_ns <= now_ns()) {
            if let Some(due) = self.schedule.nth(&self.numbers, self.next) {
                self.users[due.user as usize].due += 1;
                self.send_pending(due.user, connections)?;
            }
            self.next += 1;
            self.next_due_ns = self.due_ns_of_next();
        }
        Ok(())
    }

    fn due_ns_of_next(&self) -> Option<u64> {
        let due = self.schedule.nth(&self.numbers, self.next)?;
        Some(self.window_start_ns + due.due_ns)
    }

    /// Sends what of the user's due messages is not sent yet, as far as the socket takes it.
    ///
    /// # Errors
    /// epoll fails.
    pub fn send_pending(
        &mut self,
        user: u32,
        connections: &mut Connections,
    ) -> Result<(), ChatError> {
        let state = &mut self.users[user as usize];
        while state.sent < state.due && connections.is_clear(user) {
            let due_ns = self
                .schedule
                .due_ns(self.numbers[user as usize], state.sent);
            self.frame.clear();
            encode_masked(
                Opcode::Text,
                state.template.fill(state.sent, due_ns),
                rand::random(),
                &mut self.frame,
            );
            let lag_ns = now_ns().saturating_sub(self.window_start_ns + due_ns);
            if !connections.send(user, &self.frame)? {
                break;
            }
            state.sent += 1;
            self.sent_messages += 1;
            self.lag_us.saturating_record(lag_ns / 1_000);
        }
        Ok(())
    }
}
