//! What all pages share: the way of a message to each of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

/// A page for which more waits is cut off.
const MAX_WAITING_BYTES: usize = 4 * 1024 * 1024;
const CLOSING_GRACE: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct Feed {
    listeners: Mutex<Vec<Listener>>,
    closing: watch::Sender<bool>,
}

/// The feed's side of a page. When it is dropped, the page is cut off.
struct Listener {
    queue: UnboundedSender<Utf8Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
    _attached: oneshot::Sender<()>,
}

/// The page's side: what waits for it.
pub struct Subscription {
    pub queue: Queue,
    /// Completes when the page is cut off.
    pub detached: oneshot::Receiver<()>,
}

pub struct Queue {
    queue: UnboundedReceiver<Utf8Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
}

impl Feed {
    /// Everything that the broker says from now on.
    pub fn subscribe(&self) -> Subscription {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (attached, detached) = oneshot::channel();
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        self.listeners().push(Listener {
            queue: sender,
            waiting_bytes: Arc::clone(&waiting_bytes),
            _attached: attached,
        });
        Subscription {
            queue: Queue {
                queue: receiver,
                waiting_bytes,
            },
            detached,
        }
    }

    /// Queues a message for all pages. Those that are gone or too far behind are given up.
    pub fn send(&self, body: Bytes) {
        // A text frame can hold nothing else.
        let Ok(text) = Utf8Bytes::try_from(body) else {
            return;
        };
        self.listeners().retain(|listener| listener.take(&text));
    }

    /// Turns true when the server goes away; `shut_down` waits for all who hold one.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells all pages that the server goes away, and gives them a moment to go.
    pub async fn shut_down(&self) {
        self.closing.send_replace(true);
        // Who is still there after that is cut.
        let _ = timeout(CLOSING_GRACE, self.closing.closed()).await;
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Listener>> {
        self.listeners.lock().expect("no panic while it is locked")
    }
}

impl Listener {
    /// Queues a message; false if the page is gone or too far behind.
    fn take(&self, text: &Utf8Bytes) -> bool {
        let waiting_bytes = self.waiting_bytes.fetch_add(text.len(), Ordering::Relaxed);
        waiting_bytes + text.len() <= MAX_WAITING_BYTES && self.queue.send(text.clone()).is_ok()
    }
}

impl Queue {
    /// The next message; `None` once the page is cut off and nothing waits.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.queue.recv().await?;
        self.waiting_bytes.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}
