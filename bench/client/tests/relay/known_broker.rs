//! A broker that speaks as much of NATS as it takes, and holds each message back for a known time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::delayed::{Delayed, HeldBack};

pub struct KnownBroker {
    pub address: SocketAddr,
    pub held_back: HeldBack,
}

type Subscribers = Arc<Mutex<Vec<TcpStream>>>;

impl KnownBroker {
    pub fn start(delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let subscribers = Subscribers::default();
        let held_back = HeldBack::default();
        let delayed = Delayed::start(delay, held_back.clone(), {
            let subscribers = Arc::clone(&subscribers);
            move |body: &[u8]| publish(&subscribers, body)
        });
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (subscribers, delayed) = (Arc::clone(&subscribers), delayed.clone());
                thread::spawn(move || serve(stream.unwrap(), &subscribers, &delayed));
            }
        });
        Self { address, held_back }
    }
}

fn publish(subscribers: &Subscribers, body: &[u8]) {
    let head = format!("MSG bench 1 {}\r\n", body.len());
    let message = [head.as_bytes(), body, b"\r\n"].concat();
    for mut subscriber in subscribers.lock().unwrap().iter() {
        let _ = subscriber.write_all(&message);
    }
}

fn serve(mut stream: TcpStream, subscribers: &Subscribers, delayed: &Delayed) {
    stream.set_nodelay(true).unwrap();
    stream.write_all(b"INFO {}\r\n").unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["PING"] => stream.write_all(b"PONG\r\n").unwrap(),
            ["SUB", ..] => subscribers
                .lock()
                .unwrap()
                .push(stream.try_clone().unwrap()),
            ["PUB", _, length] => {
                let mut body = vec![0; length.parse::<usize>().unwrap() + 2];
                reader.read_exact(&mut body).unwrap();
                body.truncate(body.len() - 2);
                delayed.take(body);
            }
            _ => {}
        }
        line.clear();
    }
}
