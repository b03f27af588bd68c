//! What can stop a load of messages through a relay, each in one line for the user.

use std::time::Duration;

use crate::websocket::ConnectionError;

/// Why a load could not be measured. What merely went missing is in the `Audit` instead.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("the load cannot be run: {0}")]
    InvalidLoad(String),
    /// By the observer; a user who interrupts is told so instead.
    #[error("the server's process ended before the start")]
    Stopped,
    #[error("the broker closed its publisher's connection before the start")]
    BrokerGone,
    #[error("the server closed the connection of {page} before the start: {reason}")]
    ClosedWhileJoining { page: String, reason: String },
    #[error(
        "after {} s, {missing} of {pages} pages had heard nothing of what was published: the relay has not subscribed, or passes nothing on",
        timeout.as_secs_f64()
    )]
    NotSubscribed {
        missing: u32,
        pages: u32,
        timeout: Duration,
    },
    #[error(
        "{untapped} of {messages} messages reached a page and were not seen on their way to the relay: it has them from elsewhere than its BROKER_URL, or compressed"
    )]
    Untapped { untapped: u32, messages: u32 },
    #[error("{page} received what is not of the protocol ({reason}): {excerpt}")]
    UnexpectedMessage {
        page: String,
        reason: &'static str,
        excerpt: String,
    },
}

impl RelayError {
    /// Shows at most the first hundred bytes of what arrived.
    pub(super) fn unexpected(page: String, reason: &'static str, message: &[u8]) -> Self {
        let shown = &message[..message.len().min(100)];
        Self::UnexpectedMessage {
            page,
            reason,
            excerpt: String::from_utf8_lossy(shown).into_owned(),
        }
    }
}
