//! All users' connections behind one epoll instance, read in rounds by one thread.

use std::net::TcpStream;
use std::time::{SystemTime, UNIX_EPOCH};

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};
use nix::sys::time::TimeSpec;

use super::connection::{Connection, Reader};
use super::error::ConnectionError;
use super::frame::{FrameError, Opcode, encode_masked};
use crate::load::clock;

/// How long the server has to answer the close frames before the sockets are simply closed.
const CLOSE_TIMEOUT_NS: u64 = 1_000_000_000;
/// Pause between two rounds of reads where nothing is measured.
pub(crate) const PAUSE_NS: u64 = 1_000_000;

/// Those who are connected, numbered from 0.
pub(crate) trait Users {
    fn count(&self) -> u32;

    /// What a message to the reader of an error calls one.
    fn name(&self, user: u32) -> String;

    /// The text that one sends as soon as it is connected; `None` where it waits for the server's.
    fn first_text(&self, user: u32) -> Option<String>;
}

#[derive(Debug)]
pub(crate) struct Connections<U> {
    pub users: U,
    connections: Vec<Connection>,
    /// What epoll watches each connection for; nothing once it is closed.
    interests: Vec<EpollFlags>,
    open: u32,
    epoll: Epoll,
    events: Vec<EpollEvent>,
    reader: Reader,
}

/// A connection that is ready for something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ready {
    pub user: u32,
    readable: bool,
    pub writable: bool,
}

/// Either of the things that can be wrong with what a user received.
#[derive(Debug)]
enum ReadError<E> {
    Frame(FrameError),
    Refused(E),
}

impl<E> From<FrameError> for ReadError<E> {
    fn from(error: FrameError) -> Self {
        Self::Frame(error)
    }
}

