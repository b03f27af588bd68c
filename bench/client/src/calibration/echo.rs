//! The least that a chat server for users who are alone in their rooms can be: one thread that sends every
//! message back. It waits in epoll and answers with one write, as a fast server would.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};
use nix::sys::eventfd::{EfdFlags, EventFd};
use tungstenite::handshake::derive_accept_key;

use crate::affinity::CpuList;
use crate::error::Error;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_REQUEST_BYTES: usize = 8 * 1024;
const READ_BYTES: usize = 64 * 1024;
const LISTENER: u64 = u64::MAX;
const STOP: u64 = u64::MAX - 1;

/// Serves until it is dropped.
pub struct Echo {
    address: SocketAddr,
    stop: Arc<EventFd>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Echo {
    /// Listens on a free port of this machine, in a thread pinned to `cpus`.
    ///
    /// # Errors
    /// The kernel refuses a socket, or the cores.
    pub fn start(cpus: &CpuList) -> Result<Self, Error> {
        let failed = |source| Error::System {
            what: "starting the echo",
            source,
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let stop = EventFd::from_flags(EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK)
            .map_err(|errno| failed(errno.into()))?;
        let stop = Arc::new(stop);
        let (pinned, is_pinned) = mpsc::channel();
        let thread = std::thread::spawn({
            let (stop, cpus) = (Arc::clone(&stop), cpus.clone());
            move || {
                // Whoever started the thread waits for this.
                let _ = pinned.send(cpus.pin_current_thread());
                Service::new(listener, &stop)?.run()
            }
        });
        let echo = Self {
            address,
            stop,
            thread: Some(thread),
        };
        is_pinned
            .recv()
            .unwrap_or_else(|_| Err(failed(ErrorKind::BrokenPipe.into())))?;
        Ok(echo)
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let asked = self.stop.write(1).is_ok();
        if let Some(thread) = self.thread.take().filter(|_| asked) {
            // Of a service that failed, the client has noticed that it does not answer.
            let _ = thread.join();
        }
    }
}

struct Service {
    listener: TcpListener,
    epoll: Epoll,
    /// Those that are gone leave their place empty.
    users: Vec<Option<User>>,
    bytes: Vec<u8>,
}

impl Service {
    fn new(listener: TcpListener, stop: &EventFd) -> io::Result<Self> {
        let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)?;
        epoll.add(&listener, EpollEvent::new(EpollFlags::EPOLLIN, LISTENER))?;
        epoll.add(stop, EpollEvent::new(EpollFlags::EPOLLIN, STOP))?;
        Ok(Self {
            listener,
            epoll,
            users: Vec::new(),
            bytes: vec![0; READ_BYTES],
        })
    }

    fn run(mut self) -> io::Result<()> {
        let mut events = [EpollEvent::empty(); 64];
        loop {
            let count = match self.epoll.wait(&mut events, EpollTimeout::NONE) {
                Ok(count) => count,
                Err(nix::errno::Errno::EINTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            for event in &events[..count] {
                match event.data() {
                    STOP => return Ok(()),
                    LISTENER => self.accept()?,
                    place => self.answer(place as usize),
                }
            }
        }
    }

    /// One that fails its handshake is sent away.
    fn accept(&mut self) -> io::Result<()> {
        let (stream, _) = self.listener.accept()?;
        if let Ok(stream) = shake_hands(stream) {
            let event = EpollEvent::new(EpollFlags::EPOLLIN, self.users.len() as u64);
            self.epoll.add(&stream, event)?;
            self.users.push(Some(User::new(stream)));
        }
        Ok(())
    }

    /// Reads once what a user has sent; closing a socket takes it out of epoll.
    fn answer(&mut self, place: usize) {
        if let Some(user) = &mut self.users[place]
            && !user.answer(&mut self.bytes).unwrap_or(false)
        {
            self.users[place] = None;
        }
    }
}

struct User {
    stream: TcpStream,
    has_joined: bool,
    received: Vec<u8>,
    answer: Vec<u8>,
}

impl User {
    fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            has_joined: false,
            received: Vec::new(),
            answer: Vec::new(),
        }
    }

    /// `false` once the user has gone.
    fn answer(&mut self, bytes: &mut [u8]) -> io::Result<bool> {
        let length = self.stream.read(bytes)?;
        self.received.extend_from_slice(&bytes[..length]);
        self.answer.clear();
        let mut is_open = length > 0;
        while let Some(mut frame) = MaskedFrame::split(&mut self.received)? {
            match frame.opcode {
                // The first text is the join, which nobody answers.
                TEXT if !self.has_joined => self.has_joined = true,
                TEXT => frame.append_unmasked(&mut self.answer),
                CLOSE => {
                    frame.append_unmasked(&mut self.answer);
                    is_open = false;
                }
                _ => {}
            }
        }
        self.stream.write_all(&self.answer)?;
        Ok(is_open)
    }
}

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const FINAL: u8 = 0x80;

/// A client's whole frame.
struct MaskedFrame {
    opcode: u8,
    key: [u8; 4],
    payload: Vec<u8>,
}

impl MaskedFrame {
    /// Takes the first frame out of `received`; `None` while it is incomplete.
    fn split(received: &mut Vec<u8>) -> io::Result<Option<Self>> {
        let [first, second, rest @ ..] = &received[..] else {
            return Ok(None);
        };
        let (length, rest) = match second & 0x7f {
            127 => return Err(ErrorKind::InvalidData.into()),
            126 => match rest.split_first_chunk() {
                Some((length, rest)) => (usize::from(u16::from_be_bytes(*length)), rest),
                None => return Ok(None),
            },
            length => (usize::from(length), rest),
        };
        let Some((key, rest)) = rest.split_first_chunk() else {
            return Ok(None);
        };
        let Some(payload) = rest.get(..length) else {
            return Ok(None);
        };
        let frame = Self {
            opcode: first & 0x0f,
            key: *key,
            payload: payload.to_vec(),
        };
        let taken = received.len() - rest.len() + length;
        received.drain(..taken);
        Ok(Some(frame))
    }

