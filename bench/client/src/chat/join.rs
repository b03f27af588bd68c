//! The barrier before the window: the protocol does not acknowledge a join, so one user of each room
//! sends probes until every user of the room has received one and the same of them. An agent does so for its own
//! users; what it hears of other agents' probes says nothing of them.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::clock;
use super::crowd::{Crowd, PAUSE_NS};
use super::error::ChatError;
use super::message::{self, Received};
use super::roster::Roster;

const PROBE_INTERVAL_NS: u64 = 200_000_000;
/// A server that has not let everyone join by then does not work.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);
/// Nothing has arrived for so long: no probe is under way any more.
const QUIET_NS: u64 = 250_000_000;

/// Waits until all users have joined and all is quiet.
///
/// # Errors
/// A name is in use, a connection is closed, a user does not hear its room, or hears another one.
pub(super) fn await_all(crowd: &mut Crowd, timeout: Duration) -> Result<(), ChatError> {
    let mut probes = Probes::new(&crowd.roster);
    let deadline_ns = clock::now_ns() + timeout.as_nanos() as u64;
    let mut next_probe_ns = 0;
    while !probes.all_rooms_complete() {
        let now_ns = clock::now_ns();
        if now_ns >= deadline_ns {
            let (missing, users) = (probes.missing_users(), crowd.roster.users());
            return Err(ChatError::JoinTimeout {
                missing,
                users,
                timeout,
            });
        }
        if now_ns >= next_probe_ns {
            probes.send(crowd)?;
            next_probe_ns = now_ns + PROBE_INTERVAL_NS;
        }
        probes.read(crowd)?;
    }
    while clock::now_ns() < probes.last_arrival_ns + QUIET_NS && clock::now_ns() < deadline_ns {
        probes.read(crowd)?;
    }
    Ok(())
}

/// The probes of all rooms, and who has received them.
struct Probes {
    /// Of all rooms; none for one without users of this process.
    rooms: Vec<Option<Room>>,
    /// Probes that each room was sent.
    sent: u32,
    last_arrival_ns: u64,
}

/// One of the rooms in which this process has users.
#[derive(Clone)]
struct Room {
    /// The user who sends the probes.
    prober: u32,
    /// How many users this process has there.
    users: usize,
    received_by: HashMap<u32, HashSet<u32>>,
    is_complete: bool,
}

impl Probes {
    fn new(roster: &Roster) -> Self {
        let mut rooms: Vec<Option<Room>> = vec![None; roster.deal.rooms() as usize];
        for user in 0..roster.users() {
            let first = || Room {
                prober: user,
                users: 0,
                received_by: HashMap::new(),
                is_complete: false,
            };
            rooms[roster.room_of(user) as usize]
                .get_or_insert_with(first)
                .users += 1;
        }
        Self {
            rooms,
            sent: 0,
            last_arrival_ns: 0,
        }
    }

    fn all_rooms_complete(&self) -> bool {
        self.rooms.iter().flatten().all(|room| room.is_complete)
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
        self.rooms.iter().flatten().map(missing_in).sum()
    }

    fn send(&mut self, crowd: &mut Crowd) -> Result<(), ChatError> {
        for room in self.rooms.iter().flatten().filter(|room| !room.is_complete) {
            let user = room.prober;
            if crowd.is_clear(user) {
                let text = message::probe(
                    &crowd.roster.user_name(user),
                    &crowd.room_name_of(user),
                    self.sent,
                );
                crowd.send_text(user, &text)?;
            }
        }
        self.sent += 1;
        Ok(())
    }

    fn read(&mut self, crowd: &mut Crowd) -> Result<(), ChatError> {
        crowd.read_round(|roster, user, text, received_ns| {
            self.receive(roster, user, text, received_ns)
        })?;
        if let Some((user, reason)) = crowd.first_closed() {
            let user = crowd.roster.user_name(user);
            return Err(ChatError::ClosedWhileJoining {
                user,
                reason: reason.to_owned(),
            });
        }
        clock::sleep_until(clock::now_ns() + PAUSE_NS);
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
                if !roster.plays(sender) {
                    return Ok(());
                }
                self.last_arrival_ns = received_ns;
                let room = self.rooms[roster.room_of(user) as usize]
                    .as_mut()
                    .expect("a user's room has users");
                let received_by = room.received_by.entry(number).or_default();
                received_by.insert(user);
                room.is_complete |= received_by.len() == room.users;
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

/// # Errors
/// `WrongRoom` where the user of number `sender` sits in another room than the user who received its message.
#[inline]
pub(super) fn check_room(roster: &Roster, receiver: u32, sender: u32) -> Result<(), ChatError> {
    let (room, other) = (roster.room_of(receiver), roster.deal.room_of(sender));
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

    use super::{ChatError, Crowd, await_all};
    use crate::chat::roster::Roster;
    use crate::chat::target::Target;

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
        let mut crowd = Crowd::connect(&target, Roster::new(1, 2, 0))?;
        let result = await_all(&mut crowd, Duration::from_millis(500));
        accepting.join().unwrap();
        result
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
            message.contains("r00000000-0") && message.contains("close code 1013, full"),
            "{message}"
        );
    }
}
