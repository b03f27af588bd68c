//! The part of the test server that knows who is in which room, and sends deliveries on time: one thread,
//! so that what happens is the same in every run. It waits for absolute times, so delays do not add up.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::fault::Fault;
use super::frame::{CLOSE, COMPRESSED, FINAL, PING, TEXT, fragmented, frame, masked, padded};

pub enum Event {
    Joined {
        user: usize,
        room: String,
        stream: TcpStream,
    },
    Message {
        user: usize,
        text: String,
        arrived_at: Instant,
    },
    Left {
        user: usize,
    },
    Stop,
}

/// When, in which order, to whom, what; when its message arrived, and when that was due.
type Waiting = (Instant, u64, usize, Vec<u8>, Instant, Duration);

/// A delivery that was held back for a time.
#[derive(Debug, Clone, Copy)]
pub struct HeldBack {
    /// When its message was due, since the start of the client's sending window; as the message says.
    pub due: Duration,
    pub arrived_at: Instant,
    /// When it was to be written.
    pub at: Instant,
    pub write_began: Instant,
    pub write_ended: Instant,
}

impl HeldBack {
    /// By how much later than it should it was written.
    pub fn late(&self) -> Duration {
        self.write_ended.duration_since(self.at)
    }
}

struct Member {
    room: String,
    in_room_from: Instant,
    stream: TcpStream,
}

impl Member {
    /// None until the member is in its room.
    fn room(&self) -> Option<&str> {
        (self.in_room_from <= Instant::now()).then_some(&self.room)
    }
}

pub struct RoomService {
    fault: Fault,
    /// By number, so that fan-out has an order.
    members: BTreeMap<usize, Member>,
    /// Deliveries that wait for their time.
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// Deliveries held back, by sender and receiver.
    held: HashMap<(usize, usize), Vec<u8>>,
    first_message_at: Option<Instant>,
    /// When there is a token again.
    next_token_at: Option<Instant>,
    pub messages: u64,
    deliveries: u64,
    faulty: u64,
    random: StdRng,
    /// What each ping said.
    pub pings: Vec<String>,
    pub held_back: Vec<HeldBack>,
}

impl RoomService {
    pub fn new(fault: Fault) -> Self {
        let seed = match fault {
            Fault::UniformDelay { seed, .. } => seed,
            _ => 0,
        };
        Self {
            fault,
            members: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            held: HashMap::new(),
            first_message_at: None,
            next_token_at: None,
            messages: 0,
            deliveries: 0,
            faulty: 0,
            random: StdRng::seed_from_u64(seed),
            pings: Vec::new(),
            held_back: Vec::new(),
        }
    }

