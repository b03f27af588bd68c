//! Who is who: users are numbered through all rooms, and their names carry the number, so that a
//! delivery's sender is known by reading an integer.

use std::ops::Range;

/// The users of one iteration. User `i` sits in room `i % rooms`, as number `i / rooms` of that room,
/// so that consecutive phases of the schedule fall to different rooms. Idle users are numbered behind all others,
/// and fill rooms of their own, which are as large, one after another.
#[derive(Debug, Clone)]
pub(super) struct Roster {
    pub rooms: u32,
    pub users_per_room: u32,
    idle_users: u32,
    /// `rNONCE-`; differs between iterations, so that names and rooms are never met twice.
    prefix: String,
}

impl Roster {
    pub fn new(rooms: u32, users_per_room: u32, nonce: u32) -> Self {
        Self {
            rooms,
            users_per_room,
            idle_users: 0,
            prefix: format!("r{nonce:08x}-"),
        }
    }

    pub fn with_idle(self, idle_users: u32) -> Self {
        Self { idle_users, ..self }
    }

    /// All of them, idle or not.
    pub fn users(&self) -> u32 {
        self.active_users() + self.idle_users
    }

    pub fn active_users(&self) -> u32 {
        self.rooms * self.users_per_room
    }

    pub fn idle_users(&self) -> Range<u32> {
        self.active_users()..self.users()
    }

    /// `rooms`, and behind them those of idle users; the last of these may be smaller.
    pub fn all_rooms(&self) -> u32 {
        self.rooms + self.idle_users.div_ceil(self.users_per_room)
    }

    pub fn room_of(&self, user: u32) -> u32 {
        match user.checked_sub(self.active_users()) {
            None => user % self.rooms,
            Some(idle) => self.rooms + idle / self.users_per_room,
        }
    }

    /// The number within its room, from 0, of a user who is not idle.
    pub fn rank_of(&self, user: u32) -> u32 {
        user / self.rooms
    }

    pub fn users_in(&self, room: u32) -> impl Iterator<Item = u32> {
        let (first, step) = match room.checked_sub(self.rooms) {
            None => (room, self.rooms),
            Some(idle_room) => (self.active_users() + idle_room * self.users_per_room, 1),
        };
        let users = self.users();
        (0..self.users_per_room)
            .map(move |rank| first + rank * step)
            .take_while(move |user| *user < users)
    }

    pub fn user_name(&self, user: u32) -> String {
        format!("{}{user}", self.prefix)
    }

    pub fn room_name(&self, room: u32) -> String {
        format!("{}room-{room}", self.prefix)
    }

    /// The number of the user of that name, if it is one of this iteration.
    pub fn user_named(&self, name: &[u8]) -> Option<u32> {
        let digits = name.strip_prefix(self.prefix.as_bytes())?;
        let user = decimal(digits)?;
        u32::try_from(user).ok().filter(|user| *user < self.users())
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
    use super::{Roster, decimal};

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
            roster.user_name(60),
            "x".into(),
            roster.room_name(0),
            String::new(),
        ] {
            assert_eq!(roster.user_named(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn rooms_share_all_users_evenly() {
        let roster = Roster::new(3, 5, 1);
        let mut seen: Vec<u32> = (0..3).flat_map(|room| roster.users_in(room)).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..15).collect::<Vec<_>>());
        for room in 0..3 {
            let ranks: Vec<u32> = roster
                .users_in(room)
                .map(|user| roster.rank_of(user))
                .collect();
            assert_eq!(ranks, [0, 1, 2, 3, 4]);
            assert!(
                roster
                    .users_in(room)
                    .all(|user| roster.room_of(user) == room)
            );
        }
    }

    #[test]
    fn idle_users_fill_rooms_of_their_own() {
        let roster = Roster::new(2, 3, 1).with_idle(7);
        assert_eq!((roster.users(), roster.all_rooms()), (13, 5));
        assert_eq!(roster.idle_users(), 6..13);
        let users: Vec<Vec<u32>> = (0..roster.all_rooms())
            .map(|room| roster.users_in(room).collect())
            .collect();
        let expected: [&[u32]; 5] = [&[0, 2, 4], &[1, 3, 5], &[6, 7, 8], &[9, 10, 11], &[12]];
        assert_eq!(users, expected);
        for (room, users) in (0..).zip(users) {
            assert!(users.iter().all(|user| roster.room_of(*user) == room));
        }
        assert_eq!(roster.user_named(roster.user_name(12).as_bytes()), Some(12));
    }

    #[test]
    fn only_plain_digits_are_a_number() {
        assert_eq!(decimal(b"0042"), Some(42));
        for text in ["", "-1", "+1", "1.0", "1e3", " 1", "12345678901234567890"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
    }
}
