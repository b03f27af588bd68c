//! A server that is slow to let users in is waited for, up to the time-out and no longer.

use std::thread;
use std::time::{Duration, Instant};

use rtbench::rooms::{self, ChatError, Outcome};
use rtbench::websocket::ConnectionError;

use super::Test;
use super::host::Disturbance;
use super::support::{ChatServer, Fault, workload};
use super::table::{between, equal, within};

/// Linux may end a socket's time-out late by this share of it (kernel/time/timer.c, "granularity").
const TIMER_WHEEL: f64 = 0.125;

pub const TESTS: &[Test] = &[
    ("a_slow_handshake_is_waited_for", slow),
    (
        "a_handshake_beyond_the_time_out_is_one_clear_error",
        too_slow,
    ),
];

fn slow() {
    let byte_interval = Duration::from_millis(2);
    // The least that the answer holds (RFC 6455, section 4.2.2): status line, two headers, the key's answer.
    let least_bytes =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                       Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
            .len();
    let server = ChatServer::start(Fault::SlowHandshake { byte_interval });
    let begun = Instant::now();
    let observation =
        rooms::run(&server.target(), &workload(2, 10), &mut ()).expect("an observation");
    let took_s = begun.elapsed().as_secs_f64();
    server.stop();
    equal(
        "slow handshake: outcome",
        Outcome::Complete.as_str(),
        observation.outcome.as_str(),
    );
    let handshake_s = least_bytes as f64 * byte_interval.as_secs_f64();
    let least_s = handshake_s + observation.window.as_secs_f64();
    between(
        "slow handshake: time of it and window",
        "s",
        least_s,
        f64::INFINITY,
        took_s,
    );
}

/// Silence from the beginning, and a byte now and then, which must not begin the time anew.
fn too_slow() {
    let byte_interval = Duration::from_millis(500);
    let cases = [
        ("silent handshake", Fault::SilentHandshake),
        ("endless handshake", Fault::SlowHandshake { byte_interval }),
    ];
    let disturbance = Disturbance::watch();
    let cases = cases.map(|(name, fault)| (name, thread::spawn(move || time_out(fault))));
    let results = cases.map(|(name, case)| (name, case.join().expect("it returns")));
    let late_s = disturbance.finish().event_tolerance_ms() / 1e3;
    for (name, (error, took)) in results {
        let message = error.to_string();
        let ChatError::Connection(ConnectionError::HandshakeTimeout { timeout, .. }) = error else {
            panic!("{name}: {message}");
        };
        assert!(
            message.contains("did not answer the WebSocket handshake"),
            "{message}"
        );
        let quantity = format!("{name}: time to the error");
        let tolerance_s = timeout.as_secs_f64() * TIMER_WHEEL + late_s;
        within(
            &quantity,
            "s",
            timeout.as_secs_f64(),
            took.as_secs_f64(),
            tolerance_s,
        );
    }
}

fn time_out(fault: Fault) -> (ChatError, Duration) {
    let server = ChatServer::start(fault);
    let begun = Instant::now();
    let result = rooms::run(&server.target(), &workload(1, 1), &mut ());
    let took = begun.elapsed();
    server.stop();
    (result.expect_err("an error"), took)
}
