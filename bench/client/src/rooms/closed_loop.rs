//! A closed loop: users are alone in their rooms, hear themselves, and send the next message when the last has come back. What
//! the server does decides how much is sent, and a stall delays its own load (coordinated omission): such latencies are of
//! another kind than those of a schedule.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;
use nix::sys::prctl;

use super::join;
use super::message::{self, Received, Template};
use super::roster::{Connections, Roster};
use super::{AgentShares, ChatError, Outcome};
use crate::load::clock::{now_ns, thread_cpu_ns};
use crate::load::{Progress, WindowObserver, histogram_us, is_client_saturated};
use crate::websocket::{
    Connecting, ConnectionError, Opcode, Target, encode_masked, raise_open_file_limit,
};

const TICK_NS: u64 = 200_000_000;
/// Nothing is due between two messages, so the thread sleeps until something arrives, but not past the end.
const MAX_WAIT_MS: u16 = 20;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosedLoop {
    /// Each with one message under way.
    pub users: u32,
    /// For how long they send.
    pub hold: Duration,
    /// How long after that the last messages are awaited.
    pub drain_timeout: Duration,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Echoes {
    pub outcome: Outcome,
    /// Within the window.
    pub echoes: u64,
    /// Those that never came back, or came back twice.
    pub failed: u64,
    /// From sending to the kernel's receive stamp, in microseconds.
    pub latency_us: Histogram<u64>,
    pub window_started_at: SystemTime,
    pub window: Duration,
    /// 100 = one core.
    pub client_cpu_percent: f64,
}

impl Echoes {
    /// The client, and not the server, may have been the limit. Nothing is due, so nothing can be sent late.
    #[must_use]
    pub fn is_client_saturated(&self) -> bool {
        is_client_saturated(self.client_cpu_percent, &histogram_us(), &self.latency_us)
    }
}

/// Runs one iteration of the loop against the server, on the calling thread.
///
/// # Errors
/// Nothing can be measured: the users cannot be connected or do not hear themselves, or the server breaks the protocol.
/// Losses and disconnections are part of the `Echoes` instead.
pub fn run(
    target: &Target,
    load: &ClosedLoop,
    observer: &mut dyn WindowObserver,
) -> Result<Echoes, ChatError> {
    let shares = AgentShares::new(load.users, 1, 1);
    let roster = Roster::of_agent(shares, 0, rand::random());
    raise_open_file_limit(roster.users())?;
    prctl::set_timerslack(1).map_err(ConnectionError::system("set the timer slack"))?;
    let connecting = Connecting::default();
    let mut connections = join::join_all(target, &connecting, roster, join::TIMEOUT, observer)?;
    observer.window_started();
    let window_started_at = SystemTime::now();
    let cpu_at_start_ns = thread_cpu_ns();
    let mut window = Window::new(&connections.users, load);
    let stopped = window.send_and_read(&mut connections, observer)?;
    let length_ns = (now_ns() - window.start_ns).max(1);
    let client_cpu_ns = thread_cpu_ns() - cpu_at_start_ns;
    observer.window_ended();
    let stopped = stopped || window.drain(&mut connections, load.drain_timeout, observer)?;
    let was_closed = connections.open() < connections.users.users();
    connections.close(|_, _, _| {})?;
    let missing = window.under_way();
    Ok(Echoes {
        outcome: match () {
            () if stopped => Outcome::ServerExited,
            () if was_closed => Outcome::Disconnected,
            () if missing > 0 => Outcome::DrainTimeout,
            () => Outcome::Complete,
        },
        echoes: window.latency_us.len(),
        failed: window.failed + missing,
        latency_us: window.latency_us,
        window_started_at,
        window: Duration::from_nanos(length_ns),
        client_cpu_percent: client_cpu_ns as f64 * 100.0 / length_ns as f64,
    })
}

struct Window {
    start_ns: u64,
    end_ns: u64,
    next_tick_ns: u64,
    users: Vec<User>,
    latency_us: Histogram<u64>,
    failed: u64,
    frame: Vec<u8>,
}

struct User {
    template: Template,
    /// Of its last message.
    sequence: u32,
    /// Since the start, while it is under way.
    sent_ns: Option<u64>,
}

impl Window {
    fn new(roster: &Roster, load: &ClosedLoop) -> Self {
        let hold_ns = load.hold.as_nanos() as u64;
        // A message may be sent just before the end.
        let last_ns = 2 * hold_ns;
        let user = |user| User {
            template: Template::new(
                &roster.user_name(user),
                &roster.room_name_of(user),
                u32::MAX,
                last_ns,
            ),
            sequence: 0,
            sent_ns: None,
        };
        let start_ns = now_ns();
        Self {
            start_ns,
            end_ns: start_ns + hold_ns,
            next_tick_ns: start_ns,
            users: (0..roster.users()).map(user).collect(),
            latency_us: histogram_us(),
            failed: 0,
            frame: Vec::new(),
        }
    }

    /// Until the end; `true` if the observer wanted no more.
    fn send_and_read(
        &mut self,
        connections: &mut Connections,
        observer: &mut dyn WindowObserver,
    ) -> Result<bool, ChatError> {
        for user in 0..connections.users.users() {
            self.send(user, connections)?;
        }
        while now_ns() < self.end_ns && connections.open() > 0 {
            for n in 0..connections.wait(MAX_WAIT_MS)? {
                let ready = connections.ready(n);
                self.read(ready.user, n, connections)?;
                if self.users[ready.user as usize].sent_ns.is_none() && now_ns() < self.end_ns {
                    self.send(ready.user, connections)?;
                }
            }
            if self.is_stopped(observer) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Awaits what is still under way; `true` if the observer wanted no more.
    fn drain(
        &mut self,
        connections: &mut Connections,
        timeout: Duration,
        observer: &mut dyn WindowObserver,
    ) -> Result<bool, ChatError> {
        let deadline_ns = now_ns().saturating_add(timeout.as_nanos() as u64);
        while self.under_way() > 0 && connections.open() > 0 && now_ns() < deadline_ns {
            for n in 0..connections.wait(MAX_WAIT_MS)? {
                self.read(connections.ready(n).user, n, connections)?;
            }
            if self.is_stopped(observer) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn send(&mut self, user: u32, connections: &mut Connections) -> Result<(), ChatError> {
        let state = &mut self.users[user as usize];
        if !connections.is_clear(user) {
            return Ok(());
        }
        state.sequence += 1;
        let sent_ns = now_ns() - self.start_ns;
        self.frame.clear();
        let text = state.template.fill(state.sequence, sent_ns);
        encode_masked(Opcode::Text, text, rand::random(), &mut self.frame);
        // One message at a time finds room in any socket's buffer.
        connections.send(user, &self.frame)?;
        state.sent_ns = Some(sent_ns);
        Ok(())
    }

    /// Reads the `n`th connection that is ready, which is the user's.
    fn read(
        &mut self,
        user: u32,
        n: usize,
        connections: &mut Connections,
    ) -> Result<(), ChatError> {
        let ready = connections.ready(n);
        connections.flush(ready)?;
        connections.read(ready, |roster, text, received_ns| {
            self.receive(roster, user, text, received_ns)
        })
    }

    fn receive(
        &mut self,
        roster: &Roster,
        user: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), ChatError> {
        let unexpected = |reason| ChatError::unexpected(roster.user_name(user), reason, text);
        let Received::Delivery {
            sender,
            sequence,
            due_ns,
        } = message::read(text, roster).map_err(unexpected)?
        else {
            // A straggler from before the window.
            return Ok(());
        };
        join::check_room(roster, user, sender)?;
        let state = &mut self.users[user as usize];
        if sequence != state.sequence || state.sent_ns != Some(due_ns) {
            self.failed += 1;
            return Ok(());
        }
        state.sent_ns = None;
        if received_ns < self.end_ns {
            let latency_ns = received_ns.saturating_sub(self.start_ns + due_ns);
            self.latency_us.saturating_record(latency_ns / 1_000);
        }
        Ok(())
    }

    fn under_way(&self) -> u64 {
        let is_under_way = |user: &&User| user.sent_ns.is_some();
        self.users.iter().filter(is_under_way).count() as u64
    }

    /// Asks the observer a few times a second.
    fn is_stopped(&mut self, observer: &mut dyn WindowObserver) -> bool {
        let now_ns = now_ns();
        if now_ns < self.next_tick_ns {
            return false;
        }
        self.next_tick_ns = now_ns + TICK_NS;
        let at = |quantile| {
            let latency_us = &self.latency_us;
            (!latency_us.is_empty()).then(|| latency_us.value_at_quantile(quantile))
        };
        !observer.tick(Progress {
            received_deliveries: self.latency_us.len(),
            // As many as there will be.
            expected_deliveries: 0,
            latency_p50_us: at(0.5),
            latency_p99_us: at(0.99),
        })
    }
}
