//! The server's one thread: rounds of reading whoever is ready, and one write to each who has something
//! to hear.

use std::io::{self, ErrorKind};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};
use nix::sys::eventfd::EventFd;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};

use super::Counters;
use super::chat::{Admission, Chat};
use super::frame::{self, ClientFrame, MAX_MESSAGE_BYTES, Refusal};
use super::upgrade::{self, Upgrade};
use super::user::{Stage, User};

const READ_BYTES: usize = 64 * 1024;
const EVENTS: usize = 1024;
const LISTENER: u64 = u64::MAX;
const STOP: u64 = u64::MAX - 1;
const NAME_IN_USE: &[u8] = br#"{"type":"system","message":"User already exist"}"#;

pub(super) struct EventLoop {
    listener: TcpListener,
    stop: Arc<EventFd>,
    counters: Arc<Counters>,
    epoll: Epoll,
    /// Those who are gone leave their place empty for the next.
    users: Vec<Option<User>>,
    chat: Chat,
    buffer: Box<[u8]>,
}

impl EventLoop {
    pub fn new(
        listener: TcpListener,
        stop: Arc<EventFd>,
        counters: Arc<Counters>,
    ) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)?;
        epoll.add(&listener, EpollEvent::new(EpollFlags::EPOLLIN, LISTENER))?;
        epoll.add(&*stop, EpollEvent::new(EpollFlags::EPOLLIN, STOP))?;
        Ok(Self {
            listener,
            stop,
            counters,
            epoll,
            users: Vec::new(),
            chat: Chat::default(),
            buffer: vec![0; READ_BYTES].into_boxed_slice(),
        })
    }

    /// Serves until it is asked to stop.
    ///
    /// # Errors
    /// epoll fails, or there are too many open files.
    pub fn run(mut self) -> io::Result<()> {
        let mut events = [EpollEvent::empty(); EVENTS];
        loop {
            let count = match self.epoll.wait(&mut events, EpollTimeout::NONE) {
                Ok(count) => count,
                Err(Errno::EINTR) => continue,
                Err(errno) => return Err(errno.into()),
            };
            for event in &events[..count] {
                match event.data() {
                    STOP => return self.stop.read().map(drop).map_err(io::Error::from),
                    LISTENER => self.accept()?,
                    place => self.attend(place as usize, event.events())?,
                }
            }
            self.deliver()?;
        }
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                // The client has given up meanwhile.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error),
            };
            let free = self.users.iter().position(Option::is_none);
            let place = free.unwrap_or(self.users.len());
            let user = User::new(stream)?;
            let event = EpollEvent::new(EpollFlags::EPOLLIN, place as u64);
            self.epoll.add(&user, event)?;
            if free.is_none() {
                self.users.push(None);
            }
            self.users[place] = Some(user);
        }
    }

    /// Does what a user's socket is ready for.
    fn attend(&mut self, place: usize, ready: EpollFlags) -> io::Result<()> {
        let Some(user) = &mut self.users[place] else {
            return Ok(());
        };
        if ready.contains(EpollFlags::EPOLLOUT) {
            user.flush();
        }
        if ready != EpollFlags::EPOLLOUT {
            self.read(place);
        }
        self.settle(place)
    }

    /// Reads once, and heeds all that is whole.
    fn read(&mut self, place: usize) {
        let mut user = self.users[place].take().expect("it was attended to");
        let length = user.read(&mut self.buffer);
        let mut carried = std::mem::take(&mut user.partial);
        let mut buffer = std::mem::take(&mut self.buffer);
        let bytes = if carried.is_empty() {
            &mut buffer[..length]
        } else {
            carried.extend_from_slice(&buffer[..length]);
            &mut carried[..]
        };
        let taken = self.heed_all(place, &mut user, bytes);
        user.partial.extend_from_slice(&bytes[taken..]);
        self.buffer = buffer;
        self.users[place] = Some(user);
    }

    /// Heeds what of `bytes` is whole: how much that was.
    fn heed_all(&mut self, place: usize, user: &mut User, bytes: &mut [u8]) -> usize {
        let mut taken = 0;
        if user.stage == Stage::Upgrading {
            match upgrade::answer(bytes) {
                Upgrade::Incomplete => return 0,
                Upgrade::Accepted {
                    answer,
                    request_bytes,
                } => {
                    user.send(answer.as_bytes());
                    user.stage = Stage::Joining;
                    taken = request_bytes;
                }
                Upgrade::Refused { answer } => {
                    user.send(answer.as_bytes());
                    user.leave();
                }
            }
        }
        while user.stage != Stage::Leaving {
            let heeded = match frame::split(&mut bytes[taken..]) {
                Ok(None) => return taken,
                Ok(Some((frame, length))) => {
                    taken += length;
                    self.heed(place, user, &frame)
                }
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = heeded {
                self.part(place, user);
                user.close(refusal.close_code());
            }
        }
        bytes.len()
    }

    fn heed(&mut self, place: usize, user: &mut User, frame: &ClientFrame) -> Result<(), Refusal> {
        match frame.opcode {
            OpCode::Data(Data::Text) if user.fragments.is_some() => Err(Refusal::BrokenFrame),
            OpCode::Data(Data::Text) if frame.is_final => self.hear(place, user, frame.payload),
            OpCode::Data(Data::Text) => {
                user.fragments = Some(frame.payload.to_vec());
                Ok(())
            }
            OpCode::Data(Data::Continue) => {
                let mut message = user.fragments.take().ok_or(Refusal::BrokenFrame)?;
                message.extend_from_slice(frame.payload);
                if message.len() as u64 > MAX_MESSAGE_BYTES {
                    return Err(Refusal::TooLong);
                }
                if frame.is_final {
                    return self.hear(place, user, &message);
                }
                user.fragments = Some(message);
                Ok(())
            }
            OpCode::Control(Control::Ping) => {
                let mut pong = Vec::new();
                frame::append(OpCode::Control(Control::Pong), frame.payload, &mut pong);
                user.send(&pong);
                Ok(())
            }
            OpCode::Control(Control::Pong) => Ok(()),
            OpCode::Control(Control::Close) => {
                self.part(place, user);
                user.close(CloseCode::Normal);
                Ok(())
            }
            OpCode::Data(_) => Err(Refusal::Binary),
            OpCode::Control(_) => Err(Refusal::BrokenFrame),
        }
    }

    /// Heeds a whole message.
    fn hear(&mut self, place: usize, user: &mut User, text: &[u8]) -> Result<(), Refusal> {
        if let Stage::Member { room, name } = &user.stage {
            return self.chat.post(*room, name, text);
        }
        match self.chat.join(place, text)? {
            Admission::Granted { room, name } => {
                user.stage = Stage::Member { room, name };
                self.counters.users.fetch_add(1, Ordering::Relaxed);
            }
            Admission::NameInUse => {
                let mut refusal = Vec::new();
                frame::append_text(NAME_IN_USE, &mut refusal);
                user.send(&refusal);
                user.close(CloseCode::Normal);
            }
        }
        Ok(())
    }

    /// Takes a member out of its room.
    fn part(&mut self, place: usize, user: &mut User) {
        if let Stage::Member { room, name } = std::mem::replace(&mut user.stage, Stage::Joining) {
            self.chat.leave(place, room, &name);
            self.counters.users.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Ends the round: each user of a room gets all of its messages with one write.
    fn deliver(&mut self) -> io::Result<()> {
        let users = &mut self.users;
        let mut unsettled = Vec::new();
        let deliveries = self.chat.end_round(|room| {
            for place in &room.members {
                let user = users[*place].as_mut().expect("members are there");
                user.send(&room.frames);
                if user.is_broken() || user.has_backlog() != user.is_watched_for_writing {
                    unsettled.push(*place);
                }
            }
        });
        self.counters
            .deliveries
            .fetch_add(deliveries, Ordering::Relaxed);
        unsettled
            .into_iter()
            .try_for_each(|place| self.settle(place))
    }

    /// Has epoll watch the user for what it now waits for; sends away who is gone.
    fn settle(&mut self, place: usize) -> io::Result<()> {
        let Some(user) = &mut self.users[place] else {
            return Ok(());
        };
        if user.is_broken() {
            let mut user = self.users[place].take().expect("it is there");
            self.part(place, &mut user);
            // Closing the socket takes it out of epoll.
            return Ok(());
        }
        if user.has_backlog() == user.is_watched_for_writing {
            return Ok(());
        }
        user.is_watched_for_writing = user.has_backlog();
        let mut interest = EpollFlags::EPOLLIN;
        interest.set(EpollFlags::EPOLLOUT, user.is_watched_for_writing);
        let mut event = EpollEvent::new(interest, place as u64);
        self.epoll
            .modify(&*user, &mut event)
            .map_err(io::Error::from)
    }
}
