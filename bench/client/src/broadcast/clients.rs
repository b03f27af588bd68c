//! The clients of one load, numbered from 0, and what each says first.

use super::message;
use super::payload::{Payload, SHORTEST_BYTES};
use crate::server::Envelope;
use crate::websocket::{self, Users};

pub(super) type Connections = websocket::Connections<Clients>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Clients {
    pub count: u32,
    pub envelope: Envelope,
    /// Of the echoes by which clients find out that they are there.
    pub greeting: u32,
}

impl Clients {
    /// The text whose echo tells the client that it is there.
    pub fn greeting_of(&self, client: u32) -> String {
        let payload = Payload {
            load: self.greeting,
            number: client,
        };
        message::echo(self.envelope, &payload.text(SHORTEST_BYTES))
    }
}

impl Users for Clients {
    fn count(&self) -> u32 {
        self.count
    }

    fn name(&self, client: u32) -> String {
        format!("client {client}")
    }

    /// In an envelope, the server speaks first.
    fn first_text(&self, client: u32) -> Option<String> {
        match self.envelope {
            Envelope::None => Some(self.greeting_of(client)),
            Envelope::ActionCable => None,
        }
    }
}
