//! A server of the shootout's protocol whose capacity follows from how it is made: a token bucket. A thread reads each connection; one
//! thread writes.

use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rtbench::websocket::Target;
use serde_json::{Value, json};
use tungstenite::Message;

use super::support::frame::{FINAL, TEXT, frame};

/// What the server does with deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// So many a second are let through, one after the other: it holds one token.
    LetsThrough { per_s: u32 },
    /// One of seven is left out.
    Leaks,
    /// All are let through at once, and nobody is told the result.
    TellsNoResult,
}

/// Serves on a free port until the test ends. It forgets its backlog once all clients are gone.
pub fn start(bucket: Bucket) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (events, inbox) = channel();
    thread::spawn(move || Writer::new(bucket).run(&inbox));
    thread::spawn(move || {
        for (client, stream) in listener.incoming().enumerate() {
            let (events, stream) = (events.clone(), stream.expect("a connection"));
            thread::spawn(move || {
                let _ = read(client, stream, &events);
                let _ = events.send(Event::Left(client));
            });
        }
    });
    Target {
        address,
        path: "/ws".to_owned(),
    }
}

enum Event {
    Joined(usize, TcpStream),
    Said(usize, Value),
    Left(usize),
}

fn read(
    client: usize,
    stream: TcpStream,
    events: &Sender<Event>,
) -> Result<(), Box<dyn std::error::Error>> {
    stream.set_nodelay(true)?;
    let mut socket = tungstenite::accept(stream.try_clone()?)?;
    events.send(Event::Joined(client, stream))?;
    loop {
        if let Message::Text(text) = socket.read()? {
            events.send(Event::Said(client, serde_json::from_str(&text)?))?;
        }
    }
}

struct Writer {
    bucket: Bucket,
    streams: HashMap<usize, TcpStream>,
    /// Who is to have what, and whether it takes a token.
    queue: VecDeque<(usize, Vec<u8>, bool)>,
    next_token_at: Instant,
    deliveries: u64,
}

impl Writer {
    fn new(bucket: Bucket) -> Self {
        Self {
            bucket,
            streams: HashMap::new(),
            queue: VecDeque::new(),
            next_token_at: Instant::now(),
            deliveries: 0,
        }
    }

    fn run(mut self, inbox: &Receiver<Event>) {
        loop {
            let timeout = if self.queue.is_empty() {
                Duration::from_secs(3600)
            } else {
                self.next_token_at.saturating_duration_since(Instant::now())
            };
            match inbox.recv_timeout(timeout) {
                Ok(event) => self.take(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.write_due();
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Joined(client, stream) => drop(self.streams.insert(client, stream)),
            Event::Said(client, message) if message["type"] == "echo" => {
                self.write(client, &text(&message));
            }
            Event::Said(client, message) => self.broadcast(client, &message),
            Event::Left(client) => {
                self.streams.remove(&client);
                if self.streams.is_empty() {
                    self.queue.clear();
                }
            }
        }
    }

    fn broadcast(&mut self, sender: usize, message: &Value) {
        if self.queue.is_empty() {
            self.next_token_at = self.next_token_at.max(Instant::now());
        }
        let delivery = text(message);
        for client in self.streams.keys() {
            self.deliveries += 1;
            let leaks = self.bucket == Bucket::Leaks && self.deliveries.is_multiple_of(7);
            if !leaks {
                self.queue.push_back((*client, delivery.clone(), true));
            }
        }
        if self.bucket != Bucket::TellsNoResult {
            let count = self.streams.len();
            let result = json!({
                "type": "broadcastResult",
                "payload": message["payload"],
                "listenCount": count,
            });
            self.queue.push_back((sender, text(&result), false));
        }
    }

    fn write_due(&mut self) {
        while let Some((_, _, takes_token)) = self.queue.front()
            && (!takes_token || self.next_token_at <= Instant::now())
        {
            let Some((client, bytes, takes_token)) = self.queue.pop_front() else {
                return;
            };
            if let (true, Bucket::LetsThrough { per_s }) = (takes_token, self.bucket) {
                self.next_token_at += Duration::from_secs(1) / per_s;
            }
            self.write(client, &bytes);
        }
    }

    /// A client that has gone is found out by its reader.
    fn write(&mut self, client: usize, bytes: &[u8]) {
        if let Some(stream) = self.streams.get_mut(&client) {
            let _ = stream.write_all(bytes);
        }
    }
}

fn text(message: &Value) -> Vec<u8> {
    frame(FINAL | TEXT, message.to_string().as_bytes())
}
