//! The comparisons that plans measure.

use serde::Deserialize;

use crate::server::Protocol;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    Chat,
    /// At loads that no server saturates on.
    ChatLatency,
    /// With all cores for the server.
    ChatCores,
}

impl Comparison {
    /// The folder of its result files.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::ChatLatency => "chat-latency",
            Self::ChatCores => "chat-cores",
        }
    }

    #[must_use]
    pub fn protocol(self) -> Protocol {
        match self {
            Self::Chat | Self::ChatLatency | Self::ChatCores => Protocol::Chat,
        }
    }
}
