//! A chat user, as the checks play it: one WebSocket, frame by frame.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::{CheckContext, SILENCE};

pub(super) struct User {
    socket: WebSocket<TcpStream>,
    room: String,
    name: String,
    timeout: Duration,
}

/// What came from the server.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    Text(String),
    Closed,
    /// Nothing within the time.
    Silence,
}

impl User {
    /// Connects without joining.
    pub fn connect(context: &CheckContext, room: &str, name: &str) -> Result<Self, String> {
        let CheckContext {
            address,
            path,
            timing,
            ..
        } = context;
        let timeout = timing.timeout;
        let failed =
            |error: &dyn std::fmt::Display| format!("no WebSocket at {address}{path}: {error}");
        let stream =
            TcpStream::connect_timeout(address, timeout).map_err(|error| failed(&error))?;
        // The first frame has no answer: Nagle's algorithm would hold the next one back for its acknowledgement.
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
            room: context.name(room),
            name: context.name(name),
            timeout,
        })
    }

    /// Connects and joins; the echo of a first message shows that the join is done.
    pub fn join(context: &CheckContext, room: &str, name: &str) -> Result<Self, String> {
        let mut user = Self::connect(context, room, name)?;
        user.send_join()?;
        std::thread::sleep(context.timing.settling);
        user.say("joined")?;
        user.hears(&user.frame("joined"))
            .map_err(|fault| format!("after joining: {fault}"))?;
        Ok(user)
    }

    pub fn send_join(&mut self) -> Result<(), String> {
        self.send(&json!({ "chat": self.room, "name": self.name }).to_string())
    }

    /// A message of this user, as all users of the room are to receive it.
    pub fn frame(&self, message: &str) -> Value {
        json!({ "name": self.name, "chat": self.room, "message": message })
    }

    pub fn say(&mut self, message: &str) -> Result<(), String> {
        let frame = self.frame(message);
        self.send(&frame.to_string())
    }

    pub fn send(&mut self, text: &str) -> Result<(), String> {
        self.socket
            .send(Message::text(text))
            .map_err(|error| format!("{} could not send: {error}", self.name))
    }

    /// Waits for a frame; others that come before it are passed over.
    pub fn hears(&mut self, expected: &Value) -> Result<(), String> {
        self.hears_all(std::slice::from_ref(expected))
    }

    /// Waits for frames, in whatever order they come; others that come before are passed over.
    pub fn hears_all(&mut self, expected: &[Value]) -> Result<(), String> {
        let deadline = Instant::now() + self.timeout;
        let mut missing = expected.to_vec();
        let mut others = 0;
        while let Some(frame) = missing.first() {
            let wanted = excerpt(&frame.to_string());
            match self.next(deadline.saturating_duration_since(Instant::now()))? {
                Event::Text(text) => {
                    let heard: Option<Value> = serde_json::from_str(&text).ok();
                    let place = missing
                        .iter()
                        .position(|frame| Some(frame) == heard.as_ref());
                    match place {
                        Some(place) => drop(missing.remove(place)),
                        None => others += 1,
                    }
                }
                Event::Closed => {
                    return Err(format!(
                        "{}'s connection was closed (expected {wanted})",
                        self.name
                    ));
                }
                Event::Silence => {
                    return Err(format!(
                        "{} did not hear {wanted} within {} s ({others} other frames came)",
                        self.name,
                        self.timeout.as_secs_f64()
                    ));
                }
            }
        }
        Ok(())
    }

    /// Makes sure that none of `frames` comes.
    pub fn does_not_hear(&mut self, frames: &[Value]) -> Result<(), String> {
        loop {
            match self.next(SILENCE)? {
                Event::Silence => return Ok(()),
                Event::Closed => return Err(format!("{}'s connection was closed", self.name)),
                Event::Text(text) => {
                    let frame: Option<Value> = serde_json::from_str(&text).ok();
                    if frame.is_some_and(|frame| frames.contains(&frame)) {
                        return Err(format!("{} heard {}", self.name, excerpt(&text)));
                    }
                }
            }
        }
    }

    /// The next text frame or the connection's end, whichever comes within `timeout`.
    pub fn next(&mut self, timeout: Duration) -> Result<Event, String> {
        self.socket
            .get_ref()
            .set_read_timeout(Some(timeout.max(Duration::from_millis(1))))
            .map_err(|error| format!("{}'s connection: {error}", self.name))?;
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(Event::Text(text.to_string())),
                Ok(Message::Close(_))
                | Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed) => {
                    return Ok(Event::Closed);
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut => return Ok(Event::Silence),
                    ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => return Ok(Event::Closed),
                    // By a signal, as of a process that was stopped and goes on.
                    ErrorKind::Interrupted => {}
                    _ => return Err(format!("{}'s connection: {error}", self.name)),
                },
                Err(tungstenite::Error::Protocol(
                    tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
                )) => return Ok(Event::Closed),
                Err(error) => return Err(format!("{}'s connection: {error}", self.name)),
            }
        }
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

pub(super) fn excerpt(text: &str) -> String {
    const SHOWN_CHARS: usize = 100;
    match text.char_indices().nth(SHOWN_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}
