//! The measured part of an iteration: one thread sends what is due, reads in rounds, and accounts for
//! every delivery until all have arrived or the drain time-out ends.
//!
//! Reads come in rounds, at least the read interval apart, and the thread sleeps in between: a socket is
//! then read once for several deliveries, and the server is not slowed by waking its client for
//! each. The kernel's receive stamps keep the latencies (see `connection`).

use std::time::Duration;

use super::error::ChatError;
use super::observation::{AgentObservation, Audit, Load, Observation, Outcome};
use super::receiver::Receiver;
use super::roster::{Connections, Roster};
use super::sender::Sender;
use super::start::Start;
use crate::load::busy_time::BusyTime;
use crate::load::clock::{self, now_ns};
use crate::load::schedule::Schedule;
use crate::load::{Progress, WindowObserver};

const TICK_NS: u64 = 200_000_000;

/// Runs the window for a connections that has joined, and closes its connections.
///
/// # Errors
/// The server broke a protocol, or a system call failed; the start could not be kept. Missing deliveries are no error.
pub(super) fn run(
    mut connections: Connections,
    load: &Load,
    schedule: Schedule,
    start: Start,
    observer: &mut dyn WindowObserver,
) -> Result<AgentObservation, ChatError> {
    let sender = Sender::new(&connections.users, schedule);
    let mut receiver = Receiver::new(&connections.users, schedule, start.is_common());
    let (start_ns, started_at) = start.reach(&mut connections, &mut receiver, observer)?;
    let mut window = Window::start(load, schedule, start_ns, sender, receiver);
    let (ending, span) = window.measure(&mut connections, observer)?;
    let was_closed = connections.open() < connections.users.users();
    let idle_users = connections.users.idle_users();
    let closed_idle_users = idle_users
        .filter(|user| !connections.is_open(*user))
        .count() as u32;
    let Window {
        start_ns,
        sender,
        mut receiver,
        ..
    } = window;
    let (agent, sent_by_room) = (
        connections.users.agent(),
        sender.sent_by_room(&connections.users),
    );
    connections.close(|roster, user, text| receiver.receive_late(roster, user, text))?;
    let outcome = match ending {
        _ if receiver.ledger.is_complete() && closed_idle_users == 0 => Outcome::Complete,
        Ending::Stopped => Outcome::ServerExited,
        Ending::Finished if was_closed => Outcome::Disconnected,
        Ending::Finished => Outcome::DrainTimeout,
    };
    let end_ns = start_ns + span.length_ns;
    let drain = Duration::from_nanos(receiver.last_arrival_ns.saturating_sub(end_ns));
    let (ledger, received_from) = receiver.finish(end_ns);
    let own = &received_from[agent as usize];
    Ok(AgentObservation {
        observation: Observation {
            outcome,
            audit: Audit {
                closed_idle_users,
                ..ledger.audit(sender.sent_messages)
            },
            drain,
            latency_us: own.whole_us.clone(),
            seconds: own.seconds.clone(),
            window_started_at: started_at,
            window: Duration::from_nanos(span.length_ns),
            client_cpu_percent: span.client_cpu_percent,
            client_busy_percent: span.client_busy_percent,
            sender_lag_us: sender.lag_us,
        },
        sent_by_room,
        received_from,
    })
}

/// Why measuring ended.
#[derive(Debug, Clone, Copy)]
enum Ending {
    /// All has arrived, or the time for it is over, or nobody is connected any more.
    Finished,
    /// The observer wanted no more.
    Stopped,
}

/// The sending window, once it is over.
#[derive(Debug, Clone, Copy)]
struct Span {
    length_ns: u64,
    client_cpu_percent: f64,
    client_busy_percent: f64,
}

struct Window {
    schedule: Schedule,
    read_interval_ns: u64,
    drain_timeout_ns: u64,
    start_ns: u64,
    cpu_at_start_ns: u64,
    busy_time: BusyTime,
    sender: Sender,
    receiver: Receiver,
    span: Option<Span>,
}

impl Window {
    fn start(
        load: &Load,
        schedule: Schedule,
        start_ns: u64,
        mut sender: Sender,
        mut receiver: Receiver,
    ) -> Self {
        sender.start(start_ns);
        receiver.start(start_ns);
        Self {
            schedule,
            read_interval_ns: nanoseconds(load.read_interval),
            drain_timeout_ns: nanoseconds(load.drain_timeout),
            start_ns,
            cpu_at_start_ns: clock::thread_cpu_ns(),
            busy_time: BusyTime::default(),
            sender,
            receiver,
            span: None,
        }
    }

