//! The way to the window: clients connect, where the envelope has it so they subscribe, and each asks for an echo. It is there once
//! it has it: the server then knows of the client, and is rid of what connecting made for it to do.

use std::time::Duration;

use super::clients::{Clients, Connections};
use super::error::BroadcastError;
use super::message::{self, Received};
use super::payload::Payload;
use crate::load::WindowObserver;
use crate::load::clock::{self, now_ns};
use crate::websocket::{Connecting, HANDSHAKE_TIMEOUT, PAUSE_NS, RampUp, Target, Users};

const TICK_NS: u64 = 200_000_000;
/// A server that has not echoed everyone so long after the last connection does not work, or not for so many.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Connects all clients, and waits until they are there; `timeout` is for the latter.
///
/// # Errors
/// A client cannot be connected, is closed, or has no echo; the server breaks the protocol; the observer ends the load.
pub(super) fn join_all(
    target: &Target,
    connecting: &Connecting,
    clients: Clients,
    timeout: Duration,
    observer: &mut dyn WindowObserver,
) -> Result<Connections, BroadcastError> {
    let mut connections = Connections::new(clients)?;
    let mut joining = Joining {
        is_there: vec![false; clients.count as usize],
        there: 0,
        unsaid: Vec::new(),
        observer,
        next_tick_ns: 0,
    };
    joining.connect_all(target, connecting, &mut connections)?;
    joining.await_all(&mut connections, timeout)?;
    Ok(connections)
}

struct Joining<'a> {
    /// By client.
    is_there: Vec<bool>,
    there: u32,
    /// What clients answer to a welcome and to their subscription.
    unsaid: Vec<(u32, String)>,
    observer: &'a mut dyn WindowObserver,
    next_tick_ns: u64,
}

impl Joining<'_> {
    /// Those who are connected already are read meanwhile: a server may ping them, or send them away.
    fn connect_all(
        &mut self,
        target: &Target,
        connecting: &Connecting,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        let count = connections.users.count;
        let mut ramp_up = RampUp::new(target, connecting, count, HANDSHAKE_TIMEOUT)?;
        let mut next_read_ns = 0;
        while !ramp_up.is_over() {
            if let Some(client) = ramp_up.next()? {
                connections.add(client)?;
            }
            if now_ns() >= next_read_ns {
                self.read(connections)?;
                next_read_ns = now_ns() + PAUSE_NS;
            }
            self.tick(connections)?;
        }
        Ok(())
    }

    fn await_all(
        &mut self,
        connections: &mut Connections,
        timeout: Duration,
    ) -> Result<(), BroadcastError> {
        let clients = connections.users.count;
        let deadline_ns = now_ns() + timeout.as_nanos() as u64;
        while self.there < clients {
            if now_ns() >= deadline_ns {
                let missing = clients - self.there;
                return Err(BroadcastError::JoinTimeout {
                    missing,
                    clients,
                    timeout,
                });
            }
            self.read(connections)?;
            self.tick(connections)?;
            clock::sleep_until(now_ns() + PAUSE_NS);
        }
        Ok(())
    }

    fn read(&mut self, connections: &mut Connections) -> Result<(), BroadcastError> {
        connections.read_round(|clients, client, text, _| self.receive(clients, client, text))?;
        if let Some((client, reason)) = connections.first_closed() {
            return Err(BroadcastError::ClosedWhileJoining {
                client: connections.users.name(client),
                reason: reason.to_owned(),
            });
        }
        for (client, text) in std::mem::take(&mut self.unsaid) {
            if connections.is_clear(client) {
                connections.send_text(client, &text)?;
            } else {
                self.unsaid.push((client, text));
            }
        }
        Ok(())
    }

    fn receive(
        &mut self,
        clients: &Clients,
        client: u32,
        text: &[u8],
    ) -> Result<(), BroadcastError> {
        let unexpected = |reason| BroadcastError::unexpected(clients.name(client), reason, text);
        match message::read(clients.envelope, text).map_err(unexpected)? {
            Received::Welcome => {
                let subscription = message::subscription(clients.envelope);
                self.unsaid.extend(subscription.map(|text| (client, text)));
            }
            Received::Subscribed => self.unsaid.push((client, clients.greeting_of(client))),
            Received::Echo(payload) => {
                let own = Payload {
                    load: clients.greeting,
                    number: client,
                };
                if Payload::read(payload) != Some(own) {
                    return Err(unexpected("not the echo of its first message"));
                }
                let is_there = &mut self.is_there[client as usize];
                self.there += u32::from(!*is_there);
                *is_there = true;
            }
            // What an earlier load has left goes to all who are connected.
            Received::Broadcast(_) | Received::Noise => {}
            Received::Result { .. } => {
                return Err(unexpected("a result, though nothing has been broadcast"));
            }
        }
        Ok(())
    }

    /// Asks the observer a few times a second whether to go on.
    fn tick(&mut self, connections: &Connections) -> Result<(), BroadcastError> {
        let now_ns = now_ns();
        if now_ns < self.next_tick_ns {
            return Ok(());
        }
        self.next_tick_ns = now_ns + TICK_NS;
        let (connected, count) = (connections.connected(), connections.users.count);
        let goes_on = self.observer.joining(connected, count);
        goes_on.then_some(()).ok_or(BroadcastError::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    use tungstenite::protocol::CloseFrame;

    use super::*;
    use crate::server::Envelope;

    /// Has two clients join a server that handles each connection with `serve`.
    fn join(serve: fn(TcpStream)) -> BroadcastError {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let accepting = thread::spawn(move || {
            for stream in listener.incoming().take(2) {
                thread::spawn(move || serve(stream.unwrap()));
            }
        });
        let target = Target {
            address,
            path: "/ws".to_owned(),
        };
        let clients = Clients {
            count: 2,
            envelope: Envelope::None,
            greeting: 7,
        };
        let timeout = Duration::from_millis(500);
        let joined = join_all(&target, &Connecting::default(), clients, timeout, &mut ());
        accepting.join().unwrap();
        joined.map(drop).unwrap_err()
    }

    #[test]
    fn clients_whose_echo_never_comes_are_not_there() {
        let error = join(|stream| {
            let mut socket = tungstenite::accept(stream).unwrap();
            while socket.read().is_ok() {}
        });
        let message = error.to_string();
        assert!(
            message.starts_with("after 0.5 s, 2 of 2 clients"),
            "{message}"
        );
        assert!(error.is_too_many_clients());
    }

    #[test]
    fn a_connection_that_is_closed_while_joining_is_told_with_the_servers_reason() {
        let error = join(|stream| {
            let mut socket = tungstenite::accept(stream).unwrap();
            let frame = CloseFrame {
                code: 1013.into(),
                reason: "full".into(),
            };
            socket.read().unwrap();
            socket.close(Some(frame)).unwrap();
            while socket.read().is_ok() {}
        });
        let message = error.to_string();
        assert!(message.contains("close code 1013, full"), "{message}");
        assert!(error.is_too_many_clients());
    }

    #[test]
    fn an_echo_that_is_not_what_was_said_is_no_echo() {
        let error = join(|stream| {
            let mut socket = tungstenite::accept(stream).unwrap();
            let text = socket.read().unwrap().to_string();
            let other = text.replace(r#""load":7"#, r#""load":8"#);
            socket.send(other.into()).unwrap();
            while socket.read().is_ok() {}
        });
        let message = error.to_string();
        assert!(
            message.contains("not the echo of its first message"),
            "{message}"
        );
        assert!(!error.is_too_many_clients());
    }
}
