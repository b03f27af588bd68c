//! A small HTTP server, a thread for each connection, which answers as a test wants it.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use nix::sys::socket::{Backlog, listen};

/// Answers a request, of which it is given the number among all, from 0; `false` closes the connection.
type Answer = dyn Fn(u64, &mut TcpStream) -> io::Result<bool> + Send + Sync;

pub struct HttpServer {
    pub address: SocketAddr,
    accepted: Arc<Mutex<Vec<Instant>>>,
}

impl HttpServer {
    pub fn start(
        answer: impl Fn(u64, &mut TcpStream) -> io::Result<bool> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Self::accepting(listener, usize::MAX, answer)
    }

    /// One that accepts so many connections and lets the rest wait, of which so many fit into the kernel's queue.
    pub fn that_accepts(
        most: usize,
        waiting: i32,
        answer: impl Fn(u64, &mut TcpStream) -> io::Result<bool> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listen(&listener, Backlog::new(waiting).unwrap()).unwrap();
        Self::accepting(listener, most, answer)
    }

    fn accepting(
        listener: TcpListener,
        most: usize,
        answer: impl Fn(u64, &mut TcpStream) -> io::Result<bool> + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let accepted = Arc::new(Mutex::new(Vec::new()));
        let answer: Arc<Answer> = Arc::new(answer);
        let requests = Arc::new(AtomicU64::new(0));
        std::thread::spawn({
            let accepted = Arc::clone(&accepted);
            move || {
                for stream in listener.incoming().take(most) {
                    accepted.lock().unwrap().push(Instant::now());
                    let (answer, requests) = (Arc::clone(&answer), Arc::clone(&requests));
                    std::thread::spawn(move || serve(&mut stream.unwrap(), &requests, &*answer));
                }
                // The port stays taken, and nobody is accepted any more.
                std::thread::park();
                drop(listener);
            }
        });
        Self { address, accepted }
    }

    /// When each connection was accepted.
    pub fn accepted(&self) -> Vec<Instant> {
        self.accepted.lock().unwrap().clone()
    }
}

fn serve(stream: &mut TcpStream, requests: &AtomicU64, answer: &Answer) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut received = Vec::new();
    let mut part = [0; 1024];
    loop {
        while !received.ends_with(b"\r\n\r\n") {
            match stream.read(&mut part)? {
                0 => return Ok(()),
                length => received.extend_from_slice(&part[..length]),
            }
        }
        received.clear();
        if !answer(requests.fetch_add(1, Ordering::SeqCst), stream)? {
            return Ok(());
        }
    }
}

/// An empty list with that status.
pub fn write_status(stream: &mut TcpStream, status: &str) -> io::Result<bool> {
    let text = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\n[]");
    stream.write_all(text.as_bytes())?;
    Ok(true)
}

pub fn write_ok(stream: &mut TcpStream) -> io::Result<bool> {
    write_status(stream, "200 OK")
}
