//! A server that stalls cannot hide it: all that falls due meanwhile waits, and shows by how much and when.

use std::time::Duration;

use rtbench::load::Second;
use rtbench::rooms::Load;

use super::Test;
use super::host::{HISTOGRAM_RESOLUTION, Measured, measure};
use super::support::room_service::HeldBack;
use super::support::{Fault, workload};
use super::table::within;

pub const TESTS: &[Test] = &[(
    "a_stall_holds_up_as_many_messages_as_fall_due_in_it",
    as_many_as_fall_due,
)];

const BEGINS_S: f64 = 2.0;
const LENGTH_S: f64 = 1.0;

/// The open loop on paper: what falls due within the stall is delivered at its end, to each of the receivers; all
/// else at once.
struct Theory {
    dues_s: Vec<f64>,
    receivers: f64,
}

impl Theory {
    fn of(workload: &Load) -> Self {
        let interval_s = workload.interval.as_secs_f64();
        let users = workload.users;
        let dues_of = |user: u32| {
            let phase_s = f64::from(user) * interval_s / f64::from(users);
            (0..workload.messages_per_user)
                .map(move |sequence| phase_s + f64::from(sequence) * interval_s)
        };
        Self {
            dues_s: (0..users).flat_map(dues_of).collect(),
            receivers: f64::from(users),
        }
    }

    fn last_due_s(&self) -> f64 {
        self.dues_s.iter().copied().fold(0.0, f64::max)
    }

    /// Deliveries that wait for more than `threshold_s` for the end of the stall.
    fn waiting_longer(&self, threshold_s: f64, begins_s: f64, ends_s: f64) -> f64 {
        let waits = |due_s: &&f64| (begins_s..ends_s - threshold_s).contains(*due_s);
        self.receivers * self.dues_s.iter().filter(waits).count() as f64
    }

    fn delivered_s(&self, due_s: f64) -> f64 {
        let ends_s = BEGINS_S + LENGTH_S;
        if (BEGINS_S..ends_s).contains(&due_s) {
            ends_s
        } else {
            due_s
        }
    }

    /// What each message waits for, the shortest first.
    fn waits_s(&self) -> Vec<f64> {
        let wait_s = |due_s: &f64| self.delivered_s(*due_s) - due_s;
        let mut waits_s: Vec<f64> = self.dues_s.iter().map(wait_s).collect();
        waits_s.sort_unstable_by(f64::total_cmp);
        waits_s
    }

    fn delivered_in_second(&self, second: u32) -> f64 {
        let is_within = |due_s: &&f64| self.delivered_s(**due_s).floor() == f64::from(second);
        self.receivers * self.dues_s.iter().filter(is_within).count() as f64
    }
}

fn as_many_as_fall_due() {
    let workload = workload(4, 500);
    let theory = Theory::of(&workload);
    let fault = Fault::Stall {
        after: Duration::from_secs_f64(BEGINS_S),
        length: Duration::from_secs_f64(LENGTH_S),
    };
    let measured = measure(fault, &workload);
    // The backlog is not written in no time; the server knows how long it took.
    let flush_s = measured
        .seen
        .held_back
        .iter()
        .map(HeldBack::late)
        .max()
        .expect("deliveries")
        .as_secs_f64();
    let slack_s = measured.lateness.event_tolerance_ms() / 1e3;
    compare_counts(&theory, &measured, slack_s, flush_s);
    compare_statistics(&theory, &measured, slack_s, flush_s);
    compare_seconds(&theory, &measured.observation.seconds, slack_s + flush_s);
}

/// How many waited for longer than each threshold. The stall's beginning and end may be off by `slack_s` among the messages,
/// and the histogram resolves the threshold to a thousandth.
fn compare_counts(theory: &Theory, measured: &Measured, slack_s: f64, flush_s: f64) {
    let latency_us = &measured.observation.latency_us;
    let ends_s = BEGINS_S + LENGTH_S;
    for threshold_s in [0.1, 0.25, 0.5, 0.75, 0.9] {
        let count = theory.waiting_longer(threshold_s, BEGINS_S, ends_s);
        let slack_s = slack_s + threshold_s * HISTOGRAM_RESOLUTION;
        let most =
            theory.waiting_longer(threshold_s, BEGINS_S - slack_s, ends_s + flush_s + slack_s);
        let least = theory.waiting_longer(threshold_s, BEGINS_S + slack_s, ends_s - slack_s);
        let above_us = (threshold_s * 1e6) as u64 + 1;
        let counted = latency_us.count_between(above_us, latency_us.max()) as f64;
        let quantity = format!("stall: deliveries over {threshold_s} s");
        within(
            &quantity,
            "",
            count,
            counted,
            (most - count).max(count - least),
        );
    }
}

fn compare_statistics(theory: &Theory, measured: &Measured, slack_s: f64, flush_s: f64) {
    let waits_ms: Vec<f64> = theory.waits_s().iter().map(|wait_s| wait_s * 1e3).collect();
    let n = waits_ms.len() as f64;
    let resolution_s = theory.last_due_s() / n + LENGTH_S * HISTOGRAM_RESOLUTION;
    let tolerance_ms = (slack_s + flush_s + resolution_s) * 1e3;
    let at_ms = |p: f64| waits_ms[(p * n).ceil() as usize - 1];
    for (name, p) in [("p75", 0.75), ("p90", 0.9), ("p99", 0.99)] {
        let quantity = format!("stall: latency {name}");
        within(
            &quantity,
            "ms",
            at_ms(p),
            measured.quantile_ms(p),
            tolerance_ms,
        );
    }
    let mean_ms = waits_ms.iter().sum::<f64>() / n;
    let measured_ms = measured.mean_ms();
    within(
        "stall: mean latency",
        "ms",
        mean_ms,
        measured_ms,
        tolerance_ms,
    );
    let lag_ms = measured.observation.sender_lag_us.value_at_quantile(0.99) as f64 / 1e3;
    let tolerance_ms = measured.lateness.tolerance_ms(0.99);
    within("stall: sender lag p99", "ms", 0.0, lag_ms, tolerance_ms);
}

/// Each second shows what was received in it. What is due close to a second's end may be received on its other side.
fn compare_seconds(theory: &Theory, seconds: &[Second], slack_s: f64) {
    let per_second = theory.dues_s.len() as f64 / theory.last_due_s();
    let at_an_end = theory.receivers * (per_second * slack_s).ceil();
    for (second, observed) in (0..5).zip(seconds) {
        let quantity = format!("stall: deliveries in second {second}");
        let expected = theory.delivered_in_second(second);
        within(
            &quantity,
            "",
            expected,
            observed.deliveries as f64,
            2.0 * at_an_end,
        );
    }
}
