//! Under which load a server is measured.

use std::fmt;

use crate::runner;

/// A cell of the echo comparison, or of the one at fixed rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A closed loop: each connection sends its next message when it has its echo.
    Connections(u32),
    /// An open loop: so many messages are due a second, on all connections together.
    Rate(u32),
}

impl runner::Cell for Level {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![match self {
            Self::Connections(value) => ("connections", value),
            Self::Rate(value) => ("rate_per_s", value),
        }]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connections(1) => formatter.write_str("1 connection"),
            Self::Connections(count) => write!(formatter, "{count} connections"),
            Self::Rate(rate) => write!(formatter, "{rate} messages a second"),
        }
    }
}
