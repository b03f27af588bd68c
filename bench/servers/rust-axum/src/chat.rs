//! Who is in which room. A name is in use once, whatever the room.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes};
use tokio::sync::mpsc::Sender;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;

const CLOSING_GRACE: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Chat {
    /// Locked before any room.
    registry: Mutex<Registry>,
    closing: watch::Sender<bool>,
}

#[derive(Default)]
struct Registry {
    names: HashSet<String>,
    rooms: HashMap<String, Arc<Room>>,
}

#[derive(Default)]
struct Room {
    members: Mutex<HashMap<String, Member>>,
}

/// The way to a user: a bounded queue, and the task that writes what is queued.
pub struct Member {
    pub send_queue: Sender<Message>,
    pub delivery: AbortHandle,
}

/// A user's membership of a room. The name is free again when it is dropped.
pub struct Membership {
    chat: Arc<Chat>,
    room: Arc<Room>,
    pub name: String,
    pub room_name: String,
}

impl Chat {
    /// Enters a user into a room; `None` if the name is in use.
    pub fn join(self: &Arc<Self>, room: &str, name: &str, member: Member) -> Option<Membership> {
        let mut registry = lock(&self.registry);
        if !registry.names.insert(name.to_owned()) {
            return None;
        }
        let place = Arc::clone(registry.rooms.entry(room.to_owned()).or_default());
        lock(&place.members).insert(name.to_owned(), member);
        Some(Membership {
            chat: Arc::clone(self),
            room: place,
            name: name.to_owned(),
            room_name: room.to_owned(),
        })
    }

    /// Turns true when the server goes away; `shut_down` waits for all who hold one.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells everyone that the server goes away, and gives them a moment to go.
    pub async fn shut_down(&self) {
        self.closing.send_replace(true);
        // Who is still there after that is cut.
        let _ = timeout(CLOSING_GRACE, self.closing.closed()).await;
    }
}

impl Membership {
    /// Passes a message on to all of the room, the sender included. Who is too far behind is cut off.
    pub fn post(&self, text: &Utf8Bytes) {
        lock(&self.room.members).retain(|_, member| {
            let queued = member.send_queue.try_send(Message::Text(text.clone()));
            if queued.is_err() {
                member.delivery.abort();
            }
            queued.is_ok()
        });
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let mut registry = lock(&self.chat.registry);
        registry.names.remove(&self.name);
        // By name: if all of a room were cut off at once, another may be open in its place.
        if let Some(room) = registry.rooms.get(&self.room_name).map(Arc::clone) {
            let mut members = lock(&room.members);
            members.remove(&self.name);
            if members.is_empty() {
                registry.rooms.remove(&self.room_name);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while it is locked")
}
