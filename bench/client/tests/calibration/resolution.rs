//! A client that is slow on purpose reports the same latency of the server, up to the resolution of the receive stamps.

use std::thread;
use std::time::Duration;

use rtbench::load::{Progress, WindowObserver};
use rtbench::rooms::Load;

use super::Test;
use super::ground_truth::{GroundTruth, compare};
use super::host::{measure, measure_with};
use super::support::{Fault, workload};
use super::table::{between, within};

pub const TESTS: &[Test] = &[
    ("how_seldom_the_client_reads_is_not_latency", seldom_reads),
    (
        "deliveries_read_together_carry_the_stamp_of_the_last",
        merged_stamps,
    ),
    (
        "a_client_that_stands_still_reports_the_same_latency",
        standing_still,
    ),
];

const DELAY_MS: f64 = 20.0;
const DELAY: Fault = Fault::Delay(Duration::from_millis(20));
const SELDOM: Duration = Duration::from_millis(9);

/// Each delivery is read alone.
fn seldom_reads() {
    let workload = Load {
        read_interval: SELDOM,
        ..workload(1, 200)
    };
    let measured = measure(DELAY, &workload);
    let truth = GroundTruth::of(&measured.seen.held_back);
    for (name, quantile) in [("p50", 0.5), ("p99", 0.99)] {
        let quantity = format!("reading once in 9 ms: latency {name}");
        compare(&quantity, &measured, &truth, quantile);
    }
}

/// Deliveries come s apart, and are read r apart. One that waits for u until it is read is followed by ⌊u / s⌋ others,
/// and carries the stamp of the last of them: it seems ⌊u / s⌋ · s too late. All waits from 0 to r are as
/// frequent, so that the mean is too high by ∫₀ʳ ⌊u / s⌋ · s du / r.
fn merged_stamps() {
    let workload = Load {
        read_interval: SELDOM,
        ..workload(3, 200)
    };
    let spacing_ms = workload.interval.as_secs_f64() * 1e3 / f64::from(workload.users);
    let read_ms = SELDOM.as_secs_f64() * 1e3;
    let whole = (read_ms / spacing_ms).floor();
    let integral = spacing_ms * spacing_ms * whole * (whole - 1.0) / 2.0
        + (read_ms - whole * spacing_ms) * whole * spacing_ms;
    let excess_ms = integral / read_ms;
    let measured = measure(DELAY, &workload);
    let mean_ms = measured.mean_ms();
    let truth_ms = GroundTruth::of(&measured.seen.held_back).mean_ms();
    let tolerance_ms = measured.lateness.merging_tolerance_ms(SELDOM);
    let quantity = "reading several at once: mean latency";
    within(quantity, "ms", truth_ms + excess_ms, mean_ms, tolerance_ms);
    let most_ms = DELAY_MS + read_ms + measured.lateness.tolerance_ms(0.99);
    let p99_ms = measured.quantile_ms(0.99);
    between(
        "reading several at once: latency p99",
        "ms",
        DELAY_MS,
        most_ms,
        p99_ms,
    );
}

/// Stands still for 50 ms at every tick, which is every 200 ms.
struct StandsStill;

const STILL: Duration = Duration::from_millis(50);
/// A quarter of all messages is 25 ms late on average, but for those that fall due just before a tick.
const LEAST_LAG_MS: f64 = 4.0;

impl WindowObserver for StandsStill {
    fn tick(&mut self, _: Progress) -> bool {
        thread::sleep(STILL);
        true
    }
}

/// Messages that fall due meanwhile are sent late, which sender lag tells as the server sees it, and latency includes; of the
/// answers, though a quarter of the time nothing was read, none seems later than it was sent. (Messages are further apart than
/// the server's delay, so none of them is read with a later one.)
fn standing_still() {
    let workload = Load {
        interval: Duration::from_millis(37),
        ..workload(1, 70)
    };
    let measured = measure_with(&mut StandsStill, DELAY, &workload);
    let truth = GroundTruth::of(&measured.seen.held_back);
    let tolerance_ms = measured.lateness.mean_tolerance_ms();
    let lag_ms = measured.observation.sender_lag_us.mean() / 1e3;
    assert!(lag_ms >= LEAST_LAG_MS, "{lag_ms} ms: it stood still");
    let quantity = "standing still: mean sender lag";
    within(quantity, "ms", truth.mean_lag_ms(), lag_ms, tolerance_ms);
    let quantity = "standing still: mean latency";
    let mean_ms = measured.mean_ms();
    within(quantity, "ms", truth.mean_ms(), mean_ms, tolerance_ms);
}
