//! What a client loads the server with.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

/// All cells are paced alike; a larger load has more users.
pub const INTERVAL: Duration = Duration::from_millis(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cell {
    pub rooms: u32,
    /// In each room.
    pub users: u32,
    pub messages_per_user: u32,
}

impl Cell {
    /// Each user hears all of its room, itself included.
    #[must_use]
    pub fn expected_deliveries(&self) -> u64 {
        let users = u64::from(self.users);
        u64::from(self.rooms) * users * users * u64::from(self.messages_per_user)
    }

    /// How long sending takes.
    #[must_use]
    pub fn window(&self) -> Duration {
        INTERVAL * self.messages_per_user
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rooms = if self.rooms == 1 { "room" } else { "rooms" };
        let users = if self.users == 1 { "user" } else { "users" };
        write!(
            formatter,
            "{} {rooms} × {} {users} × {} messages",
            self.rooms, self.users, self.messages_per_user
        )
    }
}

/// Rooms and users as `1x60`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomsAndUsers {
    pub rooms: u32,
    pub users: u32,
}

impl RoomsAndUsers {
    #[must_use]
    pub fn cell(self, messages_per_user: u32) -> Cell {
        Cell {
            rooms: self.rooms,
            users: self.users,
            messages_per_user,
        }
    }
}

impl FromStr for RoomsAndUsers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let size = text.split_once('x').and_then(|(rooms, users)| {
            Some(Self {
                rooms: number(rooms)?,
                users: number(users)?,
            })
        });
        size.ok_or_else(|| "expected ROOMSxUSERS, such as 4x17".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_in_a_room_hears_everyone_in_it() {
        let size: RoomsAndUsers = "4x17".parse().unwrap();
        assert_eq!(size.cell(500).expected_deliveries(), 578_000);
        assert_eq!(size.cell(500).window(), Duration::from_secs(5));
    }

    #[test]
    fn what_does_not_say_rooms_and_users_is_refused() {
        for text in ["", "60", "x60", "1x", "0x60", "1x0", "1x-2", "axb"] {
            assert!(text.parse::<RoomsAndUsers>().is_err(), "{text}");
        }
    }
}
