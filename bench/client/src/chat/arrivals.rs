//! Has the users connect: begins each one's handshake when it is due, keeps several under way, and hands the
//! users over in their order, so that they join in it.

use std::collections::VecDeque;
use std::net::{IpAddr, TcpStream};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};

use super::clock::now_ns;
use super::error::ChatError;
use super::handshake::Handshake;
use super::observation::Connecting;
use super::target::Target;

/// Without a rate, so many handshakes at most are under way: a server's backlog of connections that it has
/// not accepted yet is often no longer than this.
const MOST_UNDER_WAY: usize = 64;

/// A connected user's socket, and the bytes that came with the handshake's answer.
pub(super) type Newcomer = (TcpStream, Vec<u8>);

pub(super) struct Arrivals<'a> {
    target: &'a Target,
    connecting: &'a Connecting,
    users: u32,
    timeout: Duration,
    start_ns: u64,
    handed_over: u32,
    /// Users from `handed_over` on, as far as they were due.
    under_way: VecDeque<UnderWay<'a>>,
    epoll: Epoll,
}

struct UnderWay<'a> {
    handshake: Handshake<'a>,
    has_arrived: bool,
}

impl<'a> Arrivals<'a> {
    /// The first is due now; each handshake may take up to `timeout`.
    ///
    /// # Errors
    /// epoll fails.
    pub fn new(
        target: &'a Target,
        connecting: &'a Connecting,
        users: u32,
        timeout: Duration,
    ) -> Result<Self, ChatError> {
        let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)
            .map_err(ChatError::system("create an epoll instance"))?;
        Ok(Self {
            target,
            connecting,
            users,
            timeout,
            start_ns: now_ns(),
            handed_over: 0,
            under_way: VecDeque::new(),
            epoll,
        })
    }

    pub fn are_over(&self) -> bool {
        self.handed_over == self.users
    }

    /// Waits for the next user, though not longer than a millisecond.
    ///
    /// # Errors
    /// What went wrong with the first user that could not be connected.
    pub fn next(&mut self) -> Result<Option<Newcomer>, ChatError> {
        self.begin_due()?;
        if !self.has_next_arrived() {
            self.advance_ready()?;
        }
        if !self.has_next_arrived() {
            // The oldest of those under way.
            let next = self.under_way.front();
            next.map_or(Ok(()), |next| next.handshake.check_deadline())?;
            return Ok(None);
        }
        self.handed_over += 1;
        let next = self.under_way.pop_front();
        Ok(next.map(|next| next.handshake.finish()))
    }

    fn has_next_arrived(&self) -> bool {
        self.under_way.front().is_some_and(|next| next.has_arrived)
    }

    fn begin_due(&mut self) -> Result<(), ChatError> {
        let now_ns = now_ns();
        while let Some(user) = self.next_due(now_ns) {
            let handshake = Handshake::begin(self.target, self.source_of(user), self.timeout)?;
            let either_way = EpollFlags::EPOLLIN | EpollFlags::EPOLLOUT | EpollFlags::EPOLLET;
            self.epoll
                .add(&handshake, EpollEvent::new(either_way, u64::from(user)))
                .map_err(ChatError::system("watch a socket"))?;
            self.under_way.push_back(UnderWay {
                handshake,
                has_arrived: false,
            });
        }
        Ok(())
    }

    /// The next user, if it is to begin now: with a rate the schedule alone decides (an open loop).
    fn next_due(&self, now_ns: u64) -> Option<u32> {
        let user = self.handed_over + self.under_way.len() as u32;
        let is_due = match self.connecting.rate_per_s {
            Some(rate_per_s) => {
                let due_ns = f64::from(user) / rate_per_s * 1e9;
                (now_ns - self.start_ns) as f64 >= due_ns
            }
            None => self.under_way.len() < MOST_UNDER_WAY,
        };
        (user < self.users && is_due).then_some(user)
    }

    /// The local addresses in turn.
    fn source_of(&self, user: u32) -> Option<IpAddr> {
        let addresses = &self.connecting.local_addresses;
        let turn = (user as usize).checked_rem(addresses.len())?;
        Some(addresses[turn])
    }

    fn advance_ready(&mut self) -> Result<(), ChatError> {
        let mut events = [EpollEvent::empty(); MOST_UNDER_WAY];
        let count = match self.epoll.wait(&mut events, EpollTimeout::from(1_u8)) {
            Ok(count) => count,
            Err(Errno::EINTR) => 0,
            Err(errno) => return Err(ChatError::system("wait for sockets")(errno)),
        };
        for event in &events[..count] {
            self.advance(event.data() as u32)?;
        }
        Ok(())
    }

    fn advance(&mut self, user: u32) -> Result<(), ChatError> {
        let place = (user - self.handed_over) as usize;
        let UnderWay {
            handshake,
            has_arrived,
        } = &mut self.under_way[place];
        if handshake.advance()? {
            *has_arrived = true;
            self.epoll
                .delete(&*handshake)
                .map_err(ChatError::system("watch a socket"))?;
        }
        Ok(())
    }
}
