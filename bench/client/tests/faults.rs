//! What the client does with servers of all manners: every delivery is accounted for, what is missing is
//! counted, and what breaks the protocol stops the iteration with a message that says how.

mod support;

use std::time::Duration;

use rtbench::chat::{
    self, Audit, ChatError, FrameError, Observation, Outcome, Progress, WindowObserver, Workload,
};

use support::{ChatServer, Fault, workload};

/// Four users, 30 messages each: 120 messages, 480 deliveries.
const USERS: u32 = 4;
const MESSAGES: u32 = 30;
const SENT: u64 = 120;
const EXPECTED: u64 = 480;

fn run(fault: Fault, workload: &Workload) -> Result<Observation, ChatError> {
    let server = ChatServer::start(fault);
    let result = chat::run(&server.target(), workload, &mut ());
    server.stop();
    result
}

fn observe(fault: Fault) -> Observation {
    run(fault, &workload(USERS, MESSAGES)).expect("an observation")
}

fn fail(fault: Fault) -> ChatError {
    run(fault, &workload(USERS, MESSAGES)).expect_err("an error")
}

fn whole() -> Audit {
    Audit {
        sent_messages: SENT,
        expected_deliveries: EXPECTED,
        received_deliveries: EXPECTED,
        ..Audit::default()
    }
}

#[test]
fn every_delivery_of_a_good_server_is_accounted_for() {
    let observation = observe(Fault::None);
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, whole())
    );
    assert_eq!(observation.latency_us.len(), EXPECTED);
    assert_eq!(observation.sender_lag_us.len(), SENT);
    assert_eq!(observation.window, Duration::from_micros(307_500));
    assert!(observation.client_cpu_percent > 0.0);
}

#[test]
fn rooms_are_counted_apart() {
    let workload = Workload {
        rooms: 3,
        ..workload(2, 20)
    };
    let observation = run(Fault::None, &workload).expect("an observation");
    assert_eq!(observation.outcome, Outcome::Complete);
    assert_eq!(observation.audit.sent_messages, 3 * 2 * 20);
    assert_eq!(observation.audit.received_deliveries, 3 * 2 * 2 * 20);
}

#[test]
fn exactly_the_dropped_deliveries_are_lost() {
    let observation = observe(Fault::Drop(17));
    let expected = Audit {
        received_deliveries: EXPECTED - 17,
        lost_deliveries: 17,
        ..whole()
    };
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::DrainTimeout, expected)
    );
    assert_eq!(observation.latency_us.len(), EXPECTED - 17);
}

#[test]
fn exactly_the_repeated_deliveries_are_duplicates() {
    let observation = observe(Fault::Duplicate(68));
    let expected = Audit {
        duplicated_deliveries: 68,
        ..whole()
    };
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, expected)
    );
    assert_eq!(observation.latency_us.len(), EXPECTED);
}

#[test]
fn exactly_the_overtaken_deliveries_are_out_of_order() {
    let observation = observe(Fault::Reorder(9));
    let expected = Audit {
        out_of_order_deliveries: 9,
        ..whole()
    };
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, expected)
    );
}

#[test]
fn when_one_connection_is_closed_the_others_go_on() {
    let observation = observe(Fault::CloseOne {
        at_message: SENT / 2,
    });
    let audit = observation.audit;
    assert_eq!(observation.outcome, Outcome::Disconnected);
    assert_eq!(
        audit.expected_deliveries,
        audit.received_deliveries + audit.lost_deliveries
    );
    // Three users go on to send all of theirs and to receive them from one another.
    assert!(
        audit.sent_messages >= SENT * 3 / 4 && audit.sent_messages < SENT,
        "{audit:?}"
    );
    assert!(
        audit.received_deliveries >= 9 * u64::from(MESSAGES),
        "{audit:?}"
    );
    assert!(audit.lost_deliveries > 0, "{audit:?}");
}

#[test]
fn when_all_connections_end_the_iteration_ends() {
    let workload = Workload {
        drain_timeout: Duration::from_secs(3600),
        ..workload(USERS, MESSAGES)
    };
    let observation = run(
        Fault::HangUp {
            at_message: SENT / 2,
        },
        &workload,
    )
    .expect("an observation");
    assert_eq!(observation.outcome, Outcome::Disconnected);
    assert!(observation.window < Duration::from_micros(307_500));
    assert!(observation.audit.lost_deliveries >= EXPECTED / 2);
}

