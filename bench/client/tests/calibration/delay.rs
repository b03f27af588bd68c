//! A server that holds deliveries back for a known time is measured to take that time.

use std::time::Duration;

use rtbench::rooms::Load;

use super::Test;
use super::ground_truth::{GroundTruth, compare};
use super::host::{HISTOGRAM_RESOLUTION, measure};
use super::support::{Fault, workload};
use super::table::between;

pub const TESTS: &[Test] = &[
    ("a_fixed_delay_is_measured_as_it_is", fixed),
    ("a_random_delay_keeps_its_distribution", uniform),
];

const QUANTILES: [(&str, f64); 3] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)];

/// Deliveries to one user are further apart than the delays, so that none is read with a later one, whose stamp it would
/// carry.
fn apart() -> Load {
    Load {
        rooms: 10,
        interval: Duration::from_millis(40),
        ..workload(1, 150)
    }
}

fn fixed() {
    let delay_ms = 20.0;
    let delay = Duration::from_secs_f64(delay_ms / 1e3);
    let measured = measure(Fault::Delay(delay), &apart());
    let truth = GroundTruth::of(&measured.seen.held_back);
    for (name, p) in QUANTILES {
        let quantity = format!("fixed delay of 20 ms: latency {name}");
        // Nothing makes a latency smaller.
        let least_ms = delay_ms * (1.0 - HISTOGRAM_RESOLUTION);
        let most_ms = truth.most_ms(p, |_| delay_ms) + measured.lateness.tolerance_ms(p);
        between(&quantity, "ms", least_ms, most_ms, measured.quantile_ms(p));
        compare(&quantity, &measured, &truth, p);
    }
    let min_ms = measured.observation.latency_us.min() as f64 / 1e3;
    let least_ms = delay_ms * (1.0 - HISTOGRAM_RESOLUTION);
    let quantity = "fixed delay of 20 ms: least latency";
    between(quantity, "ms", least_ms, f64::INFINITY, min_ms);
}

/// Against the distribution, the quantiles of n draws scatter: the k-th smallest of n from an even distribution over
/// a width w is w times a Beta(k, n + 1 − k), whose standard deviation is √(p (1 − p) / (n + 2)) with p = k / (n + 1) (David
/// and Nagaraja, Order Statistics, 2.2). Four of them are exceeded once in 16,000 times, and the draws are
/// the same in every run. Against what the server noted, there is no such scatter.
fn uniform() {
    let (from_ms, to_ms) = (10.0, 30.0);
    let fault = Fault::UniformDelay {
        least: Duration::from_secs_f64(from_ms / 1e3),
        most: Duration::from_secs_f64(to_ms / 1e3),
        seed: 1,
    };
    let measured = measure(fault, &apart());
    let truth = GroundTruth::of(&measured.seen.held_back);
    let n = truth.count() as f64;
    let delay_quantile_ms = |p: f64| from_ms + p * (to_ms - from_ms);
    for (name, p) in QUANTILES {
        let quantity = format!("delay from 10 to 30 ms: latency {name}");
        let scatter_ms = 4.0 * (to_ms - from_ms) * (p * (1.0 - p) / (n + 2.0)).sqrt();
        let tolerance_ms = scatter_ms + measured.lateness.tolerance_ms(p);
        let least_ms = delay_quantile_ms(p) - tolerance_ms;
        let most_ms = truth.most_ms(p, delay_quantile_ms) + tolerance_ms;
        between(&quantity, "ms", least_ms, most_ms, measured.quantile_ms(p));
        compare(&quantity, &measured, &truth, p);
    }
}
