//! Closed loops: who has an answer asks again.

use std::rc::Rc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::account::Ending;
use super::session::{Session, nanoseconds};
use super::user::User;
use crate::load::clock::now_ns;

/// Who was refused comes back after so long: without a pause it would count refusals as fast as it can, and nothing else.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);

/// Users who begin evenly over the ramp, and ask so often each.
pub(super) fn spawn_users(
    tasks: &mut JoinSet<()>,
    session: &Rc<Session>,
    users: u32,
    ramp: Duration,
    requests_per_user: u32,
) {
    for number in 0..users {
        let mut user = User::new(session);
        let pause = begins_after(number, users, ramp);
        tasks.spawn_local(async move {
            sleep(pause).await;
            for _ in 0..requests_per_user {
                user.ask(now_ns()).await;
            }
        });
    }
}

/// Connections that ask without a pause until that time of CLOCK_MONOTONIC; what is under way then is awaited.
pub(super) fn spawn_connections(
    tasks: &mut JoinSet<()>,
    session: &Rc<Session>,
    connections: u32,
    end_ns: u64,
) {
    for _ in 0..connections {
        let mut user = User::new(session);
        tasks.spawn_local(async move {
            while now_ns() < end_ns {
                if user.ask(now_ns()).await == Ending::Refused {
                    sleep(REFUSED_PAUSE).await;
                }
            }
        });
    }
}

/// User `number` of so many, from 0.
fn begins_after(number: u32, users: u32, ramp: Duration) -> Duration {
    Duration::from_nanos(nanoseconds(ramp) / u64::from(users) * u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_begin_evenly_over_the_ramp() {
        let begins_ms = |number| {
            let after = begins_after(number, 2_000, Duration::from_secs(20));
            after.as_millis()
        };
        assert_eq!([0, 1, 2, 1_999].map(begins_ms), [0, 10, 20, 19_990]);
    }

    #[test]
    fn without_a_ramp_all_begin_at_once() {
        assert_eq!(begins_after(7, 8, Duration::ZERO), Duration::ZERO);
    }
}
