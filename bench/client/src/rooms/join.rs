//! The way to the window: users connect and ask to join, and then the barrier. The protocol does not
//! acknowledge a join, so one user of each room sends probes until every user of the room has received one
//! and the same of them. An agent does so for its own users; what it hears of other agents' probes says nothing of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use super::error::ChatError;
use super::message::{self, Received};
use super::roster::{Connections, Roster};
use crate::load::WindowObserver;
use crate::load::clock;
use crate::websocket::Target;
use crate::websocket::{Connecting, HANDSHAKE_TIMEOUT, PAUSE_NS, RampUp};

/// Between the first two probes of a room. It doubles with each, so that probes to a large room do not pile
/// up faster than a slow server delivers them.
const FIRST_PROBE_INTERVAL_NS: u64 = 200_000_000;
/// Between the last user's first frame and the first probe. A server that decides elsewhere whether the user may
/// join can take what is said meanwhile for another room's: the cluster of the study of 2017 does.
pub const SETTLING: Duration = Duration::from_millis(200);
const TICK_NS: u64 = 200_000_000;
/// A server that has not let everyone join by then does not work.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);
/// Nothing has arrived for so long: no probe is under way any more.
const QUIET_NS: u64 = 250_000_000;

/// Connects all users, and waits until all have joined and all is quiet; `timeout` is for the latter.
///
/// # Errors
/// A user cannot be connected, a name is in use, a connection is closed, a user does not hear its room, or
/// hears another one; the observer ends the iteration.
pub(super) fn join_all(
    target: &Target,
    connecting: &Connecting,
    roster: Roster,
    timeout: Duration,
    observer: &mut dyn WindowObserver,
) -> Result<Connections, ChatError> {
    let mut connections = Connections::new(roster)?;
    let mut probes = Probes::new(&connections.users);
    let mut ticker = Ticker {
        observer,
        next_ns: 0,
    };
    connect_all(
        target,
        connecting,
        &mut connections,
        &mut probes,
        &mut ticker,
    )?;
    await_all(&mut connections, &mut probes, timeout, &mut ticker)?;
    Ok(connections)
}

/// Those who are connected already are read meanwhile: a server may ping them, or send them away.
fn connect_all(
    target: &Target,
    connecting: &Connecting,
    connections: &mut Connections,
    probes: &mut Probes,
    ticker: &mut Ticker<'_>,
) -> Result<(), ChatError> {
    let users = connections.users.users();
    let mut ramp_up = RampUp::new(target, connecting, users, HANDSHAKE_TIMEOUT)?;
    let mut next_read_ns = 0;
    while !ramp_up.is_over() {
        if let Some(user) = ramp_up.next()? {
            connections.add(user)?;
        }
        if clock::now_ns() >= next_read_ns {
            probes.read(connections)?;
            next_read_ns = clock::now_ns() + PAUSE_NS;
        }
        ticker.tick(connections)?;
    }
    Ok(())
}

fn await_all(
    connections: &mut Connections,
    probes: &mut Probes,
    timeout: Duration,
    ticker: &mut Ticker<'_>,
) -> Result<(), ChatError> {
    let started_ns = clock::now_ns();
    let deadline_ns = started_ns + timeout.as_nanos() as u64;
    let mut next_probe_ns = started_ns + SETTLING.as_nanos() as u64;
    let mut interval_ns = FIRST_PROBE_INTERVAL_NS;
    while !probes.all_rooms_complete() {
        let now_ns = clock::now_ns();
        if now_ns >= deadline_ns {
            let (missing, users) = (probes.missing_users(), connections.users.users());
            return Err(ChatError::JoinTimeout {
                missing,
                users,
                timeout,
            });
        }
        if now_ns >= next_probe_ns {
            probes.send(connections)?;
            next_probe_ns = now_ns + interval_ns;
            interval_ns *= 2;
        }
        probes.read(connections)?;
        ticker.tick(connections)?;
        clock::sleep_until(clock::now_ns() + PAUSE_NS);
    }
    while clock::now_ns() < probes.last_arrival_ns + QUIET_NS && clock::now_ns() < deadline_ns {
        probes.read(connections)?;
        clock::sleep_until(clock::now_ns() + PAUSE_NS);
    }
    Ok(())
}

/// Asks the observer a few times a second whether to go on.
struct Ticker<'a> {
    observer: &'a mut dyn WindowObserver,
    next_ns: u64,
}

impl Ticker<'_> {
    fn tick(&mut self, connections: &Connections) -> Result<(), ChatError> {
        let now_ns = clock::now_ns();
        if now_ns < self.next_ns {
            return Ok(());
        }
        self.next_ns = now_ns + TICK_NS;
        let goes_on = self
            .observer
            .joining(connections.connected(), connections.users.users());
        goes_on.then_some(()).ok_or(ChatError::Stopped)
    }
}

/// The probes of all rooms in which this process has users, and who has received them.
struct Probes {
    /// By their number.
    rooms: BTreeMap<u32, Room>,
    incomplete_rooms: usize,
    /// Probes that each room was sent.
    sent: u32,
    last_arrival_ns: u64,
}

struct Room {
    /// The user who sends the probes.
    prober: u32,
    /// How many users this process has there.
    users: usize,
    /// Of each probe while none has reached all.
    received_by: HashMap<u32, HashSet<u32>>,
    is_complete: bool,
}