#[test]
fn messages_that_the_socket_does_not_take_are_sent_late_and_none_is_lost() {
    let workload = Workload {
        interval: Duration::from_micros(20),
        ..workload(1, 60_000)
    };
    let workload = Workload {
        drain_timeout: Duration::from_secs(30),
        ..workload
    };
    let observation =
        run(Fault::ReadLate(Duration::from_secs(2)), &workload).expect("an observation");
    assert_eq!(observation.outcome, Outcome::Complete);
    assert_eq!(observation.audit.received_deliveries, 60_000);
    // The last message was due after 1.2 s and the server did not read before 2 s had passed.
    assert!(
        observation.sender_lag_us.max() > 500_000,
        "{} us",
        observation.sender_lag_us.max()
    );
}

#[test]
fn every_ping_is_answered() {
    let server = ChatServer::start(Fault::Ping);
    let observation =
        chat::run(&server.target(), &workload(USERS, MESSAGES), &mut ()).expect("an observation");
    let seen = server.stop();
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, whole())
    );
    assert_eq!((seen.pings, seen.pongs), (EXPECTED, EXPECTED));
}

#[test]
fn fragmented_messages_are_put_together() {
    let server = ChatServer::start(Fault::Fragment);
    let observation =
        chat::run(&server.target(), &workload(USERS, MESSAGES), &mut ()).expect("an observation");
    let seen = server.stop();
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, whole())
    );
    assert_eq!(seen.pongs, EXPECTED);
}

#[test]
fn frames_that_a_server_may_not_send_stop_the_iteration() {
    assert!(matches!(
        fail(Fault::Mask),
        ChatError::Frame {
            source: FrameError::Masked,
            ..
        }
    ));
    assert!(matches!(
        fail(Fault::Compress),
        ChatError::Frame {
            source: FrameError::ReservedBit,
            ..
        }
    ));
}

#[test]
fn a_message_that_is_not_of_the_protocol_stops_the_iteration_and_is_shown() {
    let message = fail(Fault::Garbage).to_string();
    assert!(message.contains("<html>Bad gateway</html>"), "{message}");
}

#[test]
fn a_delivery_to_another_room_stops_the_iteration() {
    let workload = Workload {
        rooms: 2,
        ..workload(2, 20)
    };
    let error = run(Fault::LeakRooms, &workload).expect_err("an error");
    assert!(matches!(error, ChatError::WrongRoom { .. }), "{error}");
}

#[test]
fn a_name_in_use_is_told_as_such() {
    assert!(matches!(
        fail(Fault::RefuseNames),
        ChatError::NameInUse { .. }
    ));
}

#[test]
fn a_workload_of_nothing_is_refused() {
    for workload in [
        workload(0, 1),
        workload(1, 0),
        Workload {
            rooms: 0,
            ..workload(1, 1)
        },
        Workload {
            interval: Duration::ZERO,
            ..workload(1, 1)
        },
        Workload {
            rooms: u32::MAX,
            ..workload(2, 1)
        },
    ] {
        let error = run(Fault::None, &workload).expect_err("an error");
        assert!(matches!(error, ChatError::InvalidWorkload(_)), "{error}");
    }
}

/// Stops the iteration at its second tick.
#[derive(Default)]
struct Impatient {
    started: u32,
    ended: u32,
    ticks: u32,
}

impl WindowObserver for Impatient {
    fn window_started(&mut self) {
        self.started += 1;
    }

    fn window_ended(&mut self) {
        self.ended += 1;
    }

    fn tick(&mut self, progress: Progress) -> bool {
        assert_eq!(progress.expected_deliveries, 2 * 2 * 60_000);
        self.ticks += 1;
        self.ticks < 2
    }
}

#[test]
fn an_observer_can_end_the_iteration() {
    let server = ChatServer::start(Fault::None);
    let mut observer = Impatient::default();
    let observation =
        chat::run(&server.target(), &workload(2, 60_000), &mut observer).expect("an observation");
    server.stop();
    assert_eq!(observation.outcome, Outcome::ServerExited);
    assert_eq!(
        (observer.started, observer.ended, observer.ticks),
        (1, 1, 2)
    );
    assert!(observation.audit.lost_deliveries > 0);
}
