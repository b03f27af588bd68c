//! How an iteration of the shootout ended.

use serde::{Deserialize, Serialize};

use crate::rooms;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every delivery and every result arrived, and every client stayed.
    Complete,
    /// Deliveries or results were missing when the drain time-out ended.
    DrainTimeout,
    /// The server closed at least one connection; what the others received is accounted for.
    Disconnected,
    /// The server's process ended within it.
    ServerExited,
    /// The server did not take so many clients: nothing was measured.
    NotConnected,
}

impl Outcome {
    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::DrainTimeout => "drain_timeout",
            Self::Disconnected => "disconnected",
            Self::ServerExited => "server_exited",
            Self::NotConnected => "not_connected",
        }
    }
}

impl From<rooms::Outcome> for Outcome {
    fn from(outcome: rooms::Outcome) -> Self {
        match outcome {
            rooms::Outcome::Complete => Self::Complete,
            rooms::Outcome::DrainTimeout => Self::DrainTimeout,
            rooms::Outcome::Disconnected => Self::Disconnected,
            rooms::Outcome::ServerExited => Self::ServerExited,
        }
    }
}
