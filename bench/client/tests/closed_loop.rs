//! The closed loop, on servers of all manners: what it counts follows from arithmetic.

mod support;

use std::time::Duration;

use rtbench::rooms::closed_loop::{self, ClosedLoop, Echoes};
use rtbench::rooms::{ChatError, Outcome};

use support::{ChatServer, Fault};

const HOLD: Duration = Duration::from_secs(1);

fn run(fault: Fault, users: u32) -> Result<Echoes, ChatError> {
    let server = ChatServer::start(fault);
    let load = ClosedLoop {
        users,
        hold: HOLD,
        drain_timeout: Duration::from_secs(2),
    };
    let result = closed_loop::run(&server.target(), &load, &mut ());
    server.stop();
    result
}

#[test]
fn a_server_that_takes_its_time_is_asked_no_more_often_than_it_answers() {
    let delay = Duration::from_millis(50);
    let seen = run(Fault::Delay(delay), 4).expect("echoes");
    assert_eq!((seen.outcome, seen.failed), (Outcome::Complete, 0));
    assert!(seen.window >= HOLD);
    assert!(seen.latency_us.min() >= 50_000, "{}", seen.latency_us.min());
    // 4 users, a message each 50 ms; fewer on a busy machine, never more.
    assert!((4..=80).contains(&seen.echoes), "{}", seen.echoes);
    assert_eq!(seen.latency_us.len(), seen.echoes);
}

#[test]
fn a_message_that_never_comes_back_has_failed_and_its_user_sends_no_more() {
    let seen = run(Fault::Drop(1), 2).expect("echoes");
    assert_eq!((seen.outcome, seen.failed), (Outcome::DrainTimeout, 1));
    assert!(seen.echoes > 0);
}

#[test]
fn a_message_that_comes_back_twice_has_failed_once() {
    let seen = run(Fault::Duplicate(1), 2).expect("echoes");
    assert_eq!((seen.outcome, seen.failed), (Outcome::Complete, 1));
}

#[test]
fn a_connection_that_is_closed_is_told() {
    let seen = run(Fault::CloseOne { at_message: 10 }, 3).expect("echoes");
    assert_eq!(seen.outcome, Outcome::Disconnected);
    assert!(seen.echoes > 10, "the others go on: {}", seen.echoes);
}

#[test]
fn what_no_one_sent_is_an_error() {
    let error = run(Fault::Garbage, 2).unwrap_err();
    assert!(
        matches!(error, ChatError::UnexpectedMessage { .. }),
        "{error}"
    );
}