    /// Serves until told to stop; gives back its counts.
    pub fn run(mut self, events: &Receiver<Event>) -> Self {
        nix::sys::prctl::set_timerslack(1).expect("timer slack");
        loop {
            let wait = match self.waiting.peek() {
                Some(Reverse((at, ..))) => at.saturating_duration_since(Instant::now()),
                None => Duration::from_secs(1),
            };
            match events.recv_timeout(wait) {
                Ok(Event::Joined { user, room, stream }) => {
                    let in_room_from = match self.fault {
                        Fault::JoinLate(late) => Instant::now() + late,
                        _ => Instant::now(),
                    };
                    let member = Member {
                        room,
                        in_room_from,
                        stream,
                    };
                    self.members.insert(user, member);
                }
                Ok(Event::Message {
                    user,
                    text,
                    arrived_at,
                }) => self.receive(user, &text, arrived_at),
                Ok(Event::Left { user }) => {
                    self.members.remove(&user);
                    if self.members.is_empty() {
                        self.waiting.clear();
                        self.next_token_at = None;
                    }
                }
                Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => return self,
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.send_waiting();
        }
    }

    /// What a receiver is owed is written at once, so that a backlog is gone in no time.
    fn send_waiting(&mut self) {
        let mut owed = BTreeMap::<usize, Vec<Waiting>>::new();
        while let Some(Reverse((at, ..))) = self.waiting.peek()
            && *at <= Instant::now()
            && let Some(Reverse(waiting)) = self.waiting.pop()
        {
            owed.entry(waiting.2).or_default().push(waiting);
        }
        for (receiver, deliveries) in owed {
            let bytes: Vec<u8> = deliveries.iter().flat_map(|one| &one.3).copied().collect();
            let write_began = Instant::now();
            self.write(receiver, &bytes);
            let write_ended = Instant::now();
            let held_back = |(at, .., arrived_at, due): Waiting| HeldBack {
                due,
                arrived_at,
                at,
                write_began,
                write_ended,
            };
            self.held_back.extend(deliveries.into_iter().map(held_back));
        }
    }

    fn receive(&mut self, sender: usize, text: &str, arrived_at: Instant) {
        let Some(member) = self.members.get(&sender) else {
            return;
        };
        let room = member.room().map(str::to_owned);
        let is_probe = text.contains("join/");
        if !is_probe {
            self.messages += 1;
            self.first_message_at.get_or_insert(arrived_at);
            match self.fault {
                Fault::CloseOne { at_message } if self.messages == at_message => {
                    let first = self.members.pop_first();
                    close(first);
                }
                Fault::CloseLast { at_message } if self.messages == at_message => {
                    let last = self.members.pop_last();
                    close(last);
                }
                Fault::HangUp { at_message } if self.messages == at_message => self.hang_up(),
                _ => {}
            }
        }
        let leaks = self.fault == Fault::LeakRooms && !is_probe;
        let hears = |member: &Member| member.room() == room.as_deref() || leaks;
        let receivers: Vec<usize> = self
            .members
            .iter()
            .filter(|(_, member)| hears(member))
            .map(|(user, _)| *user)
            .collect();
        for receiver in receivers {
            if is_probe {
                self.write(receiver, &frame(FINAL | TEXT, text.as_bytes()));
            } else {
                self.deliver(sender, receiver, text, arrived_at);
            }
        }
    }

    fn deliver(&mut self, sender: usize, receiver: usize, text: &str, arrived_at: Instant) {
        self.deliveries += 1;
        let whole = frame(FINAL | TEXT, text.as_bytes());
        let arrived = (arrived_at, due(text));
        let fault = self.fault;
        match fault {
            Fault::Delay(delay) => self.wait(arrived_at + delay, receiver, whole, arrived),
            Fault::TokenBucket { per_s } => {
                let at = self.next_token_at.unwrap_or(arrived_at).max(arrived_at);
                self.next_token_at = Some(at + Duration::from_secs(1) / per_s);
                self.wait(at, receiver, whole, arrived);
            }
            Fault::UniformDelay { least, most, .. } => {
                let delay = self.random.random_range(least..=most);
                self.wait(arrived_at + delay, receiver, whole, arrived);
            }
            Fault::Pad { bytes } => {
                let padded = padded(text, bytes);
                let padded = frame(FINAL | TEXT, padded.as_bytes());
                let ping = frame(FINAL | PING, self.next_ping().as_bytes());
                self.wait(arrived_at, receiver, [padded, ping].concat(), arrived);
            }
            Fault::Stall { after, length } => {
                let begins = self.first_message_at.unwrap_or(arrived_at) + after;
                let at = if arrived_at < begins {
                    arrived_at
                } else {
                    arrived_at.max(begins + length)
                };
                self.wait(at, receiver, whole, arrived);
            }
            Fault::Drop(count) if self.is_faulty(count) => {}
            Fault::Duplicate(count) if self.is_faulty(count) => {
                self.write(receiver, &whole.repeat(2))
            }
            Fault::Reorder(count) => self.deliver_reordered(count, (sender, receiver), whole),
            Fault::Ping => {
                let ping = frame(FINAL | PING, self.next_ping().as_bytes());
                self.write(receiver, &[ping, whole].concat());
            }
            Fault::Fragment => {
                let ping = self.next_ping();
                self.write(receiver, &fragmented(text.as_bytes(), ping.as_bytes()));
            }
            Fault::Mask => self.write(receiver, &masked(text.as_bytes())),
            Fault::Compress => {
                self.write(receiver, &frame(FINAL | COMPRESSED | TEXT, text.as_bytes()))
            }
            Fault::Garbage => {
                self.write(receiver, &frame(FINAL | TEXT, b"<html>Bad gateway</html>"))
            }
            _ => self.write(receiver, &whole),
        }
    }

    /// No two of them say the same.
    fn next_ping(&mut self) -> String {
        let ping = format!("still there? {}", self.pings.len());
        self.pings.push(ping.clone());
        ping
    }

    /// One of every seven deliveries, until there are `count` of them.
    fn is_faulty(&mut self, count: u64) -> bool {
        let is_faulty = self.deliveries.is_multiple_of(7) && self.faulty < count;
        self.faulty += u64::from(is_faulty);
        is_faulty
    }

    fn deliver_reordered(&mut self, count: u64, pair: (usize, usize), bytes: Vec<u8>) {
        if let Some(held) = self.held.remove(&pair) {
            self.write(pair.1, &[bytes, held].concat());
        } else if self.faulty < count {
            self.faulty += 1;
            self.held.insert(pair, bytes);
        } else {
            self.write(pair.1, &bytes);
        }
    }

    fn wait(
        &mut self,
        at: Instant,
        receiver: usize,
        bytes: Vec<u8>,
        (arrived_at, due): (Instant, Duration),
    ) {
        let waiting = (at, self.deliveries, receiver, bytes, arrived_at, due);
        self.waiting.push(Reverse(waiting));
    }

    /// A client that has gone is found out by its reader.
    fn write(&mut self, receiver: usize, bytes: &[u8]) {
        if let Some(member) = self.members.get_mut(&receiver) {
            let _ = member.stream.write_all(bytes);
        }
    }

    fn hang_up(&mut self) {
        for member in std::mem::take(&mut self.members).into_values() {
            let _ = member.stream.shutdown(Shutdown::Both);
        }
    }
}

/// When a message was due, which it says after its slash.
fn due(text: &str) -> Duration {
    let tail = text.rsplit('/').next().unwrap_or_default();
    let digits = tail
        .split(|character: char| !character.is_ascii_digit())
        .next();
    let nanoseconds = digits.and_then(|digits| digits.parse().ok());
    Duration::from_nanos(nanoseconds.expect("SEQ/DUE_NANOSECONDS"))
}

fn close(member: Option<(usize, Member)>) {
    if let Some((_, mut member)) = member {
        let _ = member
            .stream
            .write_all(&frame(FINAL | CLOSE, &1011_u16.to_be_bytes()));
        let _ = member.stream.shutdown(Shutdown::Both);
    }
}
