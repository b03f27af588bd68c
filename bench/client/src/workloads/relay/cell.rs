//! Under which load a relay is measured.

use std::fmt;

use crate::broker::Broker;
use crate::runner;

/// The broker is a plan's, and so no dimension by which cells are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub broker: Broker,
    pub pages: u32,
    /// From one message to the next; 0 for one right after the other.
    pub pause_ms: u32,
}

impl runner::Cell for Cell {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![("pages", self.pages), ("pause_ms", self.pause_ms)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (broker, pages) = (self.broker, self.pages);
        let plural = if pages == 1 { "" } else { "s" };
        write!(formatter, "{broker}, {pages} page{plural}, ")?;
        match self.pause_ms {
            0 => formatter.write_str("without a pause"),
            pause_ms => write!(formatter, "a message every {pause_ms} ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_told_in_words() {
        let cell = |pages, pause_ms| Cell {
            broker: Broker::Nats,
            pages,
            pause_ms,
        };
        assert_eq!(cell(1, 0).to_string(), "NATS, 1 page, without a pause");
        let expected = "NATS, 10 pages, a message every 25 ms";
        assert_eq!(cell(10, 25).to_string(), expected);
    }
}
