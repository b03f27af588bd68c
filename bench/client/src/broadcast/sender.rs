//! Who says what when: on a schedule that never waits for the server (an open loop), or when an earlier broadcast has its result
//! (a closed loop). Where a socket's buffer is full, a message goes out when there is room, and its lag tells how late.

use std::collections::VecDeque;

use hdrhistogram::Histogram;

use super::account::{Account, Kind};
use super::clients::Connections;
use super::error::BroadcastError;
use super::message;
use super::observation::{Load, Saying};
use crate::load::clock::now_ns;
use crate::load::histogram_us;
use crate::server::Envelope;
use crate::websocket::{Opcode, encode_masked};

/// So many clients broadcast in turn in an open loop: enough to tell the order of each one's from that of all, and no client's
/// broadcasts are far apart.
const BROADCASTING: u32 = 4;

#[derive(Debug)]
pub(super) struct Sender {
    pace: Pace,
    kind: Kind,
    envelope: Envelope,
    payload_bytes: u32,
    /// Who send, in turn.
    senders: Vec<u32>,
    turn: usize,
    start_ns: u64,
    end_ns: u64,
    /// By client: numbers of messages that are due and not sent yet.
    waiting: Vec<VecDeque<u32>>,
    frame: Vec<u8>,
    pub lag_us: Histogram<u64>,
}

#[derive(Debug, Clone, Copy)]
enum Pace {
    /// A message is due every so often.
    Schedule {
        per_s: f64,
        messages: u32,
        next: u32,
    },
    /// So many broadcasts are without a result at any time.
    AtOnce(u32),
}

impl Sender {
    /// Nothing is sent before `start_ns`, and nothing becomes due from `end_ns` on.
    pub fn new(load: &Load, start_ns: u64, end_ns: u64) -> Self {
        let schedule = |per_s: f64| Pace::Schedule {
            per_s,
            messages: messages_within(load, per_s),
            next: 0,
        };
        let all = || (0..load.clients).collect();
        let (pace, senders): (Pace, Vec<u32>) = match load.saying {
            Saying::Nothing => (schedule(0.0), Vec::new()),
            Saying::Broadcasts { per_s } => (schedule(per_s), spread(load.clients)),
            Saying::BroadcastsAtOnce(broadcasts) => (Pace::AtOnce(broadcasts), all()),
            Saying::Echoes { per_s } => (schedule(per_s), all()),
        };
        Self {
            pace,
            kind: kind(load.saying),
            envelope: load.envelope,
            payload_bytes: load.payload_bytes,
            senders,
            turn: 0,
            start_ns,
            end_ns,
            waiting: vec![VecDeque::new(); load.clients as usize],
            frame: Vec::new(),
            lag_us: histogram_us(),
        }
    }

    /// Messages of the whole window, where that is known before.
    pub fn scheduled(&self) -> Option<u32> {
        match self.pace {
            Pace::Schedule { messages, .. } => Some(messages),
            Pace::AtOnce(_) => None,
        }
    }

    /// When the next message is due; `None` after the last, and where none ever is.
    pub fn next_due_ns(&self) -> Option<u64> {
        match self.pace {
            Pace::Schedule {
                per_s,
                messages,
                next,
            } => (next < messages).then(|| {
                let since_start_ns = f64::from(next) / per_s * 1e9;
                self.start_ns + since_start_ns as u64
            }),
            Pace::AtOnce(_) => None,
        }
    }

    /// Sends all that is to be sent by now.
    ///
    /// # Errors
    /// epoll fails.
    #[inline]
    pub fn send_due(
        &mut self,
        account: &mut Account,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        match self.pace {
            Pace::Schedule { .. } => self.send_scheduled(account, connections),
            Pace::AtOnce(broadcasts) => self.send_missing(broadcasts, account, connections),
        }
    }

    fn send_scheduled(
        &mut self,
        account: &mut Account,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        while let Some(due_ns) = self.next_due_ns()
            && due_ns <= now_ns()
        {
            let client = self.next_sender();
            if let Pace::Schedule { next, .. } = &mut self.pace {
                *next += 1;
            }
            self.say(client, due_ns, account, connections)?;
        }
        Ok(())
    }

    /// Until so many are without a result.
    fn send_missing(
        &mut self,
        broadcasts: u32,
        account: &mut Account,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        while account.unanswered() < broadcasts {
            let now_ns = now_ns();
            let Some(client) = self
                .next_clear(connections)
                .filter(|_| now_ns < self.end_ns)
            else {
                break;
            };
            self.say(client, now_ns, account, connections)?;
        }
        Ok(())
    }

