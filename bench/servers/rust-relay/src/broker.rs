//! Where the messages come from.

mod amqp;
mod mqtt;
mod nats;

use std::error::Error;
use std::time::Duration;

use tokio::time::sleep;
use url::Url;

use crate::feed::Feed;

const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// A subscription ends with the connection, for a reason or for none that is known.
type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

pub struct Broker {
    protocol: Protocol,
    url: Url,
    topic: String,
}

enum Protocol {
    Amqp,
    Nats,
    Mqtt,
}

impl Broker {
    /// The broker at an address, whose scheme says by which protocol it is spoken to.
    pub fn new(address: &str, topic: String) -> Result<Self, String> {
        let url =
            Url::parse(address).map_err(|error| format!("BROKER_URL: {address:?}: {error}"))?;
        let protocol = match url.scheme() {
            "amqp" => Protocol::Amqp,
            "nats" => Protocol::Nats,
            "mqtt" => Protocol::Mqtt,
            other => {
                return Err(format!(
                    "BROKER_URL: found scheme {other:?}, expected amqp, nats or mqtt"
                ));
            }
        };
        Ok(Self {
            protocol,
            url,
            topic,
        })
    }

    /// Hands on messages, and subscribes anew where the broker was absent or went away.
    pub async fn relay(&self, feed: &Feed) {
        loop {
            let outcome = match self.protocol {
                Protocol::Amqp => amqp::receive(&self.url, &self.topic, feed).await,
                Protocol::Nats => nats::receive(&self.url, &self.topic, feed).await,
                Protocol::Mqtt => mqtt::receive(&self.url, &self.topic, feed).await,
            };
            let reason = match outcome {
                Ok(()) => "the connection is closed".to_owned(),
                Err(error) => error.to_string(),
            };
            let (host, port) = place(&self.url);
            eprintln!("no broker at {host}:{port}: {reason}; trying again in {RETRY_PAUSE:?}");
            sleep(RETRY_PAUSE).await;
        }
    }
}

/// Host and port; the port is the protocol's own where the address has none.
fn place(url: &Url) -> (&str, u16) {
    let usual = match url.scheme() {
        "nats" => 4222,
        "mqtt" => 1883,
        _ => 5672,
    };
    (
        url.host_str().unwrap_or("127.0.0.1"),
        url.port().unwrap_or(usual),
    )
}
