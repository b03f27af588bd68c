//! Under which load a server is measured.

use std::fmt;

use crate::plan::{Dimension, HasDimensions};

/// A cell of the lookup comparison, or of the one at fixed rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A closed loop: each connection sends its next request when it has its answer.
    Concurrency(u32),
    /// An open loop at so many percent of the server's own highest rate.
    RatePercent(u32),
}

impl HasDimensions for Level {
    fn value_of(self, dimension: Dimension) -> Option<u32> {
        match (self, dimension) {
            (Self::Concurrency(value), Dimension::Concurrency)
            | (Self::RatePercent(value), Dimension::RatePercent) => Some(value),
            _ => None,
        }
    }

    fn words(self) -> String {
        match self {
            Self::Concurrency(value) => format!("concurrency={value}"),
            Self::RatePercent(value) => format!("rate_percent={value}"),
        }
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