impl<U: Users> Connections<U> {
    /// Nobody is there yet.
    ///
    /// # Errors
    /// epoll fails.
    pub fn new(users: U) -> Result<Self, ConnectionError> {
        let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)
            .map_err(ConnectionError::system("create an epoll instance"))?;
        let count = users.count() as usize;
        Ok(Self {
            connections: Vec::with_capacity(count),
            interests: Vec::with_capacity(count),
            open: 0,
            epoll,
            events: vec![EpollEvent::empty(); count],
            reader: Reader::new(),
            users,
        })
    }

    /// Takes in the next user, and has it send its first text, if it has one.
    ///
    /// # Errors
    /// The socket refuses an option, or epoll fails.
    pub fn add(&mut self, stream: TcpStream) -> Result<(), ConnectionError> {
        let user = self.connected();
        let connection = Connection::new(stream)?;
        self.epoll
            .add(
                &connection,
                EpollEvent::new(EpollFlags::EPOLLIN, u64::from(user)),
            )
            .map_err(ConnectionError::system("watch a socket"))?;
        self.connections.push(connection);
        self.interests.push(EpollFlags::EPOLLIN);
        self.open += 1;
        match self.users.first_text(user) {
            Some(text) => self.send_text(user, &text),
            None => Ok(()),
        }
    }

    /// Users who were taken in.
    pub fn connected(&self) -> u32 {
        self.connections.len() as u32
    }

    /// Users whose connection is open.
    pub fn open(&self) -> u32 {
        self.open
    }

    pub fn is_open(&self, user: u32) -> bool {
        self.connections[user as usize].closed().is_none()
    }

    /// The first user whose connection was closed, and why.
    pub fn first_closed(&self) -> Option<(u32, &str)> {
        if self.open == self.connected() {
            return None;
        }
        (0..)
            .zip(&self.connections)
            .find_map(|(user, connection)| Some((user, connection.closed()?)))
    }

    /// A time of the machine's clock, as of the last poll, on that of the client.
    pub fn monotonic_ns(&self, time: SystemTime) -> u64 {
        let since_epoch = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.reader
            .realtime
            .monotonic_ns(TimeSpec::from_duration(since_epoch))
    }

    /// Asks the kernel which connections are ready, without waiting: how many.
    ///
    /// # Errors
    /// epoll fails.
    pub fn poll(&mut self) -> Result<usize, ConnectionError> {
        self.wait(0)
    }

    /// As `poll`, once any is ready or so many milliseconds are over.
    ///
    /// # Errors
    /// epoll fails.
    pub fn wait(&mut self, timeout_ms: u16) -> Result<usize, ConnectionError> {
        let waited = self
            .epoll
            .wait(&mut self.events, EpollTimeout::from(timeout_ms));
        self.reader.realtime.refresh();
        match waited {
            Ok(count) => Ok(count),
            Err(Errno::EINTR) => Ok(0),
            Err(errno) => Err(ConnectionError::system("wait for sockets")(errno)),
        }
    }

    /// The `n`th of those that `poll` counted.
    pub fn ready(&self, n: usize) -> Ready {
        let event = self.events[n];
        Ready {
            user: event.data() as u32,
            readable: event.events() != EpollFlags::EPOLLOUT,
            writable: event.events().contains(EpollFlags::EPOLLOUT),
        }
    }

    /// Reads that connection once if it is readable; every message goes to `deliver` with its receive time.
    /// A server that breaks the WebSocket protocol is told so by a close frame.
    ///
    /// # Errors
    /// The server broke the WebSocket protocol, or `deliver` refuses a message.
    pub fn read<E: From<ConnectionError>>(
        &mut self,
        ready: Ready,
        mut deliver: impl FnMut(&U, &[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let users = &self.users;
        let connection = &mut self.connections[ready.user as usize];
        if !ready.readable || connection.closed().is_some() {
            return Ok(());
        }
        let read = connection.read(&mut self.reader, |message, received_ns| {
            deliver(users, message, received_ns).map_err(ReadError::Refused)
        });
        if let Err(ReadError::Frame(source)) = read {
            connection.send_control(Opcode::Close, &source.close_code().to_be_bytes());
        }
        self.update_interest(ready.user)?;
        read.map_err(|error| match error {
            ReadError::Refused(error) => error,
            ReadError::Frame(source) => E::from(ConnectionError::Frame {
                user: self.users.name(ready.user),
                source,
            }),
        })
    }

    /// Polls, and reads every readable connection once.
    ///
    /// # Errors
    /// Those of `poll` and `read`.
    pub fn read_round<E: From<ConnectionError>>(
        &mut self,
        mut deliver: impl FnMut(&U, u32, &[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        for n in 0..self.poll()? {
            let ready = self.ready(n);
            self.flush(ready)?;
            self.read(ready, |users, message, received_ns| {
                deliver(users, ready.user, message, received_ns)
            })?;
        }
        Ok(())
    }

    /// Whether a frame can go out on that user's connection now.
    pub fn is_clear(&self, user: u32) -> bool {
        self.connections[user as usize].is_clear()
    }

    /// Writes a frame on a clear connection; `false` if the socket's buffer is full. It is then
    /// watched, and `ready` tells when it is writable.
    ///
    /// # Errors
    /// epoll fails.
    pub fn send(&mut self, user: u32, frame: &[u8]) -> Result<bool, ConnectionError> {
        let sent = self.connections[user as usize].send(frame);
        self.update_interest(user)?;
        Ok(sent)
    }

    /// Writes what a writable connection has in its queue.
    ///
    /// # Errors
    /// epoll fails.
    pub fn flush(&mut self, ready: Ready) -> Result<(), ConnectionError> {
        if ready.writable {
            self.connections[ready.user as usize].flush();
            self.update_interest(ready.user)?;
        }
        Ok(())
    }

    /// Sends a text outside of the schedule.
    ///
    /// # Errors
    /// epoll fails; a closed connection is noted, and not an error.
    pub fn send_text(&mut self, user: u32, text: &str) -> Result<(), ConnectionError> {
        let mut frame = Vec::new();
        encode_masked(Opcode::Text, text.as_bytes(), rand::random(), &mut frame);
        self.send(user, &frame).map(drop)
    }

    /// Closes all connections as RFC 6455 asks, and hands over what still arrives meanwhile.
    ///
    /// # Errors
    /// epoll fails; whatever else happens at this point is of no interest.
    pub fn close(mut self, mut deliver: impl FnMut(&U, u32, &[u8])) -> Result<(), ConnectionError> {
        const NORMAL: [u8; 2] = 1000_u16.to_be_bytes();
        for connection in &mut self.connections {
            connection.send_control(Opcode::Close, &NORMAL);
        }
        let deadline_ns = clock::now_ns() + CLOSE_TIMEOUT_NS;
        while self.open > 0 && clock::now_ns() < deadline_ns {
            for n in 0..self.poll()? {
                let ready = self.ready(n);
                self.flush(ready)?;
                let _ = self.read(ready, |users, message, _| {
                    deliver(users, ready.user, message);
                    Ok::<(), ConnectionError>(())
                });
            }
            clock::sleep_until(clock::now_ns() + PAUSE_NS);
        }
        Ok(())
    }

    /// Has epoll watch the connection for what it now waits for.
    #[inline]
    fn update_interest(&mut self, user: u32) -> Result<(), ConnectionError> {
        let connection = &self.connections[user as usize];
        let interest = if connection.closed().is_some() {
            EpollFlags::empty()
        } else if connection.wants_to_write() {
            EpollFlags::EPOLLIN | EpollFlags::EPOLLOUT
        } else {
            EpollFlags::EPOLLIN
        };
        let former = std::mem::replace(&mut self.interests[user as usize], interest);
        if interest == former {
            return Ok(());
        }
        if interest.is_empty() {
            self.open -= 1;
            self.epoll.delete(connection)
        } else {
            self.epoll
                .modify(connection, &mut EpollEvent::new(interest, u64::from(user)))
        }
        .map_err(ConnectionError::system("watch a socket"))
    }
}
