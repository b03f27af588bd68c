//! A client of the shootout's protocol, as the checks play it, bare or in the server's envelope.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::CheckContext;
use crate::broadcast::message::{self, Received};
use crate::conformance::{Event, Visitor};
use crate::server::Envelope;

pub(super) struct Client {
    visitor: Visitor,
    envelope: Envelope,
}

/// What a client hears, with its payload.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Heard {
    Echo(Value),
    Broadcast(Value),
    /// Whatever number of listeners it tells.
    Result(Value),
}

impl Heard {
    fn read(envelope: Envelope, text: &str) -> Option<Self> {
        let payload = |json: &str| serde_json::from_str(json).ok();
        match message::read(envelope, text.as_bytes()).ok()? {
            Received::Echo(json) => payload(json).map(Self::Echo),
            Received::Broadcast(json) => payload(json).map(Self::Broadcast),
            Received::Result { payload: json, .. } => payload(json).map(Self::Result),
            Received::Welcome | Received::Subscribed | Received::Noise => None,
        }
    }
}

impl fmt::Display for Heard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, payload) = match self {
            Self::Echo(payload) => ("echo", payload),
            Self::Broadcast(payload) => ("broadcast", payload),
            Self::Result(payload) => ("broadcastResult", payload),
        };
        write!(formatter, "the {kind} of {payload}")
    }
}

impl Client {
    /// Connects, and subscribes where the envelope has it so; the answer to an echo shows that the server knows it.
    pub fn connect(context: &CheckContext<'_>, name: &str) -> Result<Self, String> {
        let (path, timeout) = (&context.endpoint.path, context.scale.timeout);
        let visitor = Visitor::connect(context.address, path, name.to_owned(), timeout)?;
        let envelope = context.endpoint.envelope;
        let mut client = Self { visitor, envelope };
        client
            .subscribe()
            .and_then(|()| client.is_echoed("connected"))
            .map_err(|fault| format!("after connecting: {fault}"))?;
        Ok(client)
    }

    fn subscribe(&mut self) -> Result<(), String> {
        let envelope = self.envelope;
        let Some(text) = message::subscription(envelope) else {
            return Ok(());
        };
        let is = |expected: Received<'static>| {
            move |text: &str| {
                let received = message::read(envelope, text.as_bytes());
                (received == Ok(expected)).then_some(())
            }
        };
        self.visitor.hears("a welcome", is(Received::Welcome))?;
        self.send(&text)?;
        let subscribed = is(Received::Subscribed);
        self.visitor.hears("that it is subscribed", subscribed)
    }

    /// A text as it is, with no envelope around it.
    pub fn send(&mut self, text: &str) -> Result<(), String> {
        self.visitor.send(text)
    }

    pub fn echo(&mut self, payload: &Value) -> Result<(), String> {
        self.send(&message::echo(self.envelope, &payload.to_string()))
    }

    pub fn broadcast(&mut self, payload: &Value) -> Result<(), String> {
        self.send(&message::broadcast(self.envelope, &payload.to_string()))
    }

    pub fn echo_in_fragments(&mut self, payload: &Value) -> Result<(), String> {
        let text = message::echo(self.envelope, &payload.to_string());
        self.visitor.send_in_fragments(&text)
    }

    /// Has a text echoed.
    pub fn is_echoed(&mut self, text: &str) -> Result<(), String> {
        self.echo(&json!(text))?;
        self.hears(&Heard::Echo(json!(text)))
    }

    /// Waits for it; what comes before is passed over.
    pub fn hears(&mut self, expected: &Heard) -> Result<(), String> {
        self.hears_all(std::slice::from_ref(expected))
    }

    /// Waits for it, in whatever order it comes; what else comes before is passed over.
    pub fn hears_all(&mut self, expected: &[Heard]) -> Result<(), String> {
        let envelope = self.envelope;
        let read = |text: &str| Heard::read(envelope, text);
        self.visitor.hears_all(expected, read)
    }

    /// Makes sure that it does not come.
    pub fn does_not_hear(&mut self, unexpected: &Heard) -> Result<(), String> {
        let envelope = self.envelope;
        let read = |text: &str| Heard::read(envelope, text);
        let unexpected = std::slice::from_ref(unexpected);
        self.visitor.does_not_hear(unexpected, read)
    }

    /// Makes sure that what it has heard does not come again.
    pub fn does_not_hear_again(&mut self, heard: &Heard) -> Result<(), String> {
        let again = self.does_not_hear(heard);
        again.map_err(|fault| format!("a second time: {fault}"))
    }

    /// The payload of the next broadcast that comes.
    pub fn next_broadcast(&mut self) -> Result<Value, String> {
        let envelope = self.envelope;
        self.visitor
            .hears("a broadcast", |text| match Heard::read(envelope, text)? {
                Heard::Broadcast(payload) => Some(payload),
                Heard::Echo(_) | Heard::Result(_) => None,
            })
    }

    /// To how many the next result says that its broadcast went, if it says so.
    pub fn next_count(&mut self) -> Result<Option<u32>, String> {
        let envelope = self.envelope;
        self.visitor.hears("a broadcastResult", |text| {
            match message::read(envelope, text.as_bytes()).ok()? {
                Received::Result { listeners, .. } => Some(listeners),
                _ => None,
            }
        })
    }

    /// Whether its results must tell the count: a channel of ActionCable does not know it.
    pub fn is_told_counts(&self) -> bool {
        self.envelope == Envelope::None
    }

    pub fn next(&mut self, timeout: Duration) -> Result<Event, String> {
        self.visitor.next(timeout)
    }

    pub fn ping(&mut self) -> Result<(), String> {
        self.visitor.ping(b"still there?")
    }

    /// Lets the server send as little as can be before it is read.
    pub fn narrow(&self) -> Result<(), String> {
        self.visitor.narrow()
    }

    /// Vanishes without a WebSocket close frame.
    pub fn vanish(self) -> Result<(), String> {
        self.visitor.vanish()
    }
}
