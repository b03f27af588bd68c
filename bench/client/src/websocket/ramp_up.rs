//! The ramp-up, in which the users connect: begins each one's handshake when it is due, keeps several under way, and hands the
//! users over in their order, so that they join in it.

use std::collections::VecDeque;
use std::net::{IpAddr, TcpStream};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags, EpollTimeout};

use super::error::ConnectionError;
use super::handshake::Handshake;
use super::target::Target;
use crate::load::clock::now_ns;

/// Without a rate, so many handshakes at most are under way: a server's backlog of connections that it has
/// not accepted yet is often no longer than this.
const MOST_UNDER_WAY: usize = 64;

/// How users get to the server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Connecting {
    /// Connections begun a second, on a schedule that does not wait for the server. Without it, the next is begun
    /// as soon as fewer than a certain number are under way.
    pub rate_per_s: Option<f64>,
    /// Addresses of this machine from which users connect in turn; the kernel chooses where there is none.
    pub local_addresses: Vec<IpAddr>,
}

impl Connecting {
    /// The first thing about it that makes no sense.
    pub(crate) fn fault(&self, target: &Target) -> Option<String> {
        if self.rate_per_s.is_some_and(|rate| rate <= 0.0) {
            return Some("connect rate: found 0, expected more".to_owned());
        }
        let server = target.address;
        let other_family = |from: &&IpAddr| from.is_ipv4() != server.is_ipv4();
        let from = self.local_addresses.iter().find(other_family)?;
        Some(format!(
            "from {from} one cannot connect to {server}: one is IPv4, the other IPv6"
        ))
    }
}

pub(crate) struct RampUp<'a> {
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
    is_connected: bool,
}

impl<'a> RampUp<'a> {
    /// The first is due now; each handshake may take up to `timeout`.
    ///
    /// # Errors
    /// epoll fails.
    pub fn new(
        target: &'a Target,
        connecting: &'a Connecting,
        users: u32,
        timeout: Duration,
    ) -> Result<Self, ConnectionError> {
        let epoll = Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)
            .map_err(ConnectionError::system("create an epoll instance"))?;
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

    pub fn is_over(&self) -> bool {
        self.handed_over == self.users
    }

    /// Waits for the next user, though not longer than a millisecond.
    ///
    /// # Errors
    /// What went wrong with the first user that could not be connected.
    pub fn next(&mut self) -> Result<Option<TcpStream>, ConnectionError> {
        self.begin_due()?;
        if !self.is_next_connected() {
            self.advance_ready()?;
        }
        if !self.is_next_connected() {
            // The oldest of those under way.
            let next = self.under_way.front();
            next.map_or(Ok(()), |next| next.handshake.check_deadline())?;
            return Ok(None);
        }
        self.handed_over += 1;
        let next = self.under_way.pop_front();
        Ok(next.map(|next| next.handshake.finish()))
    }

    fn is_next_connected(&self) -> bool {
        self.under_way.front().is_some_and(|next| next.is_connected)
    }