    fn next_sender(&mut self) -> u32 {
        let client = self.senders[self.turn];
        self.turn = (self.turn + 1) % self.senders.len();
        client
    }

    /// The next that can send now.
    fn next_clear(&mut self, connections: &Connections) -> Option<u32> {
        (0..self.senders.len())
            .map(|_| self.next_sender())
            .find(|client| connections.is_clear(*client))
    }

    fn say(
        &mut self,
        client: u32,
        from_ns: u64,
        account: &mut Account,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        let number = account.add(client, from_ns);
        self.waiting[client as usize].push_back(number);
        self.send_waiting(client, account, connections)
    }

    /// Sends what the client has not sent of what was due, as far as the socket takes it.
    ///
    /// # Errors
    /// epoll fails.
    pub fn send_waiting(
        &mut self,
        client: u32,
        account: &mut Account,
        connections: &mut Connections,
    ) -> Result<(), BroadcastError> {
        while let Some(number) = self.waiting[client as usize].front().copied()
            && connections.is_clear(client)
        {
            let payload = account.payload(number).text(self.payload_bytes);
            let text = match self.kind {
                Kind::Broadcast => message::broadcast(self.envelope, &payload),
                Kind::Echo => message::echo(self.envelope, &payload),
            };
            self.frame.clear();
            let key = rand::random();
            encode_masked(Opcode::Text, text.as_bytes(), key, &mut self.frame);
            let lag_ns = now_ns().saturating_sub(account.counts_from_ns(number));
            if !connections.send(client, &self.frame)? {
                break;
            }
            self.waiting[client as usize].pop_front();
            account.sent(number);
            self.lag_us.saturating_record(lag_ns / 1_000);
        }
        Ok(())
    }
}

pub(super) fn kind(saying: Saying) -> Kind {
    match saying {
        Saying::Echoes { .. } => Kind::Echo,
        Saying::Nothing | Saying::Broadcasts { .. } | Saying::BroadcastsAtOnce(_) => {
            Kind::Broadcast
        }
    }
}

/// How many are due while the load is held; at least one, if any is ever.
pub(super) fn messages_within(load: &Load, per_s: f64) -> u32 {
    let messages = (per_s * load.hold.as_secs_f64()).round() as u32;
    messages.max(u32::from(per_s > 0.0))
}

/// Some of the clients, evenly spread over all.
fn spread(clients: u32) -> Vec<u32> {
    let senders = u64::from(BROADCASTING.min(clients));
    let nth = |n| (n * u64::from(clients) / senders) as u32;
    (0..senders).map(nth).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::websocket::Connecting;

    fn load(saying: Saying) -> Load {
        Load {
            clients: 10,
            connecting: Connecting::default(),
            envelope: Envelope::None,
            saying,
            hold: Duration::from_secs(2),
            payload_bytes: 64,
            drain_timeout: Duration::from_secs(1),
            read_interval: Duration::ZERO,
        }
    }

    #[test]
    fn those_who_broadcast_are_spread_over_all() {
        assert_eq!(spread(10_000), [0, 2_500, 5_000, 7_500]);
        assert_eq!(spread(5), [0, 1, 2, 3]);
        assert_eq!(spread(2), [0, 1]);
    }

    #[test]
    fn a_schedule_is_evenly_spaced_and_ends_with_the_window() {
        let start_ns = 7_000_000_000;
        let end_ns = start_ns + 2_000_000_000;
        let mut sender = Sender::new(&load(Saying::Echoes { per_s: 4.0 }), start_ns, end_ns);
        let mut dues = Vec::new();
        while let Some(due_ns) = sender.next_due_ns() {
            dues.push(due_ns - start_ns);
            let Pace::Schedule { next, .. } = &mut sender.pace else {
                panic!("echoes have a schedule");
            };
            *next += 1;
        }
        let expected: Vec<u64> = (0..8).map(|n| n * 250_000_000).collect();
        assert_eq!(dues, expected);
    }

    #[test]
    fn where_nothing_is_said_nothing_is_due() {
        let sender = Sender::new(&load(Saying::Nothing), 0, 2_000_000_000);
        assert_eq!(sender.next_due_ns(), None);
    }

    #[test]
    fn a_window_shorter_than_the_interval_still_has_a_message() {
        assert_eq!(messages_within(&load(Saying::Nothing), 0.1), 1);
        assert_eq!(messages_within(&load(Saying::Nothing), 20.0), 40);
    }
}
