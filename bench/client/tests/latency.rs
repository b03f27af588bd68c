//! The figures that a known server must give: a delay is measured as it is, and a stall cannot hide.
//! One test at a time and ahead of other processes, so that nothing else adds to the figures.

mod support;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rtbench::chat::{self, Observation, Outcome, Workload};

use support::precedence::take_precedence;
use support::{ChatServer, Fault, workload};

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn observe(fault: Fault, workload: &Workload) -> Observation {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    take_precedence();
    let server = ChatServer::start(fault);
    let observation = chat::run(&server.target(), workload, &mut ()).expect("an observation");
    server.stop();
    assert_eq!(observation.outcome, Outcome::Complete);
    observation
}

#[test]
fn a_delay_of_20_ms_is_a_p50_of_20_ms() {
    let observation = observe(Fault::Delay(Duration::from_millis(20)), &workload(3, 200));
    let latency_us = &observation.latency_us;
    let p50_us = latency_us.value_at_quantile(0.5);
    assert!(p50_us.abs_diff(20_000) <= 1_000, "p50 {p50_us} us");
    assert!(
        latency_us.min() >= 19_900,
        "nothing is faster than the delay: {} us",
        latency_us.min()
    );
}

#[test]
fn how_seldom_the_client_reads_does_not_count_as_latency() {
    let read_interval = Duration::from_millis(9);
    let seldom = Workload {
        read_interval,
        ..workload(1, 100)
    };
    let observation = observe(Fault::Delay(Duration::from_millis(20)), &seldom);
    let p50_us = observation.latency_us.value_at_quantile(0.5);
    assert!(p50_us.abs_diff(20_000) <= 1_000, "p50 {p50_us} us");
}

/// A fifth of the messages falls due within the stall, and is delivered at its end: they wait for 0 to
/// 1 s, evenly spread. So the mean is 1/5 × 0.5 s = 100 ms, and the slowest hundredth of all, being the
/// slowest twentieth of those, waits for 0.95 s and more. A client that waits for answers before it goes on
/// would have seen one slow message a user, and a p99 of next to nothing.
///
/// The tolerance of 30 ms is for the stall's place among the messages, which is off by up to an interval,
/// and for the time that the server takes to send all it has held back.
#[test]
fn a_stall_of_1_s_in_5_s_shows_in_mean_and_p99() {
    let stall = Fault::Stall {
        after: Duration::from_secs(2),
        length: Duration::from_secs(1),
    };
    let observation = observe(stall, &workload(4, 500));
    let latency_us = &observation.latency_us;
    let p99_us = latency_us.value_at_quantile(0.99);
    assert!(p99_us.abs_diff(950_000) <= 30_000, "p99 {p99_us} us");
    assert!(
        (latency_us.mean() - 100_000.0).abs() <= 30_000.0,
        "mean {} us",
        latency_us.mean()
    );
    assert!(
        latency_us.max().abs_diff(1_000_000) <= 30_000,
        "max {} us",
        latency_us.max()
    );
    assert!(
        latency_us.value_at_quantile(0.75) < 30_000,
        "p75 {} us",
        latency_us.value_at_quantile(0.75)
    );
    // The sender kept to its schedule meanwhile.
    assert!(
        observation.sender_lag_us.max() < 100_000,
        "lag {} us",
        observation.sender_lag_us.max()
    );
}

/// What is due in the third second is received at the beginning of the fourth, with that second's own
/// deliveries, and the slowest of it waited for the whole stall.
#[test]
fn a_stall_shows_in_the_seconds_in_which_it_was() {
    let stall = Fault::Stall {
        after: Duration::from_secs(2),
        length: Duration::from_secs(1),
    };
    let observation = observe(stall, &workload(4, 500));
    let seconds = &observation.seconds;
    let deliveries: Vec<u64> = seconds.iter().map(|second| second.deliveries).collect();
    let sum: u64 = deliveries.iter().sum();
    assert_eq!(sum, observation.audit.received_deliveries);
    assert_eq!(sum, observation.latency_us.len());
    // 4 users × 4 receivers × 100 messages a second; an interval's worth may fall on the other side.
    let within = |second: usize, expected: u64| deliveries[second].abs_diff(expected) <= 32;
    let as_predicted = [1600, 1600, 0, 3200, 1600].into_iter().enumerate();
    assert!(
        as_predicted
            .clone()
            .all(|(n, expected)| within(n, expected)),
        "{deliveries:?}"
    );
    let slowest_us: Vec<u64> = (0..5)
        .map(|n| seconds[n].latency_max_us.unwrap_or(0))
        .collect();
    assert!(
        slowest_us[3].abs_diff(1_000_000) <= 30_000,
        "{slowest_us:?}"
    );
    assert!(
        slowest_us[1] < 30_000 && slowest_us[4] < 30_000,
        "{slowest_us:?}"
    );
}
