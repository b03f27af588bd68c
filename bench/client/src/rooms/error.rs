//! What can stop an iteration of users in rooms, besides their connections, each in one line for the user.

use std::time::Duration;

use crate::websocket::ConnectionError;

/// Why an iteration could not be measured. What merely went missing is in the `Audit` instead.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("the workload cannot be run: {0}")]
    InvalidWorkload(String),
    /// By the observer; a user who interrupts is told so instead.
    #[error("the server's process ended before the start")]
    Stopped,
    #[error("the server says that the user name {user} is in use already")]
    NameInUse { user: String },
    #[error("the server closed the connection of {user} before the first message: {reason}")]
    ClosedWhileJoining { user: String, reason: String },
    #[error(
        "after {} s, {missing} of {users} users had not received one of their room's probe messages: they cannot be said to have joined",
        timeout.as_secs_f64()
    )]
    JoinTimeout {
        missing: u32,
        users: u32,
        timeout: Duration,
    },
    #[error(
        "not ready for the start, which was {:.3} s ago: let all agents start later (--start-at), and see that the machines' clocks agree",
        late.as_secs_f64()
    )]
    StartMissed { late: Duration },
    #[error("{user} received a message that is not a chat delivery ({reason}): {excerpt}")]
    UnexpectedMessage {
        user: String,
        reason: &'static str,
        excerpt: String,
    },
    #[error("{user} received a message of room {other}, but is in {room}")]
    WrongRoom {
        user: String,
        room: String,
        other: String,
    },
}

impl ChatError {
    /// Shows at most the first hundred bytes of what arrived.
    pub(super) fn unexpected(user: String, reason: &'static str, message: &[u8]) -> Self {
        let shown = &message[..message.len().min(100)];
        Self::UnexpectedMessage {
            user,
            reason,
            excerpt: String::from_utf8_lossy(shown).into_owned(),
        }
    }
}
