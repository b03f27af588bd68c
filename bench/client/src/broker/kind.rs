//! Which brokers there are, and what is spoken to them.

use std::fmt;
use std::net::SocketAddr;

use serde::{Deserialize, Serialize};

use super::{PASSWORD, USER};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Broker {
    #[default]
    Rabbitmq,
    Nats,
    Mosquitto,
}

impl Broker {
    /// As in plans, manifests and result files.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Rabbitmq => "rabbitmq",
            Self::Nats => "nats",
            Self::Mosquitto => "mosquitto",
        }
    }

    /// What relays may speak to it; the first is what the publisher does.
    #[must_use]
    pub fn schemes(self) -> &'static [Scheme] {
        match self {
            Self::Rabbitmq => &[Scheme::Stomp, Scheme::Amqp, Scheme::WebStomp, Scheme::Mqtt],
            Self::Nats => &[Scheme::Nats],
            Self::Mosquitto => &[Scheme::Mqtt],
        }
    }
}

impl fmt::Display for Broker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rabbitmq => "RabbitMQ",
            Self::Nats => "NATS",
            Self::Mosquitto => "Mosquitto",
        })
    }
}

/// A protocol between a broker and a relay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    Stomp,
    /// AMQP 0-9-1.
    Amqp,
    /// STOMP in a WebSocket.
    WebStomp,
    Nats,
    /// MQTT 3.1.1.
    Mqtt,
}

impl Scheme {
    /// As in manifests.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Stomp => "stomp",
            Self::Amqp => "amqp",
            Self::WebStomp => "web-stomp",
            Self::Nats => "nats",
            Self::Mqtt => "mqtt",
        }
    }

    /// As relays take it, in `BROKER_URL`.
    #[must_use]
    pub fn url(self, address: SocketAddr) -> String {
        match self {
            Self::Stomp => format!("stomp://{address}"),
            Self::Amqp => format!("amqp://{USER}:{PASSWORD}@{address}"),
            Self::WebStomp => format!("ws://{address}/ws"),
            Self::Nats => format!("nats://{address}"),
            Self::Mqtt => format!("mqtt://{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_the_files() {
        for broker in [Broker::Rabbitmq, Broker::Nats, Broker::Mosquitto] {
            assert_eq!(serde_json::to_value(broker).unwrap(), broker.id());
            for scheme in broker.schemes() {
                let read: Scheme = serde_json::from_value(scheme.id().into()).unwrap();
                assert_eq!(read, *scheme);
            }
        }
    }

    #[test]
    fn a_url_has_what_a_relay_needs_to_be_let_in() {
        let address = "127.0.0.1:7".parse().unwrap();
        assert_eq!(Scheme::Amqp.url(address), "amqp://bench:bench@127.0.0.1:7");
        assert_eq!(Scheme::WebStomp.url(address), "ws://127.0.0.1:7/ws");
    }
}
