//! NATS by its own protocol.

use async_nats::{ConnectOptions, Event};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use url::Url;

use super::Outcome;
use crate::feed::Feed;

/// Hands on messages until the broker is gone.
pub async fn receive(url: &Url, topic: &str, feed: &Feed) -> Outcome {
    let (gone, mut is_gone) = mpsc::channel(1);
    let client = ConnectOptions::new()
        // The loop around this connects again, as with all brokers.
        .max_reconnects(1)
        .event_callback(move |event| {
            let gone = gone.clone();
            async move {
                if matches!(event, Event::Disconnected | Event::Closed) {
                    let _ = gone.try_send(());
                }
            }
        })
        .connect(url.as_str())
        .await?;
    let mut messages = client.subscribe(topic.to_owned()).await?;
    loop {
        tokio::select! {
            message = messages.next() => match message {
                Some(message) => feed.send(message.payload),
                None => return Ok(()),
            },
            _ = is_gone.recv() => return Ok(()),
        }
    }
}
