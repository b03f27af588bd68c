//! Under which load a server is measured.

use std::fmt;

use crate::runner;

/// A cell of one of the shootout's comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// So many clients say nothing.
    Idle { clients: u32 },
    /// A closed loop: a broadcast's result has the next client send one.
    AtOnce { clients: u32 },
    /// An open loop: so many broadcasts are due a second.
    Rate { broadcasts_per_s: u32, clients: u32 },
    /// An open loop: so many echoes are due a second, on all connections together.
    Echoes { per_s: u32 },
}

impl runner::Cell for Level {
    /// Clients that say nothing are no load of broadcasts, so that either can be chosen alone.
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        match self {
            Self::Idle { clients } => vec![("idle_clients", clients)],
            Self::AtOnce { clients } => vec![("clients", clients)],
            Self::Rate {
                broadcasts_per_s,
                clients,
            } => vec![("broadcasts_per_s", broadcasts_per_s), ("clients", clients)],
            Self::Echoes { per_s } => vec![("rate_per_s", per_s)],
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Idle { clients } => write!(formatter, "{clients} clients idle"),
            Self::AtOnce { clients } => write!(formatter, "{clients} clients"),
            Self::Rate {
                broadcasts_per_s,
                clients,
            } => write!(
                formatter,
                "{clients} clients, {broadcasts_per_s} broadcasts a second"
            ),
            Self::Echoes { per_s } => write!(formatter, "{per_s} echoes a second"),
        }
    }
}
