//! One connection: its first frame joins, the later ones are messages.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

use crate::chat::{Chat, Member, Membership};

/// A reader for whom more messages than these wait is cut off.
const MAX_WAITING_MESSAGES: usize = 32_768;
/// How long a peer may take to answer a close.
const CLOSING_GRACE: Duration = Duration::from_secs(2);
const NAME_IN_USE: &str = r#"{"type":"system","message":"User already exist"}"#;

/// Why nothing more is read: the peer is gone, or it is to be told this.
type End = Option<Message>;

/// Serves a connection until its end.
pub async fn converse(socket: WebSocket, chat: Arc<Chat>) {
    let mut closing = chat.closing();
    let (sink, mut frames) = socket.split();
    let (send_queue, queue) = mpsc::channel(MAX_WAITING_MESSAGES);
    let mut delivery = tokio::spawn(ReceiverStream::new(queue).map(Ok).forward(sink));
    let member = Member {
        send_queue: send_queue.clone(),
        delivery: delivery.abort_handle(),
    };

    let end = tokio::select! {
        Err(end) = receive(&mut frames, &chat, member) => end,
        _ = closing.wait_for(|closing| *closing) => {
            Some(close(close_code::AWAY, "server is shutting down"))
        }
        _ = &mut delivery => None,
    };
    if let Some(goodbye) = end {
        let answered = async {
            let _ = send_queue.send(goodbye).await;
            while let Some(Ok(_)) = frames.next().await {}
        };
        let _ = timeout(CLOSING_GRACE, answered).await;
    }
    delivery.abort();
}

async fn receive(
    frames: &mut SplitStream<WebSocket>,
    chat: &Arc<Chat>,
    member: Member,
) -> Result<Infallible, End> {
    let (_, first) = read(frames).await?;
    let membership = join(&first, chat, member)?;
    loop {
        let (text, frame) = read(frames).await?;
        if frame["name"] != *membership.name
            || frame["chat"] != *membership.room_name
            || !frame["message"].is_string()
        {
            return Err(refuse(
                close_code::POLICY,
                "expected own name, own chat and message",
            ));
        }
        // As it came: checked, but not serialised anew.
        membership.post(&text);
    }
}

fn join(frame: &Value, chat: &Arc<Chat>, member: Member) -> Result<Membership, End> {
    let non_empty = |field: &str| frame[field].as_str().filter(|text| !text.is_empty());
    let (Some(room), Some(name)) = (non_empty("chat"), non_empty("name")) else {
        return Err(refuse(close_code::POLICY, "expected chat and name"));
    };
    let send_queue = member.send_queue.clone();
    chat.join(room, name, member).ok_or_else(|| {
        // It is the first message in the queue, so there is room.
        let _ = send_queue.try_send(Message::text(NAME_IN_USE));
        refuse(close_code::NORMAL, "")
    })
}

/// The next text frame, and the JSON that it holds.
async fn read(frames: &mut SplitStream<WebSocket>) -> Result<(Utf8Bytes, Value), End> {
    while let Some(Ok(frame)) = frames.next().await {
        match frame {
            Message::Text(text) => {
                return match serde_json::from_str(&text) {
                    Ok(json) => Ok((text, json)),
                    Err(_) => Err(refuse(close_code::INVALID, "not JSON")),
                };
            }
            Message::Binary(_) => return Err(refuse(close_code::UNSUPPORTED, "text frames only")),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
        }
    }
    Err(None)
}

fn refuse(code: u16, reason: &'static str) -> End {
    Some(close(code, reason))
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    }))
}
