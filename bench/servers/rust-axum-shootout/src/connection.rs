//! One connection: what its client says is answered, what others broadcast is passed on to it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::hub::Hub;

/// How long a peer may take to answer a close.
const CLOSING_GRACE: Duration = Duration::from_secs(2);

/// Serves a connection until its end.
pub async fn serve(mut socket: WebSocket, hub: Arc<Hub>) {
    let mut closing = hub.closing();
    if let Some(goodbye) = converse(&mut socket, &hub, &mut closing).await {
        let answered = async {
            let _ = socket.send(goodbye).await;
            while let Some(Ok(_)) = socket.recv().await {}
        };
        let _ = timeout(CLOSING_GRACE, answered).await;
    }
}

/// Returns what the peer is still to be told, or nothing if it is gone.
async fn converse(
    socket: &mut WebSocket,
    hub: &Hub,
    closing: &mut watch::Receiver<bool>,
) -> Option<Message> {
    let mut everyone = hub.listen();
    loop {
        let text = tokio::select! {
            frame = socket.recv() => match frame?.ok()? {
                Message::Text(text) => match hub.take(&text) {
                    Ok(answer) => answer,
                    Err(_) => {
                        return Some(close(close_code::INVALID, "expected an echo or a broadcast"));
                    }
                },
                Message::Binary(_) => {
                    return Some(close(close_code::UNSUPPORTED, "text frames only"));
                }
                Message::Ping(_) | Message::Pong(_) | Message::Close(_) => continue,
            },
            broadcast = everyone.recv() => match broadcast {
                Ok(text) => text,
                Err(_) => return Some(close(close_code::POLICY, "too far behind")),
            },
            _ = closing.wait_for(|closing| *closing) => {
                return Some(close(close_code::AWAY, "server is shutting down"));
            }
        };
        // Until the peer takes it nothing more is read from it, and broadcasts wait in the channel.
        socket.send(Message::Text(text)).await.ok()?;
    }
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }))
}
