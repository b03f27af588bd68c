//! What all connections share: the channel that every client hears.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{broadcast, watch};
use tokio::time::timeout;

/// A reader that falls further behind is cut off.
const MAX_WAITING_BROADCASTS: usize = 1024;
const CLOSING_GRACE: Duration = Duration::from_secs(2);

pub struct Hub {
    everyone: broadcast::Sender<Utf8Bytes>,
    closing: watch::Sender<bool>,
}

/// Its payload is handed on as it came.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    r#type: Type,
    #[serde(borrow)]
    payload: &'a RawValue,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    listen_count: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Type {
    Echo,
    Broadcast,
    #[serde(skip_deserializing)]
    BroadcastResult,
}

impl Hub {
    pub fn new() -> Self {
        Self {
            everyone: broadcast::Sender::new(MAX_WAITING_BROADCASTS),
            closing: watch::Sender::new(false),
        }
    }

    /// Everything that is broadcast from now on.
    pub fn listen(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.everyone.subscribe()
    }

    /// Does what a client's message asks for, and returns what its sender is to be told.
    pub fn take(&self, text: &str) -> serde_json::Result<Utf8Bytes> {
        let mut message: Message = serde_json::from_str(text)?;
        if let Type::Broadcast = message.r#type {
            let broadcast = serde_json::to_string(&message)?;
            // It fails if nobody listens; but the sender does.
            message.listen_count = self.everyone.send(broadcast.into()).ok();
            message.r#type = Type::BroadcastResult;
        }
        Ok(serde_json::to_string(&message)?.into())
    }

    /// Turns true when the server goes away; `shut_down` waits for all who hold one.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells everyone that the server goes away, and gives them a moment to go.
    pub async fn shut_down(&self) {
        self.closing.send_replace(true);
        // Who is still there after that is cut.
        let _ = timeout(CLOSING_GRACE, self.closing.closed()).await;
    }
}
