//! One page: what the broker says is passed on to it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::feed::{Feed, Queue, Subscription};

/// How long a page may take to answer a close.
const CLOSING_GRACE: Duration = Duration::from_secs(2);

/// Serves a page until its end.
pub async fn serve(mut socket: WebSocket, feed: Arc<Feed>) {
    let mut closing = feed.closing();
    let Subscription {
        mut queue,
        detached,
    } = feed.subscribe();
    let goodbye = tokio::select! {
        goodbye = pass_on(&mut socket, &mut queue, &mut closing) => goodbye,
        // Also while a message is being written to a page that does not read.
        _ = detached => None,
    };
    if let Some(goodbye) = goodbye {
        let answered = async {
            let _ = socket.send(goodbye).await;
            while let Some(Ok(_)) = socket.recv().await {}
        };
        let _ = timeout(CLOSING_GRACE, answered).await;
    }
}

/// Returns what the page is still to be told, or nothing if it is gone.
async fn pass_on(
    socket: &mut WebSocket,
    queue: &mut Queue,
    closing: &mut watch::Receiver<bool>,
) -> Option<Message> {
    loop {
        let text = tokio::select! {
            text = queue.next() => text?,
            // A page says nothing; what it says all the same is ignored.
            frame = socket.recv() => {
                frame?.ok()?;
                continue;
            }
            _ = closing.wait_for(|closing| *closing) => {
                return Some(Message::Close(Some(CloseFrame {
                    code: close_code::AWAY,
                    reason: Utf8Bytes::from_static("server is shutting down"),
                })));
            }
        };
        socket.send(Message::Text(text)).await.ok()?;
    }
}
