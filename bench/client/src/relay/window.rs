//! The measured part of a load: one thread publishes what is due, reads the pages, and accounts for every delivery until all have arrived or
//! the drain time-out ends. Reads come in rounds, as for chats, and the thread sleeps in between; the kernel's receive stamps keep the latencies.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

use super::account::Account;
use super::body::Tag;
use super::error::RelayError;
use super::observation::{Ending, Observation};
use super::pages::Connections;
use super::{Load, Tap};
use crate::broker::Publisher;
use crate::load::busy_time::BusyTime;
use crate::load::clock::{self, now_ns};
use crate::load::{Progress, WindowObserver, histogram_us};

const TICK_NS: u64 = 200_000_000;
/// The first message is due so long after the observer was told of the window.
const LEAD_NS: u64 = 1_000_000;
/// CPU and memory of less would be those of a moment.
const LEAST_NS: u64 = 1_000_000_000;
/// The tap may have handed over a message, and a page have it, just before the tap notes it.
const NOTING_NS: u64 = 20_000_000;

/// Runs the window for pages that hear the broker, and closes their connections.
///
/// # Errors
/// The relay broke the protocol or went round the tap, or a system call failed. What is missing is no error.
pub(super) fn run(
    mut connections: Connections,
    load: &Load,
    tag: Tag,
    tap: &Tap,
    publisher: Publisher,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, RelayError> {
    observer.window_started();
    let started_at = SystemTime::now() + Duration::from_nanos(LEAD_NS);
    let mut window = Window::new(load, tag, publisher, now_ns() + LEAD_NS);
    let (end, span) = window.measure(&mut connections, observer)?;
    let was_closed = connections.open() < connections.users.count;
    let Window {
        start_ns,
        mut account,
        lag_us,
        ..
    } = window;
    connections.close(|_, page, text| account.receive_late(page, text))?;
    clock::sleep_until(now_ns() + NOTING_NS);
    let end_ns = start_ns + span.length_ns;
    let hops = account.hops(&tap.handed_ns(), start_ns, end_ns)?;
    Ok(Observation {
        ending: match end {
            End::Stopped => Ending::Stopped,
            End::BrokerGone => Ending::BrokerGone,
            End::Finished if was_closed => Ending::Disconnected,
            End::Finished if account.is_complete() => Ending::Complete,
            End::Finished => Ending::DrainTimeout,
        },
        audit: account.audit(),
        broker_hop: hops.broker,
        page_hop: hops.page,
        whole_way: hops.whole,
        seconds: hops.seconds,
        publisher_lag_us: lag_us,
        window_started_at: started_at,
        window: Duration::from_nanos(span.length_ns),
        client_cpu_percent: span.client_cpu_percent,
        client_busy_percent: span.client_busy_percent,
    })
}

/// Why measuring ended.
#[derive(Debug, Clone, Copy)]
enum End {
    /// All has arrived, or the time for it is over, or no page is connected any more.
    Finished,
    BrokerGone,
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
    messages: u32,
    pause_ns: u64,
    read_interval_ns: u64,
    start_ns: u64,
    end_ns: u64,
    /// Of the drain.
    deadline_ns: u64,
    next_read_ns: u64,
    next_tick_ns: u64,
    cpu_at_start_ns: u64,
    busy_time: BusyTime,
    publisher: Publisher,
    account: Account,
    lag_us: Histogram<u64>,
    span: Option<Span>,
}

impl Window {
    fn new(load: &Load, tag: Tag, publisher: Publisher, start_ns: u64) -> Self {
        let pause_ns = load.pause.as_nanos() as u64;
        let end_ns = start_ns + (pause_ns * u64::from(load.messages)).max(LEAST_NS);
        Self {
            messages: load.messages,
            pause_ns,
            read_interval_ns: load.read_interval.as_nanos() as u64,
            start_ns,
            end_ns,
            deadline_ns: end_ns + load.drain_timeout.as_nanos() as u64,
            next_read_ns: start_ns,
            next_tick_ns: start_ns,
            cpu_at_start_ns: clock::process_cpu_ns(),
            busy_time: BusyTime::default(),
            publisher,
            account: Account::new(tag, load.message_characters, load.messages, load.pages),
            lag_us: histogram_us(),
            span: None,
        }
    }

    fn measure(
        &mut self,
        connections: &mut Connections,
        observer: &mut dyn WindowObserver,
    ) -> Result<(End, Span), RelayError> {
        clock::sleep_until(self.start_ns);
        loop {
            self.publish_due();
            self.read(connections)?;
            let now_ns = now_ns();
            if now_ns >= self.end_ns {
                self.end(self.end_ns, observer);
            }
            let (mut is_stopped, mut has_all_reachable) = (false, false);
            if now_ns >= self.next_tick_ns {
                self.next_tick_ns = now_ns + TICK_NS;
                self.publisher.attend();
                is_stopped = !observer.tick(self.progress());
                has_all_reachable = connections.open() < connections.users.count
                    && self.account.has_all_of(|page| connections.is_open(page));
            }
            let is_drained = self.account.is_complete() || has_all_reachable;
            let is_finished = connections.open() == 0
                || self.span.is_some() && (is_drained || now_ns >= self.deadline_ns);
            let end = if is_finished {
                Some(End::Finished)
            } else if !self.publisher.is_open() {
                Some(End::BrokerGone)
            } else {
                is_stopped.then_some(End::Stopped)
            };
            if let Some(end) = end {
                return Ok((end, self.end(now_ns, observer)));
            }
            self.rest();
        }
    }

    /// `None` after the last.
    fn next_due_ns(&self) -> Option<u64> {
        let next = self.account.published();
        (next < self.messages).then(|| self.start_ns + u64::from(next) * self.pause_ns)
    }

    /// Publishes what is due by now, and no more than one message once the pages are to be read. Without a pause all is due, one message right
    /// after the other, and latencies run from when it is a message's turn.
    fn publish_due(&mut self) {
        self.publisher.flush();
        while let Some(due_ns) = self.next_due_ns() {
            let now_ns = now_ns();
            if due_ns > now_ns {
                return;
            }
            let from_ns = if self.pause_ns == 0 { now_ns } else { due_ns };
            let body = self.account.publish(from_ns);
            self.lag_us.saturating_record((now_ns - from_ns) / 1_000);
            self.publisher.publish(body.as_bytes());
            if now_ns >= self.next_read_ns {
                return;
            }
        }
    }

    /// Reads every page that is ready once; what becomes due meanwhile is published in between.
    fn read(&mut self, connections: &mut Connections) -> Result<(), RelayError> {
        let now_ns = now_ns();
        if now_ns < self.next_read_ns {
            return Ok(());
        }
        self.next_read_ns = now_ns + self.read_interval_ns;
        for n in 0..connections.poll()? {
            let ready = connections.ready(n);
            connections.flush(ready)?;
            let account = &mut self.account;
            connections.read(ready, |pages, text, received_ns| {
                account.receive(pages, ready.user, text, received_ns)
            })?;
            self.publish_due();
        }
        Ok(())
    }

    /// Sleeps until there is something to do.
    fn rest(&mut self) {
        let end_ns = match self.span {
            None => self.end_ns,
            Some(_) => self.deadline_ns,
        };
        let due_ns = self.next_due_ns().unwrap_or(u64::MAX);
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
        let cpu_ns = clock::process_cpu_ns() - self.cpu_at_start_ns;
        *self.span.insert(Span {
            length_ns: end_ns.saturating_sub(self.start_ns),
            client_cpu_percent: cpu_ns as f64 * 100.0 / elapsed_ns as f64,
            client_busy_percent: self.busy_time.busy_percent(elapsed_ns),
        })
    }

    fn progress(&self) -> Progress {
        let latency_us = self.account.latency_us();
        let at =
            |quantile| (!latency_us.is_empty()).then(|| latency_us.value_at_quantile(quantile));
        Progress {
            received_deliveries: self.account.received(),
            expected_deliveries: self.account.expected(),
            latency_p50_us: at(0.5),
            latency_p99_us: at(0.99),
        }
    }
}
