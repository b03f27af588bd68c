//! Under which load a server is measured.

use std::fmt;

use crate::runner;

/// A cell of the lookup comparison, or of the one at fixed rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A closed loop: each connection sends its next request when it has its answer.
    Concurrency(u32),
    /// An open loop at so many percent of the server's own highest rate.
    RatePercent(u32),
}

impl runner::Cell for Level {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![match self {
            Self::Concurrency(value) => ("concurrency", value),
            Self::RatePercent(value) => ("rate_percent", value),
        }]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Concurrency(1) => formatter.write_str("1 connection"),
            Self::Concurrency(count) => write!(formatter, "{count} connections"),
            Self::RatePercent(percent) => write!(formatter, "{percent} % of its highest rate"),
        }
    }
}
