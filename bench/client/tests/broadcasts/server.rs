//! A server of the shootout's protocol in the test's own process, on a free port. A thread reads each connection; one thread
//! (`Service`) does all else, and does it wrong as the `Fault` says. Greetings, by which clients find out that they are there,
//! are left alone.

// Each test binary uses its own part.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::Write;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rtbench::server::Envelope;
use rtbench::websocket::Target;
use serde_json::{Value, json};

use crate::frame::{CLOSE, FINAL, PING, TEXT, frame};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    None,
    /// So many deliveries are left out, one of every seven.
    Lose(u64),
    /// So many deliveries are made twice, one of every seven.
    Duplicate(u64),
    /// So many deliveries are held back until the next of their sender to the same receiver has gone.
    Reorder(u64),
    /// All that is sent is sent so much later.
    Delay(Duration),
    /// So many deliveries a second are let through, one after the other: a token bucket that holds one token. Results follow
    /// their deliveries. It forgets its backlog once all clients are gone.
    TokenBucket {
        per_s: u32,
    },
    /// Deliveries are made so long after the result.
    ResultFirst(Duration),
    /// So many results are left out, one of every seven.
    LoseResults(u64),
    /// So many results are sent twice, one of every seven.
    DuplicateResults(u64),
    /// Results go to all.
    ResultsToAll,
    /// The last client's connection is closed at the so-manieth broadcast.
    CloseOne {
        at_broadcast: u64,
    },
    /// The first client's is, so long after it has connected.
    CloseAfter(Duration),
    /// All connections end, without a close frame, at the so-manieth broadcast.
    HangUp {
        at_broadcast: u64,
    },
    /// A ping precedes every delivery.
    Ping,
    /// Deliveries are no JSON.
    Garbage,
}

pub struct BroadcastServer {
    address: SocketAddr,
    /// Broadcasts by the client that sent them.
    broadcasts: Arc<Mutex<BTreeMap<usize, u64>>>,
}

enum Event {
    Connected { client: usize, stream: TcpStream },
    Message { client: usize, text: String },
    Left { client: usize },
}

impl BroadcastServer {
    /// Serves until the test's process ends.
    pub fn start(fault: Fault, envelope: Envelope) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (events, inbox) = channel();
        let broadcasts = Arc::new(Mutex::default());
        let service = Service::new(fault, envelope, Arc::clone(&broadcasts));
        thread::spawn(move || service.run(&inbox));
        thread::spawn(move || {
            for (client, stream) in listener.incoming().enumerate() {
                let events = events.clone();
                let stream = stream.expect("an accepted connection");
                thread::spawn(move || read(client, stream, &events));
            }
        });
        Self {
            address,
            broadcasts,
        }
    }

    pub fn target(&self) -> Target {
        Target {
            address: self.address,
            path: "/ws".to_owned(),
        }
    }

    /// How many each client has sent, of those that have sent any.
    pub fn broadcasts(&self) -> Vec<u64> {
        let broadcasts = self.broadcasts.lock().expect("the service did not panic");
        broadcasts.values().copied().collect()
    }
}

/// Reads until the client is gone, however it goes.
fn read(client: usize, stream: TcpStream, events: &Sender<Event>) {
    stream.set_nodelay(true).expect("a TCP socket");
    let writing = stream.try_clone().expect("a socket");
    if let Ok(mut socket) = tungstenite::accept(stream) {
        let stream = writing;
        let _ = events.send(Event::Connected { client, stream });
        while let Ok(message) = socket.read() {
            if let Ok(text) = message.to_text()
                && message.is_text()
            {
                let text = text.to_owned();
                let _ = events.send(Event::Message { client, text });
            }
        }
    }
    let _ = events.send(Event::Left { client });
}

