//! RabbitMQ by AMQP 0-9-1: its topic exchange fills a queue of the relay's own.

use futures_util::StreamExt;
use lapin::options::{BasicConsumeOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::FieldTable;
use lapin::{Connection, ConnectionProperties, Consumer};
use url::Url;

use super::Outcome;
use crate::feed::Feed;

/// Hands on messages until the broker is gone.
pub async fn receive(url: &Url, topic: &str, feed: &Feed) -> Outcome {
    let connection = Connection::connect(url.as_str(), ConnectionProperties::default()).await?;
    let mut deliveries = consume(&connection, topic).await?;
    while let Some(delivery) = deliveries.next().await {
        feed.send(delivery?.data.into());
    }
    Ok(())
}

async fn consume(connection: &Connection, topic: &str) -> lapin::Result<Consumer> {
    let channel = connection.create_channel().await?;
    let named_by_broker = "".into();
    let own = QueueDeclareOptions {
        exclusive: true,
        auto_delete: true,
        ..QueueDeclareOptions::default()
    };
    let queue = channel
        .queue_declare(named_by_broker, own, FieldTable::default())
        .await?;
    channel
        .queue_bind(
            queue.name().clone(),
            "amq.topic".into(),
            topic.into(),
            QueueBindOptions::default(),
            FieldTable::default(),
        )
        .await?;
    let unacknowledged = BasicConsumeOptions {
        no_ack: true,
        exclusive: true,
        ..BasicConsumeOptions::default()
    };
    channel
        .basic_consume(
            queue.name().clone(),
            "".into(),
            unacknowledged,
            FieldTable::default(),
        )
        .await
}
