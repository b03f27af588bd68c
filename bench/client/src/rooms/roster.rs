//! Who is who: users are numbered through all rooms, and their names carry the number, so that a
//! delivery's sender is known by reading an integer.
//!
//! A `user` is one of those that this process plays, from 0 without a gap, whether it plays all of them or, as an agent,
//! a part; its `number` is the one among all users of the iteration. For a process that plays all, both are the same.

use std::ops::Range;
use std::sync::Arc;

use super::message;
use super::shares::AgentShares;
use crate::websocket::{self, Users};

pub(super) type Connections = websocket::Connections<Roster>;

/// The users of one iteration. Number `i` sits in room `i % rooms`, as number `i / rooms` of that room,
/// so that consecutive phases of the schedule fall to different rooms. Idle users, of whom agents have none, are numbered
/// behind all others, and fill rooms of their own, which are as large, one after another.
#[derive(Debug, Clone)]
pub(super) struct Roster {
    pub shares: AgentShares,
    /// The agent that this process is.
    agent: u32,
    /// Of this process's users who are not idle, ascending.
    numbers: Arc<[u32]>,
    idle_users: u32,
    /// `rNONCE-`; differs between iterations, so that names and rooms are never met twice.
    prefix: String,
}

impl Roster {
    /// All users of the iteration.
    #[cfg(test)]
    pub fn new(rooms: u32, users_per_room: u32, nonce: u32) -> Self {
        Self::of_agent(AgentShares::new(rooms, users_per_room, 1), 0, nonce)
    }

    /// The users of an agent's share; all agents of an iteration have the same nonce.
    pub fn of_agent(shares: AgentShares, agent: u32, nonce: u32) -> Self {
        Self {
            shares,
            agent,
            numbers: shares.numbers_of(agent).collect(),
            idle_users: 0,
            prefix: format!("r{nonce:08x}-"),
        }
    }

    pub fn with_idle(self, idle_users: u32) -> Self {
        Self { idle_users, ..self }
    }

    /// How many users this process plays, idle or not.
    pub fn users(&self) -> u32 {
        self.active_users() + self.idle_users
    }

    pub fn active_users(&self) -> u32 {
        self.numbers.len() as u32
    }

    pub fn idle_users(&self) -> Range<u32> {
        self.active_users()..self.users()
    }

    /// The number of each user who is not idle.
    pub fn numbers(&self) -> &Arc<[u32]> {
        &self.numbers
    }

    #[inline]
    pub fn room_of(&self, user: u32) -> u32 {
        self.room_of_number(self.number_of(user))
    }

    /// The room of any user of the iteration.
    #[inline]
    pub fn room_of_number(&self, number: u32) -> u32 {
        match number.checked_sub(self.shares.users()) {
            None => self.shares.room_of(number),
            Some(idle) => self.shares.rooms() + idle / self.shares.users_per_room(),
        }
    }

    pub fn is_idle(&self, number: u32) -> bool {
        number >= self.shares.users()
    }

    /// The agent that this process is; 0 where it plays all users.
    pub fn agent(&self) -> u32 {
        self.agent
    }

    /// How many users of each room other agents play.
    pub fn others_by_room(&self) -> Vec<u32> {
        let own = self.shares.users_by_room(self.agent);
        own.iter()
            .map(|own| self.shares.users_per_room() - own)
            .collect()
    }

    /// Whether this process plays the user of that number.
    pub fn is_own(&self, number: u32) -> bool {
        self.is_idle(number) || self.shares.agent_of(number) == self.agent
    }

    #[inline]
    fn number_of(&self, user: u32) -> u32 {
        match user.checked_sub(self.active_users()) {
            None => self.numbers[user as usize],
            Some(idle) => self.shares.users() + idle,
        }
    }

    pub fn user_name(&self, user: u32) -> String {
        format!("{}{}", self.prefix, self.number_of(user))
    }

    pub fn room_name_of(&self, user: u32) -> String {
        self.room_name(self.room_of(user))
    }

    pub fn room_name(&self, room: u32) -> String {
        format!("{}room-{room}", self.prefix)
    }

    /// The number of the user of that name, if it is one of this iteration.
    #[inline]
    pub fn user_named(&self, name: &[u8]) -> Option<u32> {
        let digits = name.strip_prefix(self.prefix.as_bytes())?;
        let number = decimal(digits)?;
        u32::try_from(number)
            .ok()
            .filter(|number| *number < self.shares.users() + self.idle_users)
    }
}

impl Users for Roster {
    fn count(&self) -> u32 {
        self.users()
    }

    fn name(&self, user: u32) -> String {
        self.user_name(user)
    }

    fn first_text(&self, user: u32) -> Option<String> {
        let join = message::join(&self.user_name(user), &self.room_name_of(user));
        Some(join)
    }
}

/// Reads an unsigned number of 1 to 19 ASCII digits.
pub(super) fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    digits.iter().try_fold(0, |value: u64, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| value * 10 + u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::{AgentShares, Roster, decimal};

    #[test]
    fn a_name_leads_back_to_its_user_and_foreign_names_to_none() {
        let roster = Roster::new(4, 15, 0xbeef);
        for user in [0, 1, 59] {
            assert_eq!(
                roster.user_named(roster.user_name(user).as_bytes()),
                Some(user)
            );
        }
        let foreign = Roster::new(4, 15, 0xcafe);
        for name in [
            foreign.user_name(3),
            "r0000beef-60".into(),
            "x".into(),
            roster.room_name(0),
            String::new(),
        ] {
            assert_eq!(roster.user_named(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn an_agents_users_have_the_names_and_rooms_that_they_have_in_one_process() {
        let all = Roster::new(3, 5, 1);
        let shares = AgentShares::new(3, 5, 2);
        let share = Roster::of_agent(shares, 1, 1);
        assert_eq!(share.users(), 7);
        for user in 0..share.users() {
            let number = share.numbers()[user as usize];
            assert_eq!(share.user_name(user), all.user_name(number));
            assert_eq!(share.room_of(user), all.room_of(number));
            assert!(share.is_own(number));
            let found = share.user_named(all.user_name(number).as_bytes());
            assert_eq!(found, Some(number));
        }
        let foreign = (0..15).filter(|number| !share.is_own(*number));
        assert_eq!(foreign.count(), 8);
    }

    #[test]
    fn idle_users_fill_rooms_of_their_own() {
        let roster = Roster::new(2, 3, 1).with_idle(7);
        assert_eq!(roster.users(), 13);
        assert_eq!(roster.idle_users(), 6..13);
        let rooms: Vec<u32> = (0..13).map(|user| roster.room_of(user)).collect();
        assert_eq!(rooms, [0, 1, 0, 1, 0, 1, 2, 2, 2, 3, 3, 3, 4]);
        assert_eq!(roster.user_named(roster.user_name(12).as_bytes()), Some(12));
        assert!(roster.is_idle(6) && !roster.is_idle(5));
    }

    #[test]
    fn only_plain_digits_are_a_number() {
        assert_eq!(decimal(b"0042"), Some(42));
        for text in ["", "-1", "+1", "1.0", "1e3", " 1", "12345678901234567890"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
    }
}
