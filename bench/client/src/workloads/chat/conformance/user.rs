//! A chat user, as the checks play it.

use std::time::Duration;

use serde_json::{Value, json};

use super::CheckContext;
use crate::conformance::{Event, Visitor};

pub(super) struct User {
    visitor: Visitor,
    room: String,
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
        let name = context.name(name);
        Ok(Self {
            visitor: Visitor::connect(*address, path, name, timing.timeout)?,
            room: context.name(room),
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
        let join = json!({ "chat": self.room, "name": self.visitor.name() });
        self.send(&join.to_string())
    }

    /// A message of this user, as all users of the room are to receive it.
    pub fn frame(&self, message: &str) -> Value {
        json!({ "name": self.visitor.name(), "chat": self.room, "message": message })
    }

    pub fn say(&mut self, message: &str) -> Result<(), String> {
        let frame = self.frame(message);
        self.send(&frame.to_string())
    }

    pub fn send(&mut self, text: &str) -> Result<(), String> {
        self.visitor.send(text)
    }

    /// Waits for a frame; others that come before it are passed over.
    pub fn hears(&mut self, expected: &Value) -> Result<(), String> {
        self.hears_all(std::slice::from_ref(expected))
    }

    /// Waits for frames, in whatever order they come; others that come before are passed over.
    pub fn hears_all(&mut self, expected: &[Value]) -> Result<(), String> {
        self.visitor.hears_all(expected, read)
    }

    /// Makes sure that none of `frames` comes.
    pub fn does_not_hear(&mut self, frames: &[Value]) -> Result<(), String> {
        self.visitor.does_not_hear(frames, read)
    }

    /// The next text frame or the connection's end, whichever comes within `timeout`.
    pub fn next(&mut self, timeout: Duration) -> Result<Event, String> {
        self.visitor.next(timeout)
    }

    /// Leaves as a browser does.
    pub fn leave(self) -> Result<(), String> {
        self.visitor.leave()
    }

    /// Vanishes without a WebSocket close frame.
    pub fn vanish(self) -> Result<(), String> {
        self.visitor.vanish()
    }
}

fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
