//! What searches differ in.

use std::fmt;

use crate::runner;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub rooms: u32,
    /// Between two messages of one user.
    pub interval_ms: u32,
}

impl runner::Cell for Cell {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![("rooms", self.rooms), ("interval_ms", self.interval_ms)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, interval_ms } = self;
        let noun = if *rooms == 1 { "room" } else { "rooms" };
        write!(
            formatter,
            "{rooms} {noun}, a message every {interval_ms} ms"
        )
    }
}
