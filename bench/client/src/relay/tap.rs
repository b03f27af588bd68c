//! Stands between a broker and a relay, forwards the bytes both ways, and notes when each message has been handed to the relay.
//!
//! A thread for each direction of each connection reads and writes on, without a look at what it has; a message counts as handed over when the
//! write has returned, since on loopback the bytes are in the relay's receive queue by then. Only after that it is looked for, so
//! that looking delays nothing. A message that two reads share is handed over with the second.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::body::{HEAD_BYTES, Tag};
use crate::broker::Scheme;
use crate::error::Error;
use crate::load::clock::now_ns;

const READ_BYTES: usize = 64 * 1024;

/// Listens for a relay in the broker's place, until it is dropped. Its threads run on the cores of the thread that starts it.
#[derive(Debug)]
pub struct Tap {
    addresses: BTreeMap<Scheme, SocketAddr>,
    shared: Arc<Shared>,
    listening: Vec<JoinHandle<()>>,
}

impl Tap {
    /// Takes connections on a port for each of the broker's addresses; whether the broker is there or not.
    ///
    /// # Errors
    /// No port is free.
    pub fn start(broker: &BTreeMap<Scheme, SocketAddr>) -> Result<Self, Error> {
        let mut tap = Self {
            addresses: BTreeMap::new(),
            shared: Arc::default(),
            listening: Vec::new(),
        };
        for (scheme, address) in broker {
            let failed = |source| Error::System {
                what: "listening in the broker's place",
                source,
            };
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
            let own = listener.local_addr().map_err(failed)?;
            tap.addresses.insert(*scheme, own);
            let (broker, shared) = (*address, Arc::clone(&tap.shared));
            let listening = thread::spawn(move || listen(&listener, broker, &shared));
            tap.listening.push(listening);
        }
        Ok(tap)
    }

    /// Where relays connect in place of the broker.
    #[must_use]
    pub fn addresses(&self) -> &BTreeMap<Scheme, SocketAddr> {
        &self.addresses
    }

    /// Notes from now on when messages with that tag are handed over, and forgets all others.
    pub(super) fn watch(&self, tag: Tag, messages: u32) {
        *self.shared.watched() = Some(Watched {
            tag,
            handed_ns: vec![None; messages as usize],
        });
    }

    /// When each message was first handed over, and an end to watching.
    pub(super) fn handed_ns(&self) -> Vec<Option<u64>> {
        let watched = self.shared.watched().take();
        watched.map_or_else(Vec::new, |watched| watched.handed_ns)
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Which wakes those who listen.
        for address in self.addresses.values() {
            let _ = TcpStream::connect(address);
        }
        for thread in self.listening.drain(..) {
            let _ = thread.join();
        }
        self.shared.open().values().for_each(Pair::shut);
    }
}

#[derive(Debug, Default)]
struct Shared {
    is_over: AtomicBool,
    watched: Mutex<Option<Watched>>,
    /// Connections, by their number.
    open: Mutex<BTreeMap<u64, Pair>>,
}

#[derive(Debug)]
struct Watched {
    tag: Tag,
    handed_ns: Vec<Option<u64>>,
}

impl Shared {
    fn watched(&self) -> MutexGuard<'_, Option<Watched>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Pair>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters the messages in bytes that have been handed over.
    fn note(&self, bytes: &[u8], handed_ns: u64) {
        if let Some(Watched {
            tag,
            handed_ns: of_messages,
        }) = &mut *self.watched()
        {
            for number in tag.find(bytes) {
                if let Some(of_message) = of_messages.get_mut(number as usize) {
                    of_message.get_or_insert(handed_ns);
                }
            }
        }
    }
}

/// A relay's connection, and the one to the broker that it stands for.
#[derive(Debug)]
struct Pair {
    relay: TcpStream,
    broker: TcpStream,
}

impl Pair {
    /// `None` where the broker is away.
    fn connect(relay: TcpStream, broker: SocketAddr) -> Option<Self> {
        let broker = TcpStream::connect(broker).ok()?;
        relay.set_nodelay(true).ok()?;
        broker.set_nodelay(true).ok()?;
        Some(Self { relay, broker })
    }

    fn try_clone(&self) -> Option<Self> {
        Some(Self {
            relay: self.relay.try_clone().ok()?,
            broker: self.broker.try_clone().ok()?,
        })
    }

    /// Whoever of the two is left learns that the other has gone.
    fn shut(&self) {
        let _ = self.relay.shutdown(Shutdown::Both);
        let _ = self.broker.shutdown(Shutdown::Both);
    }
}

