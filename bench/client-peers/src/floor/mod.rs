//! The floor: the least that a load client can do. It sends ready-made frames when they are due, reads its
//! sockets in rounds, finds where frames end, and counts them. It looks into no message, takes no time of
//! receipt and keeps no account, so what another client spends beyond it is the price of what that one knows.

mod deliveries;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};
use nix::sys::prctl;
use nix::sys::time::TimeSpec;
use nix::time::{ClockId, ClockNanosleepFlags, clock_gettime, clock_nanosleep};
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

use deliveries::count_frames;

/// As large as rtbench's, so that both take in the same with one read.
const BUFFER_BYTES: usize = 256 * 1024;
/// Time for the last user's join to be heeded; the protocol does not acknowledge it.
const SETTLING: Duration = Duration::from_millis(500);
/// Deliveries that are missing for so long after the last message do not come any more.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// What the floor sends.
#[derive(Debug, Clone)]
pub struct Load {
    pub rooms: u32,
    /// In each room.
    pub users: u32,
    pub messages_per_user: u32,
    pub interval: Duration,
    /// Between two rounds of reads.
    pub read_interval: Duration,
}

impl Load {
    fn all_users(&self) -> u32 {
        self.rooms * self.users
    }

    /// Each user hears all of its room, itself included.
    #[must_use]
    pub fn expected_deliveries(&self) -> u64 {
        u64::from(self.all_users()) * u64::from(self.users) * u64::from(self.messages_per_user)
    }

    fn messages(&self) -> u64 {
        u64::from(self.all_users()) * u64::from(self.messages_per_user)
    }

    /// When the `n`th message of all is due, since the first was: users take turns, evenly spread.
    fn due(&self, n: u64) -> Duration {
        let interval_ns = self.interval.as_nanos() as u64;
        Duration::from_nanos(n * interval_ns / u64::from(self.all_users()))
    }
}

struct User {
    stream: TcpStream,
    /// A message of this user, masked and ready to be written.
    frame: Vec<u8>,
    /// The beginning of a frame whose rest is still to come.
    partial: Vec<u8>,
}

/// Connects all users, sends the load, and counts what comes until all has come or nothing more does.
///
/// # Errors
/// A user cannot be connected, is disconnected, or its socket takes no more bytes: then the server, or the
/// floor itself, is too slow for this load.
pub fn run(address: SocketAddr, load: &Load) -> io::Result<u64> {
    prctl::set_timerslack(1)?;
    let mut users = (0..load.all_users())
        .map(|number| connect(address, number, load))
        .collect::<io::Result<Vec<User>>>()?;
    let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)?;
    for (number, user) in (0..).zip(&users) {
        epoll.add(&user.stream, EpollEvent::new(EpollFlags::EPOLLIN, number))?;
    }
    std::thread::sleep(SETTLING);
    exchange(&mut users, &epoll, load)
}

fn connect(address: SocketAddr, number: u32, load: &Load) -> io::Result<User> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = tungstenite::client(format!("ws://{address}/chat"), stream.try_clone()?)
        .map_err(|error| io::Error::other(error.to_string()))?;
    let room = number % load.rooms;
    let join = format!(r#"{{"chat":"r0000000f-room-{room}","name":"r0000000f-{number}"}}"#);
    socket
        .send(Message::text(join))
        .map_err(|error| io::Error::other(error.to_string()))?;
    stream.set_nonblocking(true)?;
    // Of the same length as rtbench's.
    let text = format!(
        r#"{{"name":"r0000000f-{number}","chat":"r0000000f-room-{room}","message":"000/0000000000"}}"#
    );
    Ok(User {
        stream,
        frame: masked(text),
        partial: Vec::new(),
    })
}

fn masked(text: String) -> Vec<u8> {
    let mut frame = Frame::message(text, OpCode::Data(Data::Text), true);
    frame.header_mut().mask = Some([0x5a, 0xa5, 0x3c, 0xc3]);
    let mut bytes = Vec::new();
    frame
        .format(&mut bytes)
        .expect("a Vec takes all that is written");
    bytes
}

fn exchange(users: &mut [User], epoll: &Epoll, load: &Load) -> io::Result<u64> {
    let mut events = vec![EpollEvent::empty(); users.len()];
    let mut buffer = vec![0; BUFFER_BYTES];
    let (messages, expected) = (load.messages(), load.expected_deliveries());
    let start = now()?;
    let deadline = start + load.due(messages) + DRAIN_TIMEOUT;
    let (mut sent, mut received, mut next_read) = (0, 0, start);
    while received < expected && now()? < deadline {
        while sent < messages && start + load.due(sent) <= now()? {
            send(&mut users[(sent % u64::from(load.all_users())) as usize])?;
            sent += 1;
        }
        if now()? >= next_read {
            next_read = now()? + load.read_interval;
            for event in ready(epoll, &mut events)? {
                received += read(&mut users[event.data() as usize], &mut buffer)?;
            }
        }
        let next_due = if sent < messages {
            start + load.due(sent)
        } else {
            deadline
        };
        sleep_until(next_due.min(next_read));
    }
    Ok(received)
}

fn ready<'a>(epoll: &Epoll, events: &'a mut [EpollEvent]) -> io::Result<&'a [EpollEvent]> {
    match epoll.wait(events, EpollTimeout::ZERO) {
        Ok(count) => Ok(&events[..count]),
        Err(Errno::EINTR) => Ok(&[]),
        Err(errno) => Err(errno.into()),
    }
}

fn send(user: &mut User) -> io::Result<()> {
    let taken = user.stream.write(&user.frame)?;
    if taken < user.frame.len() {
        return Err(ErrorKind::WouldBlock.into());
    }
    Ok(())
}

/// Reads once: how many deliveries ended in that.
fn read(user: &mut User, buffer: &mut [u8]) -> io::Result<u64> {
    let carried = user.partial.len();
    buffer[..carried].copy_from_slice(&user.partial);
    let length = match user.stream.read(&mut buffer[carried..]) {
        Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
        Ok(length) => length,
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(0),
        Err(error) => return Err(error),
    };
    let (frames, rest) = count_frames(&buffer[..carried + length]);
    user.partial.clear();
    user.partial.extend_from_slice(rest);
    Ok(frames)
}

/// Since an arbitrary moment in the past.
fn now() -> io::Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_MONOTONIC)?.into())
}

fn sleep_until(time: Duration) {
    // The only error is the interruption by a signal; the caller looks at the clock again.
    let _ = clock_nanosleep(
        ClockId::CLOCK_MONOTONIC,
        ClockNanosleepFlags::TIMER_ABSTIME,
        &TimeSpec::from_duration(time),
    );
}