impl Probes {
    fn new(roster: &Roster) -> Self {
        let mut rooms = BTreeMap::new();
        for user in 0..roster.users() {
            let first = || Room {
                prober: user,
                users: 0,
                received_by: HashMap::new(),
                is_complete: false,
            };
            let room = rooms.entry(roster.room_of(user)).or_insert_with(first);
            room.users += 1;
        }
        Self {
            incomplete_rooms: rooms.len(),
            rooms,
            sent: 0,
            last_arrival_ns: 0,
        }
    }

    fn all_rooms_complete(&self) -> bool {
        self.incomplete_rooms == 0
    }

    /// How many users were missing from the best probe of their room.
    fn missing_users(&self) -> u32 {
        let missing_in = |room: &Room| {
            let best = room
                .received_by
                .values()
                .map(HashSet::len)
                .max()
                .unwrap_or(0);
            (room.users - best) as u32
        };
        let incomplete = self.rooms.values().filter(|room| !room.is_complete);
        incomplete.map(missing_in).sum()
    }

    fn send(&mut self, connections: &mut Connections) -> Result<(), ChatError> {
        for room in self.rooms.values().filter(|room| !room.is_complete) {
            let user = room.prober;
            if connections.is_clear(user) {
                let text = message::probe(
                    &connections.users.user_name(user),
                    &connections.users.room_name_of(user),
                    self.sent,
                );
                connections.send_text(user, &text)?;
            }
        }
        self.sent += 1;
        Ok(())
    }

    fn read(&mut self, connections: &mut Connections) -> Result<(), ChatError> {
        connections.read_round(|roster, user, text, received_ns| {
            self.receive(roster, user, text, received_ns)
        })?;
        if let Some((user, reason)) = connections.first_closed() {
            let user = connections.users.user_name(user);
            return Err(ChatError::ClosedWhileJoining {
                user,
                reason: reason.to_owned(),
            });
        }
        Ok(())
    }

    fn receive(
        &mut self,
        roster: &Roster,
        user: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), ChatError> {
        match message::read(text, roster) {
            Ok(Received::Probe { sender, number }) => {
                check_room(roster, user, sender)?;
                if !roster.is_own(sender) {
                    return Ok(());
                }
                self.last_arrival_ns = received_ns;
                let room = self.rooms.get_mut(&roster.room_of(user));
                let room = room.expect("a user's room has users");
                if !room.is_complete && room.hears(user, number) {
                    self.incomplete_rooms -= 1;
                }
                Ok(())
            }
            Ok(Received::NameInUse) => Err(ChatError::NameInUse {
                user: roster.user_name(user),
            }),
            Ok(Received::Delivery { .. }) => Err(ChatError::unexpected(
                roster.user_name(user),
                "no message has been sent yet",
                text,
            )),
            Err(reason) => Err(ChatError::unexpected(roster.user_name(user), reason, text)),
        }
    }
}

impl Room {
    /// Whether this makes it complete.
    fn hears(&mut self, user: u32, number: u32) -> bool {
        let received_by = self.received_by.entry(number).or_default();
        received_by.insert(user);
        self.is_complete = received_by.len() == self.users;
        if self.is_complete {
            self.received_by = HashMap::new();
        }
        self.is_complete
    }
}

/// # Errors
/// `WrongRoom` where the user of number `sender` sits in another room than the user who received its message.
#[inline]
pub(super) fn check_room(roster: &Roster, receiver: u32, sender: u32) -> Result<(), ChatError> {
    let (room, other) = (roster.room_of(receiver), roster.room_of_number(sender));
    if room == other {
        return Ok(());
    }
    Err(ChatError::WrongRoom {
        user: roster.user_name(receiver),
        room: roster.room_name(room),
        other: roster.room_name(other),
    })
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

    use super::{ChatError, Connecting, join_all};
    use crate::rooms::roster::Roster;
    use crate::websocket::Target;

    /// Has two users join a server that handles each connection with `serve`.
    fn join(serve: fn(TcpStream)) -> Result<(), ChatError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let accepting = thread::spawn(move || {
            for stream in listener.incoming().take(2) {
                thread::spawn(move || serve(stream.unwrap()));
            }
        });
        let target = Target {
            address,
            path: "/chat".to_owned(),
        };
        let joined = join_all(
            &target,
            &Connecting::default(),
            Roster::new(1, 2, 0),
            Duration::from_millis(500),
            &mut (),
        );
        accepting.join().unwrap();
        joined.map(drop)
    }

    #[test]
    fn users_who_never_hear_their_room_have_not_joined() {
        let error = join(|stream| {
            let mut socket = tungstenite::accept(stream).unwrap();
            while socket.read().is_ok() {}
        });
        let message = error.unwrap_err().to_string();
        assert!(
            message.starts_with("after 0.5 s, 2 of 2 users"),
            "{message}"
        );
    }

    #[test]
    fn a_connection_that_is_closed_while_joining_is_told_with_the_servers_reason() {
        let error = join(|stream| {
            let mut socket = tungstenite::accept(stream).unwrap();
            let frame = tungstenite::protocol::CloseFrame {
                code: 1013.into(),
                reason: "full".into(),
            };
            socket.read().unwrap();
            socket.close(Some(frame)).unwrap();
            while socket.read().is_ok() {}
        });
        let message = error.unwrap_err().to_string();
        assert!(
            message.contains("r00000000-") && message.contains("close code 1013, full"),
            "{message}"
        );
    }
}
