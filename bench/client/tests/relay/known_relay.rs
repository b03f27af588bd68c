//! A relay that holds each message back for a known time, and loses, repeats or delays some behind others as it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::delayed::{Delayed, HeldBack};

/// What it does to messages, counted from 1 after the markers.
#[derive(Clone, Copy)]
pub enum Fault {
    None,
    /// Every so manieth message reaches no page.
    Loses(u32),
    /// Every so manieth message comes twice.
    Repeats(u32),
    /// Every so manieth message comes after the next.
    Swaps(u32),
}

pub struct KnownRelay {
    pub address: SocketAddr,
    pub held_back: HeldBack,
}

type Pages = Arc<Mutex<Vec<TcpStream>>>;

impl KnownRelay {
    /// Subscribes to the broker at that address.
    pub fn start(broker: SocketAddr, delay: Duration, fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let pages = Pages::default();
        let held_back = HeldBack::default();
        let mut faulty = Faulty::new(fault);
        let delayed = Delayed::start(delay, held_back.clone(), {
            let pages = Arc::clone(&pages);
            move |body: &[u8]| {
                for body in faulty.made_of(body) {
                    send(&pages, &body);
                }
            }
        });
        thread::spawn(move || {
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                stream.set_nodelay(true).unwrap();
                let page = tungstenite::accept(stream).unwrap();
                pages
                    .lock()
                    .unwrap()
                    .push(page.get_ref().try_clone().unwrap());
            }
        });
        thread::spawn(move || listen(broker, &delayed));
        Self { address, held_back }
    }
}

fn send(pages: &Pages, body: &[u8]) {
    let frame = [&[0x81, body.len() as u8][..], body].concat();
    for mut page in pages.lock().unwrap().iter() {
        let _ = page.write_all(&frame);
    }
}

fn listen(broker: SocketAddr, delayed: &Delayed) {
    let mut stream = TcpStream::connect(broker).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(b"CONNECT {}\r\nSUB bench 1\r\n").unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 0) {
        if let ["MSG", .., length] = line.split_whitespace().collect::<Vec<_>>()[..] {
            let mut body = vec![0; length.parse::<usize>().unwrap() + 2];
            reader.read_exact(&mut body).unwrap();
            body.truncate(body.len() - 2);
            delayed.take(body);
        }
        line.clear();
    }
}

/// What becomes of messages. The markers before a load have another tag, and are left alone.
struct Faulty {
    fault: Fault,
    tags: Vec<Vec<u8>>,
    count: u32,
    held: Option<Vec<u8>>,
}

impl Faulty {
    const TAG_BYTES: usize = 6;

    fn new(fault: Fault) -> Self {
        Self {
            fault,
            tags: Vec::new(),
            count: 0,
            held: None,
        }
    }

    /// What goes to the pages in place of a message.
    fn made_of(&mut self, body: &[u8]) -> Vec<Vec<u8>> {
        let tag = body[..Self::TAG_BYTES].to_vec();
        if self.tags.last() != Some(&tag) {
            self.tags.push(tag);
        }
        let is_marker = self.tags.len() == 1;
        self.count += u32::from(!is_marker);
        let is_of = |every: u32| !is_marker && self.count.is_multiple_of(every);
        let whole = || body.to_vec();
        match self.fault {
            Fault::Loses(every) if is_of(every) => Vec::new(),
            Fault::Repeats(every) if is_of(every) => vec![whole(), whole()],
            Fault::Swaps(every) if is_of(every) => {
                self.held = Some(whole());
                Vec::new()
            }
            _ => [Some(whole()), self.held.take()]
                .into_iter()
                .flatten()
                .collect(),
        }
    }
}