    fn measure(
        &mut self,
        connections: &mut Connections,
        observer: &mut dyn WindowObserver,
    ) -> Result<(Ending, Span), ChatError> {
        let end_ns = self.start_ns + self.schedule.window_ns();
        let last_due_ns = self.start_ns + self.schedule.last_due_ns();
        let deadline_ns = end_ns.max(last_due_ns.saturating_add(self.drain_timeout_ns));
        let (mut next_read_ns, mut next_tick_ns) = (self.start_ns, self.start_ns);
        clock::sleep_until(self.start_ns);
        loop {
            self.sender.send_due(connections)?;
            let mut round_ns = now_ns();
            if round_ns >= next_read_ns {
                next_read_ns = round_ns.saturating_add(self.read_interval_ns);
                self.read_round(connections)?;
                round_ns = now_ns();
            }
            if round_ns >= end_ns && self.span.is_none() {
                self.end(self.schedule.window_ns(), observer);
            }
            let mut stopped = false;
            let mut reachable_received = false;
            if round_ns >= next_tick_ns {
                next_tick_ns = round_ns + TICK_NS;
                stopped = !observer.tick(self.progress());
                reachable_received = connections.open() < connections.users.users()
                    && self.has_all_reachable(connections);
            }
            let finished = connections.open() == 0
                || self.span.is_some()
                    && (self.receiver.ledger.is_complete()
                        || reachable_received
                        || round_ns >= deadline_ns);
            if stopped || finished {
                let span = self.end(round_ns.saturating_sub(self.start_ns), observer);
                return Ok((
                    if finished {
                        Ending::Finished
                    } else {
                        Ending::Stopped
                    },
                    span,
                ));
            }
            let end_ns = if self.span.is_none() {
                end_ns
            } else {
                deadline_ns
            };
            let due_ns = self.sender.next_due_ns().unwrap_or(u64::MAX);
            let other_ns = next_read_ns.min(next_tick_ns).min(end_ns);
            if due_ns < other_ns {
                self.busy_time.sleep_until_due(due_ns);
            } else {
                self.busy_time.sleep_until(other_ns);
            }
        }
    }

    /// Reads every connection that is ready once; what becomes due meanwhile is sent in between.
    fn read_round(&mut self, connections: &mut Connections) -> Result<(), ChatError> {
        for n in 0..connections.poll()? {
            let ready = connections.ready(n);
            if ready.writable {
                connections.flush(ready)?;
                self.sender.send_pending(ready.user, connections)?;
            }
            let receiver = &mut self.receiver;
            connections.read(ready, |roster, text, received_ns| {
                receiver.receive(roster, ready.user, text, received_ns)
            })?;
            self.sender.send_due(connections)?;
        }
        Ok(())
    }

    /// The sending window is over, if it was not already.
    fn end(&mut self, length_ns: u64, observer: &mut dyn WindowObserver) -> Span {
        if let Some(span) = self.span {
            return span;
        }
        observer.window_ended();
        let elapsed_ns = (now_ns() - self.start_ns).max(1);
        let percent = |ns: u64| ns as f64 * 100.0 / elapsed_ns as f64;
        let cpu_ns = clock::thread_cpu_ns() - self.cpu_at_start_ns;
        *self.span.insert(Span {
            length_ns,
            client_cpu_percent: percent(cpu_ns),
            client_busy_percent: self.busy_time.busy_percent(elapsed_ns),
        })
    }

    fn progress(&self) -> Progress {
        let so_far = self.receiver.so_far();
        Progress {
            received_deliveries: self.receiver.ledger.received(),
            expected_deliveries: self.receiver.ledger.expected(),
            latency_p50_us: so_far.p50_us,
            latency_p99_us: so_far.p99_us,
        }
    }

    /// Whether all who are still connected have received all that was sent in their rooms. What other agents sent is
    /// not known here; they are taken to have sent everything.
    fn has_all_reachable(&self, connections: &Connections) -> bool {
        let roster: &Roster = &connections.users;
        let messages = u64::from(self.schedule.last_sequence() + 1);
        let mut sent = self.sender.sent_by_room(roster);
        for (sent, others) in sent.iter_mut().zip(roster.others_by_room()) {
            *sent += u64::from(others) * messages;
        }
        (0..roster.active_users())
            .filter(|user| connections.is_open(*user))
            .all(|user| {
                self.receiver.ledger.received_by(user) == sent[roster.room_of(user) as usize]
            })
    }
}

/// As many as fit.
fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
