//! An open loop: requests are due on a schedule that nothing holds up, and wait in a queue for a connection that is free.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::alarm::Alarm;
use super::session::Session;
use super::user::User;
use crate::load::WindowObserver;

const NS_PER_SECOND: f64 = 1e9;
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// How many requests are due.
pub(super) fn count(per_s: f64, hold: Duration) -> u64 {
    (per_s * hold.as_secs_f64()).round() as u64
}

/// When request `number` is due, from 0; nanoseconds since the start.
fn due_ns(number: u64, per_s: f64) -> u64 {
    (number as f64 * NS_PER_SECOND / per_s) as u64
}

/// Users who are connected before the first request is due. From the first that could not be on, the others connect when there is
/// something to ask. `None` if the observer does not want to go on.
pub(super) async fn connected(
    session: &Rc<Session>,
    connections: u32,
    observer: &mut dyn WindowObserver,
) -> Option<Vec<User>> {
    let mut users: Vec<User> = (0..connections).map(|_| User::new(session)).collect();
    let mut told_at = Instant::now();
    for (number, user) in (0..).zip(&mut users) {
        if told_at.elapsed() >= TOLD_EVERY {
            told_at = Instant::now();
            if !observer.joining(number, connections) {
                return None;
            }
        }
        if !user.connect().await {
            break;
        }
    }
    observer.joining(connections, connections).then_some(users)
}

/// Hands out so many requests a second from `start_ns` on, and has the users take them.
pub(super) fn spawn(
    tasks: &mut JoinSet<()>,
    session: &Rc<Session>,
    users: Vec<User>,
    start_ns: u64,
    per_s: f64,
    hold: Duration,
) -> io::Result<()> {
    let queue = Rc::new(Queue::default());
    for mut user in users {
        let queue = Rc::clone(&queue);
        tasks.spawn_local(async move {
            while let Some(due_ns) = queue.next().await {
                user.ask(due_ns).await;
            }
        });
    }
    let (alarm, session) = (Alarm::new()?, Rc::clone(session));
    let schedule = (0..count(per_s, hold)).map(move |number| start_ns + due_ns(number, per_s));
    tasks.spawn_local(async move {
        for due_ns in schedule {
            let woken = alarm.until(due_ns).await;
            woken.expect("a timer of this runtime can be set and awaited");
            session.record_lag(due_ns);
            queue.push(due_ns);
        }
        queue.close();
    });
    Ok(())
}

/// Requests that are due and not yet taken, by when they were due.
#[derive(Default)]
struct Queue {
    due_ns: RefCell<VecDeque<u64>>,
    is_closed: Cell<bool>,
    changed: Notify,
}

impl Queue {
    fn push(&self, due_ns: u64) {
        self.due_ns.borrow_mut().push_back(due_ns);
        self.changed.notify_one();
    }

    /// Nothing will be pushed any more.
    fn close(&self) {
        self.is_closed.set(true);
        self.changed.notify_waiters();
    }

    /// The request that has waited longest, once there is one; `None` when all are taken and there will be no more.
    async fn next(&self) -> Option<u64> {
        loop {
            let first = self.due_ns.borrow_mut().pop_front();
            if first.is_some() || self.is_closed.get() {
                return first;
            }
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_due_evenly_however_odd_the_rate() {
        assert_eq!(count(1_234.5, Duration::from_secs(2)), 2_469);
        let dues: Vec<u64> = (0..4).map(|number| due_ns(number, 3.0)).collect();
        assert_eq!(dues, [0, 333_333_333, 666_666_666, 1_000_000_000]);
    }
}