    fn begin_due(&mut self) -> Result<(), ConnectionError> {
        let now_ns = now_ns();
        while let Some(user) = self.next_due(now_ns) {
            let handshake = Handshake::begin(self.target, self.source_of(user), self.timeout)?;
            let either_way = EpollFlags::EPOLLIN | EpollFlags::EPOLLOUT | EpollFlags::EPOLLET;
            self.epoll
                .add(&handshake, EpollEvent::new(either_way, u64::from(user)))
                .map_err(ConnectionError::system("watch a socket"))?;
            self.under_way.push_back(UnderWay {
                handshake,
                is_connected: false,
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

    fn advance_ready(&mut self) -> Result<(), ConnectionError> {
        let mut events = [EpollEvent::empty(); MOST_UNDER_WAY];
        let count = match self.epoll.wait(&mut events, EpollTimeout::from(1_u8)) {
            Ok(count) => count,
            Err(Errno::EINTR) => 0,
            Err(errno) => return Err(ConnectionError::system("wait for sockets")(errno)),
        };
        for event in &events[..count] {
            self.advance(event.data() as u32)?;
        }
        Ok(())
    }

    fn advance(&mut self, user: u32) -> Result<(), ConnectionError> {
        let place = (user - self.handed_over) as usize;
        let UnderWay {
            handshake,
            is_connected,
        } = &mut self.under_way[place];
        if handshake.advance()? {
            *is_connected = true;
            self.epoll
                .delete(&*handshake)
                .map_err(ConnectionError::system("watch a socket"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::{SocketAddr, TcpListener};
    use std::thread::{self, JoinHandle};
    use std::time::Instant;

    use tungstenite::handshake::derive_accept_key;

    use super::*;
    use crate::websocket::handshake::tests::read_key;

    /// A server that answers nobody before all `users` have asked; the addresses from which they came.
    fn patient_server(users: usize) -> (Target, JoinHandle<Vec<SocketAddr>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let target = Target {
            address: listener.local_addr().unwrap(),
            path: "/chat".to_owned(),
        };
        let serving = thread::spawn(move || {
            let ask = |listener: &TcpListener| {
                let (mut stream, from) = listener.accept().unwrap();
                let key = read_key(&mut stream);
                (stream, from, derive_accept_key(key.as_bytes()))
            };
            let asked: Vec<_> = (0..users).map(|_| ask(&listener)).collect();
            // The last one first: whoever is answered early still waits for its turn.
            for (mut stream, from, accept) in asked.iter().rev().map(|(s, f, a)| (s, f, a)) {
                let answer = format!(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                     Sec-WebSocket-Accept: {accept}\r\n\r\n{from}"
                );
                stream.write_all(answer.as_bytes()).unwrap();
            }
            asked.into_iter().map(|(_, from, _)| from).collect()
        });
        (target, serving)
    }

    /// Connects that many; their own addresses, in the order in which they were handed over.
    fn connect(
        target: &Target,
        connecting: &Connecting,
        users: u32,
        timeout: Duration,
    ) -> Result<Vec<SocketAddr>, ConnectionError> {
        let mut ramp_up = RampUp::new(target, connecting, users, timeout)?;
        let mut addresses = Vec::new();
        while !ramp_up.is_over() {
            let user = ramp_up.next()?;
            addresses.extend(user.map(|stream| stream.local_addr().unwrap()));
        }
        Ok(addresses)
    }

    const LONG: Duration = Duration::from_secs(10);

    #[test]
    fn a_server_that_answers_late_meets_several_handshakes_at_once_and_users_stay_in_order() {
        let (target, serving) = patient_server(MOST_UNDER_WAY);
        let users = MOST_UNDER_WAY as u32;
        let addresses = connect(&target, &Connecting::default(), users, LONG).unwrap();
        assert_eq!(addresses, serving.join().unwrap());
    }

    #[test]
    fn without_a_rate_the_number_of_handshakes_is_bounded() {
        let (target, _serving) = patient_server(MOST_UNDER_WAY + 1);
        let users = MOST_UNDER_WAY as u32 + 1;
        let short = Duration::from_millis(300);
        let error = connect(&target, &Connecting::default(), users, short).unwrap_err();
        assert!(
            matches!(error, ConnectionError::HandshakeTimeout { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_rate_is_kept_whether_the_server_answers_or_not() {
        let users = MOST_UNDER_WAY as u32 + 36;
        let (target, serving) = patient_server(users as usize);
        let connecting = Connecting {
            rate_per_s: Some(500.0),
            ..Connecting::default()
        };
        let start = Instant::now();
        let addresses = connect(&target, &connecting, users, LONG).unwrap();
        assert_eq!(addresses, serving.join().unwrap());
        // The last one is due 99 / 500 s after the first.
        assert!(start.elapsed() >= Duration::from_millis(198));
    }

    #[test]
    fn users_come_from_the_local_addresses_in_turn() {
        let (target, serving) = patient_server(4);
        let local_addresses = ["127.0.0.3", "127.0.0.2"].map(|address| address.parse().unwrap());
        let connecting = Connecting {
            local_addresses: local_addresses.to_vec(),
            ..Connecting::default()
        };
        connect(&target, &connecting, 4, LONG).unwrap();
        let from: Vec<IpAddr> = serving.join().unwrap().iter().map(SocketAddr::ip).collect();
        assert_eq!(from, local_addresses.repeat(2));
    }
}
