//! Every delivery is accounted for, whatever becomes of it.

use std::time::Duration;

use rtbench::rooms::{self, Audit, Load, Observation, Outcome};

use super::Test;
use super::host::Disturbance;
use super::support::{ChatServer, Fault, workload};
use super::table::{between, equal, within};

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

fn observe(fault: Fault, workload: &Load) -> Observation {
    let server = ChatServer::start(fault);
    let observation = rooms::run(&server.target(), workload, &mut ()).expect("an observation");
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
    let workload = Load {
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
fn unhurried() -> Load {
    Load {
        interval: Duration::from_millis(200),
        ..workload(USERS, MESSAGES)
    }
}

/// An iteration, how many messages the server heard, and the longest that the host may have kept either from anything.
fn observe_late(fault: Fault, workload: &Load) -> (Observation, u64, Duration) {
    let server = ChatServer::start(fault);
    let disturbance = Disturbance::watch();
    let observation = rooms::run(&server.target(), workload, &mut ()).expect("an observation");
    let late_ms = disturbance.finish().event_tolerance_ms();
    let heard = server.stop().messages;
    (observation, heard, Duration::from_secs_f64(late_ms / 1e3))
}

/// How many messages may be sent into a connection that is closed, where one is due so often and the client is late to notice.
fn unheard(late: Duration, interval: Duration) -> f64 {
    late.div_duration_f64(interval).floor()
}

/// The users take turns. What they send before a message of the first user, at which its connection is closed, reaches all
/// of them; that message and what the others send after it reaches the others.
fn close_mid_run() {
    let at_message = SENT / 2 + 1;
    let workload = unhurried();
    let (observation, heard, late) = observe_late(Fault::CloseOne { at_message }, &workload);
    let name = "one connection closed";
    let tolerance = unheard(late, workload.interval);
    let before = at_message - 1;
    let is_of_first = |message: &u64| (message - 1).is_multiple_of(u64::from(USERS));
    let after_of_first = (at_message + 1..=SENT).filter(is_of_first).count() as u64;
    let after = SENT - before - after_of_first;
    within(
        &format!("{name}: messages heard"),
        "",
        (before + after) as f64,
        heard as f64,
        tolerance,
    );
    let sent = observation.audit.sent_messages;
    between(
        &format!("{name}: messages sent"),
        "",
        heard as f64,
        heard as f64 + tolerance,
        sent as f64,
    );
    let received = before * u64::from(USERS) + (heard - before) * u64::from(USERS - 1);
    let theory = Audit {
        sent_messages: sent,
        received_deliveries: received,
        lost_deliveries: EXPECTED - received,
        ..whole()
    };
    compare(name, &theory, Outcome::Disconnected, &observation);
}

/// What is sent after the message at which all connections end reaches nobody, and is not sent.
fn hang_up() {
    let at_message = SENT / 2;
    let workload = Load {
        drain_timeout: Duration::from_secs(3600),
        ..unhurried()
    };
    let (observation, heard, late) = observe_late(Fault::HangUp { at_message }, &workload);
    let name = "all connections ended";
    equal(&format!("{name}: messages heard"), at_message, heard);
    let sent = observation.audit.sent_messages;
    between(
        &format!("{name}: messages sent"),
        "",
        heard as f64,
        heard as f64 + unheard(late, workload.interval / USERS),
        sent as f64,
    );
    let received = (at_message - 1) * u64::from(USERS);
    let theory = Audit {
        sent_messages: sent,
        received_deliveries: received,
        lost_deliveries: EXPECTED - received,
        ..whole()
    };
    compare(name, &theory, Outcome::Disconnected, &observation);
    let window_s = workload.interval.as_secs_f64() * f64::from(MESSAGES);
    assert!(
        observation.window.as_secs_f64() < window_s,
        "{:?}",
        observation.window
    );
}
