//! How an iteration of the bookstore ended.

use serde::{Deserialize, Serialize};

use crate::http_load::{End, Observation};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every request was answered as it should be.
    Complete,
    /// Some were not.
    FailedRequests,
    /// It was cut off before all requests were sent and answered.
    Incomplete,
    /// The server's process ended within it.
    ServerExited,
}

impl Outcome {
    /// Of a load during which the server's process stayed, or ended. For nothing but that end is a load stopped and still a result.
    #[must_use]
    pub fn of(seen: &Observation, has_exited: bool) -> Self {
        match seen.end {
            _ if has_exited => Self::ServerExited,
            End::Stopped => Self::ServerExited,
            End::GivenUp => Self::Incomplete,
            End::Complete if seen.counts.failed_requests > 0 => Self::FailedRequests,
            End::Complete => Self::Complete,
        }
    }

    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::FailedRequests => "failed_requests",
            Self::Incomplete => "incomplete",
            Self::ServerExited => "server_exited",
        }
    }
}
