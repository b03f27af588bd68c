//! What can stop a load of broadcasts, besides its connections, each in one line for the user.

use std::time::Duration;

use crate::websocket::ConnectionError;

/// Why a load could not be measured. What merely went missing is in the `Audit` instead.
#[derive(Debug, thiserror::Error)]
pub enum BroadcastError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("the load cannot be run: {0}")]
    InvalidLoad(String),
    /// By the observer; a user who interrupts is told so instead.
    #[error("the server's process ended before the start")]
    Stopped,
    #[error("the server closed the connection of {client} before the start: {reason}")]
    ClosedWhileJoining { client: String, reason: String },
    #[error(
        "after {} s, {missing} of {clients} clients had not had their first echo: they cannot be said to be there",
        timeout.as_secs_f64()
    )]
    JoinTimeout {
        missing: u32,
        clients: u32,
        timeout: Duration,
    },
    #[error("{client} received what is not of the protocol ({reason}): {excerpt}")]
    UnexpectedMessage {
        client: String,
        reason: &'static str,
        excerpt: String,
    },
}

impl BroadcastError {
    /// Shows at most the first hundred bytes of what arrived.
    pub(super) fn unexpected(client: String, reason: &'static str, message: &[u8]) -> Self {
        let shown = &message[..message.len().min(100)];
        Self::UnexpectedMessage {
            client,
            reason,
            excerpt: String::from_utf8_lossy(shown).into_owned(),
        }
    }

    /// Whether the server does not take so many clients: it refuses or closes connections, or is not done with them in time.
    #[must_use]
    pub fn is_too_many_clients(&self) -> bool {
        use ConnectionError::{Connect, HandshakeTimeout};
        matches!(
            self,
            Self::Connection(Connect { .. } | HandshakeTimeout { .. })
                | Self::ClosedWhileJoining { .. }
                | Self::JoinTimeout { .. }
        )
    }
}
