//! The measured part of a load: one thread sends what is due, reads, and accounts for every delivery and result until all have
//! arrived or the drain time-out ends.
//!
//! In an open loop reads come in rounds, at least the read interval apart, and the thread sleeps in between, as for chats; the
//! kernel's receive stamps keep the latencies. In a closed loop the next broadcast waits for a result, so what arrives is read at once.

use std::time::{Duration, SystemTime};

use super::account::Account;
use super::clients::Connections;
use super::error::BroadcastError;
use super::observation::{Load, Observation};
use super::sender::{Sender, kind};
use crate::load::busy_time::BusyTime;
use crate::load::clock::{self, now_ns};
use crate::load::{Progress, WindowObserver};
use crate::rooms::Outcome;
use crate::websocket::Users;

const TICK_NS: u64 = 200_000_000;
/// The first message is due so long after the observer was told of the window.
const LEAD_NS: u64 = 1_000_000;
/// In a closed loop the thread sleeps until something arrives, but not past the end by more than this.
const MAX_WAIT_MS: u16 = 20;

/// Runs the window for clients that are there, and closes their connections.
///
/// # Errors
/// The server broke a protocol, or a system call failed. What is missing is no error.
pub(super) fn run(
    mut connections: Connections,
    load: &Load,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, BroadcastError> {
    observer.window_started();
    let started_at = SystemTime::now() + Duration::from_nanos(LEAD_NS);
    let mut window = Window::new(load, now_ns() + LEAD_NS);
    let (ending, span) = window.measure(&mut connections, observer)?;
    let was_closed = connections.open() < connections.users.count();
    let Window {
        start_ns,
        mut account,
        sender,
        ..
    } = window;
    connections.close(|clients, client, text| account.receive_late(clients, client, text))?;
    let end_ns = start_ns + span.length_ns;
    let (first_delivery_us, last_delivery_us) = account.first_and_last_us();
    Ok(Observation {
        outcome: match ending {
            Ending::Stopped => Outcome::ServerExited,
            Ending::Finished if was_closed => Outcome::Disconnected,
            Ending::Finished if account.is_complete() => Outcome::Complete,
            Ending::Finished => Outcome::DrainTimeout,
        },
        audit: account.audit(),
        latency_us: account.latency_us().clone(),
        delivery_us: account.delivery_us().clone(),
        first_delivery_us,
        last_delivery_us,
        seconds: account.done_by_second(start_ns, end_ns),
        sender_lag_us: sender.lag_us,
        window_started_at: started_at,
        window: Duration::from_nanos(span.length_ns),
        drain: Duration::from_nanos(account.last_arrival_ns().saturating_sub(end_ns)),
        client_cpu_percent: span.client_cpu_percent,
        client_busy_percent: span.client_busy_percent,
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

/// The window, once it is over.
#[derive(Debug, Clone, Copy)]
struct Span {
    length_ns: u64,
    client_cpu_percent: f64,
    client_busy_percent: f64,
}

struct Window {
    is_closed_loop: bool,
    read_interval_ns: u64,
    start_ns: u64,
    end_ns: u64,
    /// Of the drain.
    deadline_ns: u64,
    next_read_ns: u64,
    next_tick_ns: u64,
    cpu_at_start_ns: u64,
    busy_time: BusyTime,
    sender: Sender,
    account: Account,
    span: Option<Span>,
}

impl Window {
    fn new(load: &Load, start_ns: u64) -> Self {
        let end_ns = start_ns + load.hold.as_nanos() as u64;
        Self {
            is_closed_loop: load.saying.is_closed_loop(),
            read_interval_ns: load.read_interval.as_nanos() as u64,
            start_ns,
            end_ns,
            deadline_ns: end_ns + load.drain_timeout.as_nanos() as u64,
            next_read_ns: start_ns,
            next_tick_ns: start_ns,
            cpu_at_start_ns: clock::thread_cpu_ns(),
            busy_time: BusyTime::default(),
            sender: Sender::new(load, start_ns, end_ns),
            account: Account::new(kind(load.saying), load.clients),
            span: None,
        }
    }

    fn measure(
        &mut self,
        connections: &mut Connections,
        observer: &mut dyn WindowObserver,
    ) -> Result<(Ending, Span), BroadcastError> {
        clock::sleep_until(self.start_ns);
        loop {
            self.sender.send_due(&mut self.account, connections)?;
            self.read(connections)?;
            let now_ns = now_ns();
            if now_ns >= self.end_ns {
                self.end(self.end_ns, observer);
            }
            let (mut is_stopped, mut has_all_reachable) = (false, false);
            if now_ns >= self.next_tick_ns {
                self.next_tick_ns = now_ns + TICK_NS;
                is_stopped = !observer.tick(self.progress());
                has_all_reachable = connections.open() < connections.users.count()
                    && self
                        .account
                        .has_all_of(|client| connections.is_open(client));
            }
            let is_drained = self.account.is_complete() || has_all_reachable;
            let is_finished = connections.open() == 0
                || self.span.is_some() && (is_drained || now_ns >= self.deadline_ns);
            if is_finished || is_stopped {
                let span = self.end(now_ns, observer);
                let ending = if is_finished {
                    Ending::Finished
                } else {
                    Ending::Stopped
                };
                return Ok((ending, span));
            }
            self.rest();
        }
    }

    /// Reads every connection that is ready once; what becomes due meanwhile is sent in between.
    fn read(&mut self, connections: &mut Connections) -> Result<(), BroadcastError> {
        let now_ns = now_ns();
        let count = if self.is_closed_loop {
            connections.wait(MAX_WAIT_MS)?
        } else if now_ns >= self.next_read_ns {
            self.next_read_ns = now_ns + self.read_interval_ns;
            connections.poll()?
        } else {
            0
        };
        for n in 0..count {
            let ready = connections.ready(n);
            if ready.writable {
                connections.flush(ready)?;
                self.sender
                    .send_waiting(ready.user, &mut self.account, connections)?;
            }
            let account = &mut self.account;
            connections.read(ready, |clients, text, received_ns| {
                account.receive(clients, ready.user, text, received_ns)
            })?;
            self.sender.send_due(&mut self.account, connections)?;
        }
        Ok(())
    }

    /// Sleeps until there is something to do; in a closed loop that is when something arrives, for which `read` waits.
    fn rest(&mut self) {
        if self.is_closed_loop {
            return;
        }
        let end_ns = match self.span {
            None => self.end_ns,
            Some(_) => self.deadline_ns,
        };
        let due_ns = self.sender.next_due_ns().unwrap_or(u64::MAX);
        let other_ns = self.next_read_ns.min(self.next_tick_ns).min(end_ns);
        if due_ns < other_ns {
            self.busy_time.sleep_until_due(due_ns);
        } else {
            self.busy_time.sleep_until(other_ns);
        }
    }

    /// The window is over, if it was not already.
    fn end(&mut self, end_ns: u64, observer: &mut dyn WindowObserver) -> Span {
        if let Some(span) = self.span {
            return span;
        }
        observer.window_ended();
        let elapsed_ns = now_ns().saturating_sub(self.start_ns).max(1);
        let cpu_ns = clock::thread_cpu_ns() - self.cpu_at_start_ns;
        let client_cpu_percent = cpu_ns as f64 * 100.0 / elapsed_ns as f64;
        *self.span.insert(Span {
            length_ns: end_ns.saturating_sub(self.start_ns),
            client_cpu_percent,
            client_busy_percent: if self.is_closed_loop {
                client_cpu_percent
            } else {
                self.busy_time.busy_percent(elapsed_ns)
            },
        })
    }

    fn progress(&self) -> Progress {
        let latency_us = self.account.latency_us();
        let at =
            |quantile| (!latency_us.is_empty()).then(|| latency_us.value_at_quantile(quantile));
        Progress {
            received_deliveries: self.account.received(),
            expected_deliveries: match self.sender.scheduled() {
                Some(messages) => self.account.expected_of(messages),
                None => self.account.expected(),
            },
            latency_p50_us: at(0.5),
            latency_p99_us: at(0.99),
        }
    }
}
