//! What WebSocket allows is taken as it comes; what it forbids stops the iteration, and the server is told why.

use std::time::Duration;

use rtbench::rooms::{self, ChatError, Load};

use super::Test;
use super::ground_truth::{GroundTruth, compare};
use super::host::measure;
use super::support::room_service::HeldBack;
use super::support::server::Seen;
use super::support::{ChatServer, Fault, workload};
use super::table::equal;

pub const TESTS: &[Test] = &[
    ("every_ping_is_answered_with_what_it_said", pings),
    ("fragmented_messages_are_put_together", fragments),
    ("a_message_of_1_mib_is_received_whole", one_mib),
    (
        "messages_of_1_mib_that_follow_each_other_are_told_apart",
        back_to_back,
    ),
    ("a_message_beyond_the_limit_is_refused_with_1009", too_long),
    (
        "masked_and_compressed_frames_are_refused_with_1002",
        forbidden,
    ),
    ("garbage_stops_the_iteration_and_is_shown", garbage),
];

const USERS: u32 = 4;
const MESSAGES: u32 = 30;
const EXPECTED: u64 = (USERS * USERS * MESSAGES) as u64;
const MIB: usize = 1024 * 1024;

fn observe(name: &str, fault: Fault) -> Seen {
    let measured = measure(fault, &workload(USERS, MESSAGES));
    let received = measured.observation.audit.received_deliveries;
    equal(&format!("{name}: deliveries received"), EXPECTED, received);
    measured.seen
}

fn pings() {
    let seen = observe("pings", Fault::Ping);
    equal("pings: sent", EXPECTED, seen.pings.len() as u64);
    let answered = answered(&seen);
    equal("pings: answered with what they said", EXPECTED, answered);
}

fn fragments() {
    let seen = observe("fragments", Fault::Fragment);
    let answered = answered(&seen);
    equal("fragments: pings in between answered", EXPECTED, answered);
}

/// Each ping says something else, so equal lists mean that each was answered once.
fn answered(seen: &Seen) -> u64 {
    assert_eq!(seen.pings, seen.pongs);
    seen.pongs.len() as u64
}

/// A ping follows each message, and the client answers what it has received in order: so a message has been received
/// between the beginning of its writing and the pong.
fn one_mib() {
    let workload = Load {
        interval: Duration::from_millis(50),
        ..workload(1, 20)
    };
    let measured = measure(Fault::Pad { bytes: MIB }, &workload);
    let audit = &measured.observation.audit;
    let sent = u64::from(workload.messages_per_user);
    equal(
        "1 MiB: deliveries received",
        sent,
        audit.received_deliveries,
    );
    let seen = &measured.seen;
    equal("1 MiB: pings answered", sent, answered(seen));
    let answered_at = seen.held_back.iter().zip(&seen.pongs_at);
    let until_answered: Vec<HeldBack> = answered_at
        .map(|(one, pong_at)| HeldBack {
            write_ended: *pong_at,
            ..*one
        })
        .collect();
    let truth = GroundTruth::of(&until_answered);
    compare("1 MiB: latency p50", &measured, &truth, 0.5);
}

/// One after another without a pause, so that a read ends one message and begins the next.
fn back_to_back() {
    let (users, messages) = (2, 10);
    let measured = measure(Fault::Pad { bytes: MIB }, &workload(users, messages));
    let received = measured.observation.audit.received_deliveries;
    let expected = u64::from(users * users * messages);
    equal(
        "1 MiB, back to back: deliveries received",
        expected,
        received,
    );
}

fn fail(fault: Fault) -> (ChatError, Seen) {
    let server = ChatServer::start(fault);
    let result = rooms::run(&server.target(), &workload(1, MESSAGES), &mut ());
    let seen = server.stop();
    (result.expect_err("an error"), seen)
}

/// The fault is told to the user in these words, and to the server by the close frame's code (RFC 6455, section 7.4.1).
fn compare_refusal(name: &str, fault: Fault, words: &str, code: u16) {
    let (error, seen) = fail(fault);
    let message = error.to_string();
    assert!(message.contains(words), "{message}");
    let codes: Vec<String> = seen.close_codes.iter().map(u16::to_string).collect();
    equal(
        &format!("{name}: code of the close frame"),
        code.to_string(),
        codes.join(", "),
    );
}

fn too_long() {
    let limit = 4 * MIB;
    let words = format!("a message of more than {limit} bytes");
    compare_refusal(
        "4 MiB and a byte",
        Fault::Pad { bytes: limit + 1 },
        &words,
        1009,
    );
}

fn forbidden() {
    compare_refusal("masked frame", Fault::Mask, "a frame is masked", 1002);
    compare_refusal(
        "compressed frame",
        Fault::Compress,
        "a reserved bit is set",
        1002,
    );
}

fn garbage() {
    let (error, _) = fail(Fault::Garbage);
    let message = error.to_string();
    let garbage = "<html>Bad gateway</html>";
    let shown = message.matches(garbage).count();
    equal("garbage: times that the error shows it", 1, shown);
    assert!(
        matches!(error, ChatError::UnexpectedMessage { .. }),
        "{message}"
    );
}