fn listen(listener: &TcpListener, broker: SocketAddr, shared: &Arc<Shared>) {
    for relay in listener.incoming() {
        if shared.is_over.load(Ordering::Relaxed) {
            return;
        }
        // A relay whose broker is away is closed at once.
        if let Some(pair) = relay.ok().and_then(|relay| Pair::connect(relay, broker)) {
            forward(pair, shared);
        }
    }
}

/// In both directions, until one of the two has gone.
fn forward(pair: Pair, shared: &Arc<Shared>) {
    let (Some(up), Some(down)) = (pair.try_clone(), pair.try_clone()) else {
        return;
    };
    let number = {
        let mut open = shared.open();
        let number = open.last_key_value().map_or(0, |(last, _)| last + 1);
        open.insert(number, pair);
        number
    };
    thread::spawn(move || {
        pass_on(&up.relay, &up.broker, |_| {});
        up.shut();
    });
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let mut recent = Recent::default();
        pass_on(&down.broker, &down.relay, |bytes| {
            let handed_ns = now_ns();
            shared.note(recent.with(bytes), handed_ns);
        });
        down.shut();
        shared.open().remove(&number);
    });
}

/// Tells what has been written each time.
fn pass_on(mut from: &TcpStream, mut to: &TcpStream, mut passed: impl FnMut(&[u8])) {
    let mut bytes = vec![0; READ_BYTES];
    loop {
        match from.read(&mut bytes) {
            Ok(0) => return,
            Ok(read) if to.write_all(&bytes[..read]).is_ok() => passed(&bytes[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => return,
        }
    }
}

/// What has passed last, and before it as much as a message may have begun with.
#[derive(Debug, Default)]
struct Recent {
    bytes: Vec<u8>,
}

impl Recent {
    fn with(&mut self, passed: &[u8]) -> &[u8] {
        let known = self.bytes.len().saturating_sub(HEAD_BYTES - 1);
        self.bytes.drain(..known);
        self.bytes.extend_from_slice(passed);
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A tap, the relay's end of a connection through it, and the broker's.
    fn tapped() -> (Tap, TcpStream, TcpStream) {
        let broker = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = broker.local_addr().unwrap();
        let tap = Tap::start(&BTreeMap::from([(Scheme::Nats, address)])).unwrap();
        let relay = TcpStream::connect(tap.addresses()[&Scheme::Nats]).unwrap();
        let (accepted, _) = broker.accept().unwrap();
        (tap, relay, accepted)
    }

    fn read(mut stream: &TcpStream, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn bytes_go_both_ways_as_they_are() {
        let (_tap, mut relay, mut broker) = tapped();
        relay.write_all(b"CONNECT").unwrap();
        assert_eq!(read(&broker, 7), b"CONNECT");
        broker.write_all(&[0, 255, 10]).unwrap();
        assert_eq!(read(&relay, 3), [0, 255, 10]);
    }

    #[test]
    fn a_message_is_handed_over_with_its_last_byte_and_once() {
        let (tap, relay, mut broker) = tapped();
        let tag = Tag::draw();
        tap.watch(tag, 3);
        let body = tag.body(1, 12);
        let (head, rest) = body.as_bytes().split_at(8);
        broker.write_all(head).unwrap();
        assert_eq!(read(&relay, 8), head);
        let before_ns = now_ns();
        broker.write_all(rest).unwrap();
        assert_eq!(read(&relay, 4), rest);
        broker.write_all(body.as_bytes()).unwrap();
        read(&relay, 12);
        // The note is made after the bytes have gone on.
        thread::sleep(Duration::from_millis(50));
        let [None, Some(handed_ns), None] = tap.handed_ns()[..] else {
            panic!("one of three was handed over");
        };
        assert!((before_ns..now_ns()).contains(&handed_ns));
        assert!(tap.handed_ns().is_empty());
    }

    #[test]
    fn who_is_left_learns_that_the_other_has_gone_and_no_connection_is_kept() {
        let (tap, relay, broker) = tapped();
        drop(broker);
        let mut left = &relay;
        assert_eq!(left.read(&mut [0; 8]).unwrap(), 0);
        thread::sleep(Duration::from_millis(50));
        assert!(tap.shared.open().is_empty());
    }

    #[test]
    fn a_relay_whose_broker_is_away_is_closed_at_once_and_the_port_goes_with_the_tap() {
        let gone = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = gone.local_addr().unwrap();
        drop(gone);
        let tap = Tap::start(&BTreeMap::from([(Scheme::Mqtt, address)])).unwrap();
        let own = tap.addresses()[&Scheme::Mqtt];
        let mut relay = TcpStream::connect(own).unwrap();
        assert_eq!(relay.read(&mut [0; 8]).unwrap(), 0);
        drop(tap);
        assert!(TcpStream::connect(own).is_err());
    }
}
