//! A cell of the chat comparisons.

use std::fmt;

use crate::runner;

/// A value of each dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub rooms: u32,
    /// Users in each room.
    pub users: u32,
}

impl runner::Cell for Cell {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![("rooms", self.rooms), ("users", self.users)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rooms = if self.rooms == 1 { "room" } else { "rooms" };
        let users = if self.users == 1 { "user" } else { "users" };
        write!(formatter, "{} {rooms} × {} {users}", self.rooms, self.users)
    }
}
