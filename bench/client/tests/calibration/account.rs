//! Every delivery is accounted for, whatever becomes of it.

use std::time::Duration;

use rtbench::chat::{self, Audit, Observation, Outcome, Workload};

use super::Test;
use super::support::{ChatServer, Fault, workload};
use super::table::equal;

pub const TESTS: &[Test] = &[
    ("exactly_the_dropped_deliveries_are_lost", losses),
    ("exactly_the_repeated_deliveries_are_duplicates", duplicates),
    (
        "exactly_the_overtaken_deliveries_are_out_of_order",
        reordering,
    ),
    (
        "when_one_connection_is_closed_the_others_go_on",
        close_mid_run,
    ),
    ("when_all_connections_end_the_iteration_ends", hang_up),
];

const USERS: u32 = 4;
const MESSAGES: u32 = 30;
/// Each message goes to all users.
const SENT: u64 = (USERS * MESSAGES) as u64;
const EXPECTED: u64 = SENT * USERS as u64;

fn observe(fault: Fault, workload: &Workload) -> Observation {
    let server = ChatServer::start(fault);
    let observation = chat::run(&server.target(), workload, &mut ()).expect("an observation");
    server.stop();
    observation
}

fn compare(fault: &str, theory: &Audit, outcome: Outcome, observation: &Observation) {
    let audit = &observation.audit;
    for (name, expected, counted) in [
        ("messages sent", theory.sent_messages, audit.sent_messages),
        (
            "received",
            theory.received_deliveries,
            audit.received_deliveries,
        ),
        ("lost", theory.lost_deliveries, audit.lost_deliveries),
        (
            "duplicated",
            theory.duplicated_deliveries,
            audit.duplicated_deliveries,
        ),
        (
            "out of order",
            theory.out_of_order_deliveries,
            audit.out_of_order_deliveries,
        ),
    ] {
        equal(&format!("{fault}: {name}"), expected, counted);
    }
    equal(
        &format!("{fault}: outcome"),
        outcome.as_str(),
        observation.outcome.as_str(),
    );
    assert_eq!(
        (theory, theory.received_deliveries),
        (audit, observation.latency_us.len())
    );
}

fn whole() -> Audit {
    Audit {
        sent_messages: SENT,
        expected_deliveries: EXPECTED,
        received_deliveries: EXPECTED,
        ..Audit::default()
    }
}

fn losses() {
    let lost = 17;
    let workload = Workload {
        drain_timeout: Duration::from_secs(1),
        ..workload(USERS, MESSAGES)
    };
    let observation = observe(Fault::Drop(lost), &workload);
    let theory = Audit {
        received_deliveries: EXPECTED - lost,
        lost_deliveries: lost,
        ..whole()
    };
    compare("loss of 17", &theory, Outcome::DrainTimeout, &observation);
}

fn duplicates() {
    let repeated = 68;
    let observation = observe(Fault::Duplicate(repeated), &workload(USERS, MESSAGES));
    let theory = Audit {
        duplicated_deliveries: repeated,
        ..whole()
    };
    compare("68 duplicates", &theory, Outcome::Complete, &observation);
}

fn reordering() {
    let overtaken = 9;
    let observation = observe(Fault::Reorder(overtaken), &workload(USERS, MESSAGES));
    let theory = Audit {
        out_of_order_deliveries: overtaken,
        ..whole()
    };
    compare("9 overtaken", &theory, Outcome::Complete, &observation);
}

/// Messages far enough apart for the client to notice, before the next is due, what became of one.
fn unhurried() -> Workload {
    Workload {
        interval: Duration::from_millis(200),
        ..workload(USERS, MESSAGES)
    }
}

/// The users take turns. What they send before the message at which the first user's connection is closed reaches all of
/// them; that message and what the others send after it reaches the others.
fn close_mid_run() {
    let at_message = SENT / 2;
    let observation = observe(Fault::CloseOne { at_message }, &unhurried());
    let sender_of = |message: u64| (message - 1) % u64::from(USERS);
    let before = at_message - 1;
    let after = (at_message..=SENT)
        .filter(|message| sender_of(*message) != 0)
        .count() as u64;
    let received = before * u64::from(USERS) + after * u64::from(USERS - 1);
    let theory = Audit {
        sent_messages: before + after,
        received_deliveries: received,
        lost_deliveries: EXPECTED - received,
        ..whole()
    };
    compare(
        "one connection closed",
        &theory,
        Outcome::Disconnected,
        &observation,
    );
}

/// What is sent after the message at which all connections end reaches nobody, and is not sent.
fn hang_up() {
    let at_message = SENT / 2;
    let workload = Workload {
        drain_timeout: Duration::from_secs(3600),
        ..unhurried()
    };
    let observation = observe(Fault::HangUp { at_message }, &workload);
    let received = (at_message - 1) * u64::from(USERS);
    let theory = Audit {
        sent_messages: at_message,
        received_deliveries: received,
        lost_deliveries: EXPECTED - received,
        ..whole()
    };
    compare(
        "all connections ended",
        &theory,
        Outcome::Disconnected,
        &observation,
    );
    let window_s = workload.interval.as_secs_f64() * f64::from(MESSAGES);
    assert!(
        observation.window.as_secs_f64() < window_s,
        "{:?}",
        observation.window
    );
}
