//! How an iteration of lookups ended.

use serde::{Deserialize, Serialize};

/// How an iteration went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every request was answered with what it asked for.
    Complete,
    /// Some were not.
    RequestsFailed,
    /// The database's server ended within it.
    DatabaseExited,
    /// The server's process ended within it.
    ServerExited,
}

impl Outcome {
    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::RequestsFailed => "requests_failed",
            Self::DatabaseExited => "database_exited",
            Self::ServerExited => "server_exited",
        }
    }
}
