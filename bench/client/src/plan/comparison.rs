//! The comparisons that plans measure.

use std::path::Path;

use serde::Deserialize;

use crate::error::Error;
use crate::server::Protocol;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    Chat,
    /// At loads that no server saturates on.
    ChatLatency,
    /// With all cores for the server.
    ChatCores,
    /// One record of a database over HTTP.
    Lookup,
}

/// The one key that tells how the others are to be read.
#[derive(Deserialize)]
struct Head {
    comparison: Comparison,
}

impl Comparison {
    /// Which one a plan measures.
    ///
    /// # Errors
    /// The plan cannot be read, or does not say.
    pub fn of_plan(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(Error::io("read", path))?;
        let head: Head =
            toml::from_str(&text).map_err(|error| Error::invalid_toml(path, &text, &error))?;
        Ok(head.comparison)
    }

    /// The folder of its result files.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::ChatLatency => "chat-latency",
            Self::ChatCores => "chat-cores",
            Self::Lookup => "lookup",
        }
    }

    #[must_use]
    pub fn protocol(self) -> Protocol {
        match self {
            Self::Chat | Self::ChatLatency | Self::ChatCores => Protocol::Chat,
            Self::Lookup => Protocol::Lookup,
        }
    }
}
