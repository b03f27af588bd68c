//! What the client does with servers and workloads of all manners, beside what is calibrated against theory
//! (`calibration`).

mod support;

use std::time::Duration;

use rtbench::load::{Progress, WindowObserver};
use rtbench::rooms::{self, Audit, ChatError, Load, Observation, Outcome};

use support::{ChatServer, Fault, workload};

fn run(fault: Fault, workload: &Load) -> Result<Observation, ChatError> {
    let server = ChatServer::start(fault);
    let result = rooms::run(&server.target(), workload, &mut ());
    server.stop();
    result
}

#[test]
fn every_delivery_of_a_good_server_is_accounted_for() {
    let observation = run(Fault::None, &workload(4, 30)).expect("an observation");
    let (sent, deliveries) = (4 * 30, 4 * 4 * 30);
    let whole = Audit {
        sent_messages: sent,
        expected_deliveries: deliveries,
        received_deliveries: deliveries,
        ..Audit::default()
    };
    assert_eq!(
        (observation.outcome, observation.audit),
        (Outcome::Complete, whole)
    );
    assert_eq!(observation.latency_us.len(), deliveries);
    assert_eq!(observation.sender_lag_us.len(), sent);
    assert_eq!(observation.window, Duration::from_micros(307_500));
    assert!(observation.client_cpu_percent > 0.0);
}

#[test]
fn rooms_are_counted_apart() {
    let workload = Load {
        rooms: 3,
        ..workload(2, 20)
    };
    let observation = run(Fault::None, &workload).expect("an observation");
    assert_eq!(observation.outcome, Outcome::Complete);
    assert_eq!(observation.audit.sent_messages, 3 * 2 * 20);
    assert_eq!(observation.audit.received_deliveries, 3 * 2 * 2 * 20);
}

#[test]
fn nobody_speaks_before_a_server_that_takes_its_time_has_let_users_in() {
    let workload = Load {
        rooms: 8,
        ..workload(1, 20)
    };
    let late = Fault::JoinLate(Duration::from_millis(50));
    let observation = run(late, &workload).expect("an observation");
    assert_eq!(observation.outcome, Outcome::Complete);
    assert_eq!(observation.audit.received_deliveries, 8 * 20);
}

#[test]
fn messages_that_the_socket_does_not_take_are_sent_late_and_none_is_lost() {
    let workload = Load {
        interval: Duration::from_micros(20),
        ..workload(1, 60_000)
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
fn a_delivery_to_another_room_stops_the_iteration() {
    let workload = Load {
        rooms: 2,
        ..workload(2, 20)
    };
    let error = run(Fault::LeakRooms, &workload).expect_err("an error");
    assert!(matches!(error, ChatError::WrongRoom { .. }), "{error}");
}

#[test]
fn a_name_in_use_is_told_as_such() {
    let error = run(Fault::RefuseNames, &workload(4, 30)).expect_err("an error");
    assert!(matches!(error, ChatError::NameInUse { .. }), "{error}");
}

#[test]
fn a_workload_of_nothing_is_refused() {
    for workload in [
        workload(0, 1),
        workload(1, 0),
        Load {
            rooms: 0,
            ..workload(1, 1)
        },
        Load {
            interval: Duration::ZERO,
            ..workload(1, 1)
        },
        Load {
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
        rooms::run(&server.target(), &workload(2, 60_000), &mut observer).expect("an observation");
    server.stop();
    assert_eq!(observation.outcome, Outcome::ServerExited);
    assert_eq!(
        (observer.started, observer.ended, observer.ticks),
        (1, 1, 2)
    );
    assert!(observation.audit.lost_deliveries > 0);
}