struct Service {
    fault: Fault,
    envelope: Envelope,
    clients: BTreeMap<usize, TcpStream>,
    greeted: HashSet<usize>,
    /// In the order of their times.
    waiting: VecDeque<(Instant, usize, Vec<u8>)>,
    /// Deliveries held back, by sender and receiver.
    held: HashMap<(usize, usize), Vec<u8>>,
    /// Of the bucket.
    next_token_at: Instant,
    deliveries: u64,
    results: u64,
    faulty: u64,
    broadcasts: Arc<Mutex<BTreeMap<usize, u64>>>,
}

impl Service {
    fn new(fault: Fault, envelope: Envelope, broadcasts: Arc<Mutex<BTreeMap<usize, u64>>>) -> Self {
        Self {
            fault,
            envelope,
            clients: BTreeMap::new(),
            greeted: HashSet::new(),
            waiting: VecDeque::new(),
            held: HashMap::new(),
            next_token_at: Instant::now(),
            deliveries: 0,
            results: 0,
            faulty: 0,
            broadcasts,
        }
    }

    fn run(mut self, events: &Receiver<Event>) {
        loop {
            let wait = match self.waiting.front() {
                Some((at, ..)) => at.saturating_duration_since(Instant::now()),
                None => Duration::from_secs(1),
            };
            match events.recv_timeout(wait) {
                Ok(Event::Connected { client, stream }) => self.welcome(client, stream),
                Ok(Event::Message { client, text }) => self.receive(client, &text),
                Ok(Event::Left { client }) => self.forget(client),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while let Some((at, ..)) = self.waiting.front()
                && *at <= Instant::now()
                && let Some((_, client, bytes)) = self.waiting.pop_front()
            {
                self.write(client, &bytes);
            }
        }
    }

    fn forget(&mut self, client: usize) {
        self.clients.remove(&client);
        if self.clients.is_empty() {
            self.waiting.clear();
            self.next_token_at = Instant::now();
        }
    }

    fn welcome(&mut self, client: usize, stream: TcpStream) {
        self.clients.insert(client, stream);
        if self.envelope == Envelope::ActionCable {
            self.write(client, &text(&json!({ "type": "welcome" })));
        }
        if let Fault::CloseAfter(time) = self.fault
            && client == 0
        {
            self.wait(time, client, close());
        }
    }

    fn receive(&mut self, client: usize, said: &str) {
        let Some((kind, payload)) = self.request(client, said) else {
            return;
        };
        let message = self.message(&kind, &payload, None);
        if self.greeted.insert(client) {
            self.write(client, &message);
        } else if kind == "echo" {
            self.deliver(client, client, message);
        } else {
            let sent = self.count_broadcast(client);
            self.disconnect_at(sent);
            self.broadcast(client, &payload, &message);
        }
    }

    /// What it asks for; `None` where it is the envelope's own.
    fn request(&mut self, client: usize, said: &str) -> Option<(String, Value)> {
        let said: Value = serde_json::from_str(said).expect("JSON");
        let word = |value: &Value| value.as_str().expect("a text").to_owned();
        if self.envelope == Envelope::None {
            return Some((word(&said["type"]), said["payload"].clone()));
        }
        assert_eq!(said["identifier"], r#"{"channel":"BenchmarkChannel"}"#);
        if said["command"] == "subscribe" {
            let identifier = &said["identifier"];
            let confirmation = json!({ "identifier": identifier, "type": "confirm_subscription" });
            self.write(client, &text(&confirmation));
            return None;
        }
        let data: Value = serde_json::from_str(&word(&said["data"])).expect("JSON");
        Some((word(&data["action"]), data["payload"].clone()))
    }

    fn message(&self, kind: &str, payload: &Value, listeners: Option<usize>) -> Vec<u8> {
        match self.envelope {
            Envelope::None => {
                let mut message = json!({ "type": kind, "payload": payload });
                if let Some(listeners) = listeners {
                    message["listenCount"] = listeners.into();
                }
                text(&message)
            }
            Envelope::ActionCable => text(&json!({
                "identifier": r#"{"channel":"BenchmarkChannel"}"#,
                "message": { "action": kind, "payload": payload },
            })),
        }
    }

    fn count_broadcast(&self, client: usize) -> u64 {
        let mut broadcasts = self.broadcasts.lock().expect("no test panicked");
        *broadcasts.entry(client).or_default() += 1;
        broadcasts.values().sum()
    }

    fn disconnect_at(&mut self, sent: u64) {
        match self.fault {
            Fault::CloseOne { at_broadcast } if sent == at_broadcast => {
                let last = *self.clients.keys().next_back().expect("a client");
                self.write(last, &close());
                self.clients.remove(&last);
            }
            Fault::HangUp { at_broadcast } if sent == at_broadcast => {
                for stream in std::mem::take(&mut self.clients).into_values() {
                    let _ = stream.shutdown(Shutdown::Both);
                }
            }
            _ => {}
        }
    }

    fn broadcast(&mut self, sender: usize, payload: &Value, message: &[u8]) {
        let receivers: Vec<usize> = self.clients.keys().copied().collect();
        for receiver in &receivers {
            self.deliver(sender, *receiver, message.to_vec());
        }
        let result = self.message("broadcastResult", payload, Some(receivers.len()));
        self.results += 1;
        let is_seventh = self.results.is_multiple_of(7);
        let fault = self.fault;
        match fault {
            Fault::LoseResults(count) if self.is_faulty(is_seventh, count) => {}
            Fault::DuplicateResults(count) if self.is_faulty(is_seventh, count) => {
                self.write(sender, &result.repeat(2));
            }
            Fault::ResultsToAll => {
                for receiver in receivers {
                    self.write(receiver, &result);
                }
            }
            Fault::Delay(delay) => self.wait(delay, sender, result),
            Fault::TokenBucket { .. } => {
                let at = self.next_token_at;
                self.waiting.push_back((at, sender, result));
            }
            _ => self.write(sender, &result),
        }
    }

    fn deliver(&mut self, sender: usize, receiver: usize, message: Vec<u8>) {
        self.deliveries += 1;
        let is_seventh = self.deliveries.is_multiple_of(7);
        let fault = self.fault;
        match fault {
            Fault::Lose(count) if self.is_faulty(is_seventh, count) => {}
            Fault::Duplicate(count) if self.is_faulty(is_seventh, count) => {
                self.write(receiver, &message.repeat(2));
            }
            Fault::Reorder(count) => match self.held.remove(&(sender, receiver)) {
                Some(held) => self.write(receiver, &[message, held].concat()),
                None if self.is_faulty(true, count) => {
                    self.held.insert((sender, receiver), message);
                }
                None => self.write(receiver, &message),
            },
            Fault::Delay(delay) | Fault::ResultFirst(delay) => {
                self.wait(delay, receiver, message);
            }
            Fault::TokenBucket { per_s } => {
                let at = self.next_token_at.max(Instant::now());
                self.next_token_at = at + Duration::from_secs(1) / per_s;
                self.waiting.push_back((at, receiver, message));
            }
            Fault::Ping => {
                let ping = frame(FINAL | PING, b"still there?");
                self.write(receiver, &[ping, message].concat());
            }
            Fault::Garbage => self.write(receiver, &frame(FINAL | TEXT, b"<html>")),
            _ => self.write(receiver, &message),
        }
    }

    /// Until there are `count` of them.
    fn is_faulty(&mut self, is_its_turn: bool, count: u64) -> bool {
        let is_faulty = is_its_turn && self.faulty < count;
        self.faulty += u64::from(is_faulty);
        is_faulty
    }

    fn wait(&mut self, time: Duration, client: usize, bytes: Vec<u8>) {
        self.waiting
            .push_back((Instant::now() + time, client, bytes));
    }

    /// A client that has gone is found out by its reader.
    fn write(&mut self, client: usize, bytes: &[u8]) {
        if let Some(stream) = self.clients.get_mut(&client) {
            let _ = stream.write_all(bytes);
        }
    }
}

fn text(message: &Value) -> Vec<u8> {
    frame(FINAL | TEXT, message.to_string().as_bytes())
}

fn close() -> Vec<u8> {
    frame(FINAL | CLOSE, &1011_u16.to_be_bytes())
}
