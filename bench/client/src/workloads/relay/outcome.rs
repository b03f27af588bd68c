//! How an iteration of relays ended.

use serde::{Deserialize, Serialize};

use crate::relay::Ending;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every delivery arrived, and every page stayed.
    Complete,
    /// Deliveries were missing when the drain time-out ended.
    DrainTimeout,
    /// The relay closed at least one page's connection; what the others received is accounted for.
    Disconnected,
    /// The broker's process ended within it, or closed its publisher's connection.
    BrokerExited,
    /// The relay's process ended within it.
    ServerExited,
}

impl Outcome {
    /// Of a load after which the two processes were found to have ended, or to run. Only for the relay's end is a load stopped and still a
    /// result.
    #[must_use]
    pub fn of(ending: Ending, has_server_exited: bool, has_broker_exited: bool) -> Self {
        match ending {
            _ if has_server_exited => Self::ServerExited,
            _ if has_broker_exited => Self::BrokerExited,
            Ending::Stopped => Self::ServerExited,
            Ending::BrokerGone => Self::BrokerExited,
            Ending::Disconnected => Self::Disconnected,
            Ending::DrainTimeout => Self::DrainTimeout,
            Ending::Complete => Self::Complete,
        }
    }

    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::DrainTimeout => "drain_timeout",
            Self::Disconnected => "disconnected",
            Self::BrokerExited => "broker_exited",
            Self::ServerExited => "server_exited",
        }
    }
}
