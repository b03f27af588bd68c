//! Mosquitto by MQTT 3.1.1.

use std::process;

use rumqttc::{AsyncClient, Event, MqttOptions, Packet, QoS};
use url::Url;

use super::{Outcome, place};
use crate::feed::Feed;

/// The library's own limit is 10 KiB.
const MAX_PACKET_BYTES: usize = 2 * 1024 * 1024;
const MAX_WAITING_REQUESTS: usize = 10;

/// Hands on messages until the broker is gone.
pub async fn receive(url: &Url, topic: &str, feed: &Feed) -> Outcome {
    let (host, port) = place(url);
    let mut options = MqttOptions::new(format!("rust-relay-{}", process::id()), host, port);
    options.set_max_packet_size(MAX_PACKET_BYTES, MAX_PACKET_BYTES);
    let (client, mut events) = AsyncClient::new(options, MAX_WAITING_REQUESTS);
    client.subscribe(topic, QoS::AtMostOnce).await?;
    loop {
        if let Event::Incoming(Packet::Publish(message)) = events.poll().await? {
            feed.send(message.payload);
        }
    }
}
