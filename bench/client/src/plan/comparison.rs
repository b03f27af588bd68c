//! The comparisons that plans measure.

use serde::Deserialize;

use crate::server::Protocol;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    Chat,
}

impl Comparison {
    /// The folder of its result files.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::Chat => "chat",
        }
    }

    #[must_use]
    pub fn protocol(self) -> Protocol {
        match self {
            Self::Chat => Protocol::Chat,
        }
    }
}
