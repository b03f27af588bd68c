//! What searches differ in.

use std::fmt;

use crate::runner;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub broadcasts_per_s: u32,
}

impl runner::Cell for Cell {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![("broadcasts_per_s", self.broadcasts_per_s)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.broadcasts_per_s {
            1 => formatter.write_str("1 broadcast a second"),
            many => write!(formatter, "{many} broadcasts a second"),
        }
    }
}