    /// The same frame as a server sends it.
    fn append_unmasked(&mut self, out: &mut Vec<u8>) {
        out.push(FINAL | self.opcode);
        match u8::try_from(self.payload.len()) {
            Ok(length @ 0..=125) => out.push(length),
            _ => {
                out.push(126);
                out.extend_from_slice(&(self.payload.len() as u16).to_be_bytes());
            }
        }
        let key = self.key.iter().cycle();
        out.extend(self.payload.iter().zip(key).map(|(byte, key)| byte ^ key));
    }
}

/// Answers the opening handshake (RFC 6455, section 4.2), whatever the path.
fn shake_hands(mut stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
    let mut request = Vec::new();
    let key = loop {
        let mut chunk = [0; 1024];
        let length = stream.read(&mut chunk)?;
        request.extend_from_slice(&chunk[..length]);
        if let Some(key) = websocket_key(&request)? {
            break key;
        }
        if length == 0 || request.len() > MAX_REQUEST_BYTES {
            return Err(ErrorKind::InvalidData.into());
        }
    };
    let accept = derive_accept_key(key.as_bytes());
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(answer.as_bytes())?;
    Ok(stream)
}

/// The request's key; `None` while its head is incomplete.
fn websocket_key(request: &[u8]) -> io::Result<Option<String>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut head = httparse::Request::new(&mut headers);
    let invalid = || io::Error::from(ErrorKind::InvalidData);
    if head.parse(request).map_err(|_| invalid())?.is_partial() {
        return Ok(None);
    }
    let key = head
        .headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("Sec-WebSocket-Key"))
        .ok_or_else(invalid)?;
    Ok(Some(String::from_utf8_lossy(key.value).into_owned()))
}

#[cfg(test)]
mod tests {
    use tungstenite::Message;

    use super::*;

    fn start() -> Echo {
        Echo::start(&CpuList::allowed().unwrap()).unwrap()
    }

    #[test]
    fn every_message_after_the_join_comes_back() {
        let echo = start();
        let url = format!("ws://{}/chat", echo.address());
        let (mut socket, _) = tungstenite::connect(url).unwrap();
        socket.send(Message::text("join")).unwrap();
        for length in [0, 1, 125, 126, 5_000] {
            let text = Message::text("m".repeat(length));
            socket.send(text.clone()).unwrap();
            assert_eq!(socket.read().unwrap(), text);
        }
        socket.close(None).unwrap();
        assert!(matches!(socket.read().unwrap(), Message::Close(_)));
    }

    #[test]
    fn who_does_not_speak_websocket_does_not_disturb_the_others() {
        let echo = start();
        let mut stranger = TcpStream::connect(echo.address()).unwrap();
        stranger
            .write_all(b"220 mail.example ESMTP\r\n\r\n")
            .unwrap();
        let (mut socket, _) = tungstenite::connect(format!("ws://{}/", echo.address())).unwrap();
        socket.send(Message::text("join")).unwrap();
        socket.send(Message::text("hello")).unwrap();
        assert_eq!(socket.read().unwrap(), Message::text("hello"));
    }

    #[test]
    fn it_ends_when_it_is_dropped() {
        let echo = start();
        let address = echo.address();
        drop(echo);
        assert!(TcpStream::connect(address).is_err());
    }
}
