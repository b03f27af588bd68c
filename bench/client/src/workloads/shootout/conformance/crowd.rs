//! The largest check: thousands of clients at once. One thread reads them all.

use std::time::Duration;

use super::CheckContext;
use crate::broadcast::message::{self, Received};
use crate::load::clock;
use crate::server::{Endpoint, Envelope};
use crate::websocket::{
    Connecting, ConnectionError, Connections, HANDSHAKE_TIMEOUT, PAUSE_NS, RampUp, Target, Users,
    raise_open_file_limit,
};

pub const CROWD_PROMISE: &str = "10,000 clients hear a broadcast, all of them";

/// The crowd is awaited as many times longer than one client is.
const PATIENCE: u32 = 20;
/// What a client of the crowd says first, and what is broadcast; both as JSON.
const HERE: &str = r#""here""#;
const TO_ALL: &str = r#""to all of you""#;

/// Connects them all, sees that the server knows each of them, and has the first one broadcast.
pub(super) fn hears_a_broadcast(context: &CheckContext<'_>) -> Result<(), String> {
    let crowd = context.scale.crowd;
    let said = |error: ConnectionError| error.to_string();
    raise_open_file_limit(crowd).map_err(said)?;
    let mut gathering = Gathering::new(context.endpoint, crowd).map_err(said)?;
    let target = Target {
        address: context.address,
        path: context.endpoint.path.clone(),
    };
    gathering.connect(&target).map_err(said)?;
    let patience = context.scale.timeout * PATIENCE;
    gathering.awaits(patience, |client| client.is_known, "are known to the server")?;
    let broadcast = message::broadcast(context.endpoint.envelope, TO_ALL);
    gathering.connections.send_text(0, &broadcast).map_err(said)?;
    gathering.awaits(patience, |client| client.heard > 0, "heard the broadcast")?;
    let twice = gathering.count(|client| client.heard > 1);
    // The server may still need its time to see them off.
    gathering.connections.close(|_, _, _| {}).map_err(said)?;
    if twice > 0 {
        return Err(format!("{twice} of {crowd} clients heard it more than once"));
    }
    Ok(())
}

struct Gathering {
    connections: Connections<Crowd>,
    clients: Vec<Member>,
}

/// What is known of a client.
#[derive(Debug, Clone, Copy, Default)]
struct Member {
    is_known: bool,
    heard: u32,
}

#[derive(Debug)]
struct Crowd {
    count: u32,
    envelope: Envelope,
}

impl Users for Crowd {
    fn count(&self) -> u32 {
        self.count
    }

    fn name(&self, client: u32) -> String {
        format!("client {client}")
    }

    fn first_text(&self, _client: u32) -> String {
        message::subscription(self.envelope).unwrap_or_else(|| message::echo(self.envelope, HERE))
    }
}

impl Gathering {
    fn new(endpoint: &Endpoint, count: u32) -> Result<Self, ConnectionError> {
        let envelope = endpoint.envelope;
        Ok(Self {
            connections: Connections::new(Crowd { count, envelope })?,
            clients: vec![Member::default(); count as usize],
        })
    }

    fn connect(&mut self, target: &Target) -> Result<(), ConnectionError> {
        let connecting = Connecting::default();
        let count = self.connections.users.count();
        let mut ramp_up = RampUp::new(target, &connecting, count, HANDSHAKE_TIMEOUT)?;
        let mut next_read_ns = 0;
        while !ramp_up.is_over() {
            if let Some(client) = ramp_up.next()? {
                self.connections.add(client)?;
            }
            if clock::now_ns() >= next_read_ns {
                self.read()?;
                next_read_ns = clock::now_ns() + PAUSE_NS;
            }
        }
        Ok(())
    }

    /// Reads until it is so for all.
    fn awaits(
        &mut self,
        timeout: Duration,
        is_so: impl Fn(&Member) -> bool,
        what: &str,
    ) -> Result<(), String> {
        let deadline_ns = clock::now_ns() + timeout.as_nanos() as u64;
        loop {
            self.read().map_err(|error| error.to_string())?;
            let count = self.count(&is_so);
            let all = self.clients.len();
            if count == all {
                return Ok(());
            }
            if let Some((client, reason)) = self.connections.first_closed() {
                return Err(format!(
                    "{count} of {all} clients {what}, and client {client} was sent away: {reason}"
                ));
            }
            if clock::now_ns() > deadline_ns {
                let waited_s = timeout.as_secs_f64();
                return Err(format!("{count} of {all} clients {what} within {waited_s} s"));
            }
            clock::sleep_until(clock::now_ns() + PAUSE_NS);
        }
    }

    fn count(&self, is_so: impl Fn(&Member) -> bool) -> usize {
        self.clients.iter().filter(|client| is_so(client)).count()
    }

    fn read(&mut self) -> Result<(), ConnectionError> {
        let clients = &mut self.clients;
        self.connections.read_round(|crowd, client, text, _| {
            let client = &mut clients[client as usize];
            match message::read(crowd.envelope, text) {
                Ok(Received::Subscribed | Received::Echo(HERE)) => client.is_known = true,
                Ok(Received::Broadcast(TO_ALL)) => client.heard += 1,
                _ => {}
            }
            Ok(())
        })
    }
}
