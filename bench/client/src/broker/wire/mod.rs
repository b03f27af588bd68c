//! What a publisher says to a broker, and what lets it in: no more of each protocol than it takes to publish.

mod mqtt;
mod nats;
mod stomp;

use super::Scheme;

/// How a publisher speaks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wire {
    /// What it says first.
    pub greeting: fn() -> Vec<u8>,
    /// Whether the broker's answer so far lets it in; an error that it does not.
    pub is_let_in: fn(&[u8]) -> Result<bool, String>,
    /// Appends a message to all who have subscribed to the topic.
    pub publish: fn(&[u8], &mut Vec<u8>),
    /// What is to be said to what the broker says of itself later on.
    pub reply: fn(&[u8]) -> Option<&'static [u8]>,
}

impl Wire {
    /// `None` where publishers do not speak that.
    pub fn of(scheme: Scheme) -> Option<Self> {
        match scheme {
            Scheme::Stomp => Some(stomp::WIRE),
            Scheme::Nats => Some(nats::WIRE),
            Scheme::Mqtt => Some(mqtt::WIRE),
            Scheme::Amqp | Scheme::WebStomp => None,
        }
    }
}

fn contains(text: &[u8], word: &str) -> bool {
    memchr::memmem::find(text, word.as_bytes()).is_some()
}

fn shown(answer: &[u8]) -> String {
    String::from_utf8_lossy(answer).trim().to_owned()
}
