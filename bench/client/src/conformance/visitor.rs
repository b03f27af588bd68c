//! A visitor of a server, as the checks play it: one WebSocket, frame by frame.

use std::fmt::Display;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use nix::sys::socket::{setsockopt, sockopt};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Message, WebSocket};

use super::SILENCE;

pub(crate) struct Visitor {
    socket: WebSocket<TcpStream>,
    /// What faults call it.
    name: String,
    timeout: Duration,
}

/// What came from the server.
#[derive(Debug, PartialEq)]
pub(crate) enum Event {
    Text(String),
    Closed,
    /// Nothing within the time.
    Silence,
}

/// The same, with control frames.
enum Read {
    Message(Message),
    Closed,
    Silence,
}

impl Visitor {
    /// Connects; what is promised is awaited for `timeout` from then on.
    pub fn connect(
        address: SocketAddr,
        path: &str,
        name: String,
        timeout: Duration,
    ) -> Result<Self, String> {
        let failed =
            |error: &dyn std::fmt::Display| format!("no WebSocket at {address}{path}: {error}");
        let stream =
            TcpStream::connect_timeout(&address, timeout).map_err(|error| failed(&error))?;
        // A frame may have no answer: Nagle's algorithm would hold the next one back for its acknowledgement.
        stream
            .set_nodelay(true)
            .and_then(|()| stream.set_read_timeout(Some(timeout)))
            .and_then(|()| stream.set_write_timeout(Some(timeout)))
            .map_err(|error| failed(&error))?;
        let request = format!("ws://{address}{path}")
            .into_client_request()
            .map_err(|error| failed(&error))?;
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| failed(&error))?;
        Ok(Self {
            socket,
            name,
            timeout,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn send(&mut self, text: &str) -> Result<(), String> {
        self.send_message(Message::text(text))
    }

    /// Sends a text in three frames.
    pub fn send_in_fragments(&mut self, text: &str) -> Result<(), String> {
        let bytes = text.as_bytes();
        let (head, rest) = bytes.split_at(bytes.len() / 3);
        let (middle, tail) = rest.split_at(rest.len() / 2);
        for (part, kind, is_final) in [
            (head, Data::Text, false),
            (middle, Data::Continue, false),
            (tail, Data::Continue, true),
        ] {
            let frame = Frame::message(part.to_vec(), OpCode::Data(kind), is_final);
            self.send_message(Message::Frame(frame))?;
        }
        Ok(())
    }

    fn send_message(&mut self, message: Message) -> Result<(), String> {
        self.socket
            .send(message)
            .map_err(|error| format!("{} could not send: {error}", self.name))
    }

    /// Sends a ping, and waits for its answer.
    pub fn ping(&mut self, payload: &'static [u8]) -> Result<(), String> {
        self.send_message(Message::Ping(payload.into()))?;
        let deadline = Instant::now() + self.timeout;
        loop {
            match self.read(deadline.saturating_duration_since(Instant::now()))? {
                Read::Message(Message::Pong(answer)) if answer == payload => return Ok(()),
                Read::Message(_) => {}
                Read::Closed => return Err(self.closed_instead_of("a pong")),
                Read::Silence => {
                    let waited_s = self.timeout.as_secs_f64();
                    let name = &self.name;
                    return Err(format!("{name} got no pong within {waited_s} s"));
                }
            }
        }
    }

    /// Waits for what is expected, in whatever order it comes, as `read` finds it in frames; others that come before are
    /// passed over.
    pub fn hears_all<T: PartialEq + Display>(
        &mut self,
        expected: &[T],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(), String> {
        let deadline = Instant::now() + self.timeout;
        let mut missing: Vec<&T> = expected.iter().collect();
        while let Some(next) = missing.first() {
            let wanted = next.to_string();
            let place = self.hears_until(deadline, &wanted, |text| {
                let heard = read(text)?;
                missing.iter().position(|expected| **expected == heard)
            })?;
            missing.remove(place);
        }
        Ok(())
    }

    /// Waits for the first frame in which `pick` finds what is wanted; others are passed over.
    pub fn hears<T>(
        &mut self,
        wanted: &str,
        pick: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.hears_until(Instant::now() + self.timeout, wanted, pick)
    }

    fn hears_until<T>(
        &mut self,
        deadline: Instant,
        wanted: &str,
        pick: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let mut others = 0;
        loop {
            match self.next(deadline.saturating_duration_since(Instant::now()))? {
                Event::Text(text) => match pick(&text) {
                    Some(found) => return Ok(found),
                    None => others += 1,
                },
                Event::Closed => return Err(self.closed_instead_of(&excerpt(wanted))),
                Event::Silence => {
                    return Err(format!(
                        "{} did not hear {} within {} s ({others} other frames came)",
                        self.name,
                        excerpt(wanted),
                        self.timeout.as_secs_f64()
                    ));
                }
            }
        }
    }

    /// Makes sure that nothing of it comes.
    pub fn does_not_hear<T: PartialEq>(
        &mut self,
        unexpected: &[T],
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(), String> {
        loop {
            match self.next(SILENCE)? {
                Event::Silence => return Ok(()),
                Event::Closed => return Err(format!("{}'s connection was closed", self.name)),
                Event::Text(text) => {
                    if read(&text).is_some_and(|heard| unexpected.contains(&heard)) {
                        return Err(format!("{} heard {}", self.name, excerpt(&text)));
                    }
                }
            }
        }
    }

    /// The next text frame or the connection's end, whichever comes within `timeout`.
    pub fn next(&mut self, timeout: Duration) -> Result<Event, String> {
        loop {
            match self.read(timeout)? {
                Read::Message(Message::Text(text)) => return Ok(Event::Text(text.to_string())),
                Read::Message(_) => {}
                Read::Closed => return Ok(Event::Closed),
                Read::Silence => return Ok(Event::Silence),
            }
        }
    }

    fn read(&mut self, timeout: Duration) -> Result<Read, String> {
        self.socket
            .get_ref()
            .set_read_timeout(Some(timeout.max(Duration::from_millis(1))))
            .map_err(|error| format!("{}'s connection: {error}", self.name))?;
        loop {
            match self.socket.read() {
                Ok(Message::Close(_))
                | Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed) => {
                    return Ok(Read::Closed);
                }
                Ok(message) => return Ok(Read::Message(message)),
                Err(tungstenite::Error::Io(error)) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => return Ok(Read::Silence),
                    ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => return Ok(Read::Closed),
                    // By a signal, as of a process that was stopped and goes on.
                    ErrorKind::Interrupted => {}
                    _ => return Err(format!("{}'s connection: {error}", self.name)),
                },
                Err(tungstenite::Error::Protocol(
                    tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
                )) => return Ok(Read::Closed),
                Err(error) => return Err(format!("{}'s connection: {error}", self.name)),
            }
        }
    }

    fn closed_instead_of(&self, wanted: &str) -> String {
        let name = &self.name;
        format!("{name}'s connection was closed (expected {wanted})")
    }

    /// Lets the server send as little as can be before it is read.
    pub fn narrow(&self) -> Result<(), String> {
        const LEAST_BYTES: usize = 4096;
        setsockopt(self.socket.get_ref(), sockopt::RcvBuf, &LEAST_BYTES)
            .map_err(|error| format!("{}'s receive buffer: {error}", self.name))
    }

    /// Leaves as a browser does.
    pub fn leave(mut self) -> Result<(), String> {
        let closed = self.socket.close(None);
        closed.map_err(|error| format!("{} could not leave: {error}", self.name))?;
        // Until the server has answered the close.
        while !matches!(self.next(self.timeout)?, Event::Closed | Event::Silence) {}
        Ok(())
    }

    /// Vanishes without a WebSocket close frame.
    pub fn vanish(self) -> Result<(), String> {
        let stream = self.socket.get_ref();
        let shut = stream.shutdown(std::net::Shutdown::Both);
        shut.map_err(|error| format!("{} could not vanish: {error}", self.name))
    }
}

pub(crate) fn excerpt(text: &str) -> String {
    const SHOWN_CHARS: usize = 100;
    match text.char_indices().nth(SHOWN_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}
