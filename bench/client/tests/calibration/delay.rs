//! A server that holds deliveries back for a known time is measured to take that time.

use std::time::Duration;

use super::Test;
use super::host::{HISTOGRAM_RESOLUTION, measure};
use super::support::{Fault, workload};
use super::table::{between, within};

pub const TESTS: &[Test] = &[
    ("a_fixed_delay_is_measured_as_it_is", fixed),
    ("a_random_delay_keeps_its_distribution", uniform),
];

fn fixed() {
    let delay_ms = 20.0;
    let delay = Duration::from_secs_f64(delay_ms / 1e3);
    let measured = measure(Fault::Delay(delay), &workload(3, 200));
    for (name, quantile) in [("p50", 0.5), ("p99", 0.99)] {
        let quantity = format!("fixed delay: latency {name}");
        let tolerance_ms = measured.lateness.tolerance_ms(quantile);
        within(
            &quantity,
            "ms",
            delay_ms,
            measured.quantile_ms(quantile),
            tolerance_ms,
        );
    }
    // Nothing else makes a latency smaller.
    let least_ms = delay_ms * (1.0 - HISTOGRAM_RESOLUTION);
    let min_ms = measured.observation.latency_us.min() as f64 / 1e3;
    between(
        "fixed delay: least latency",
        "ms",
        least_ms,
        f64::INFINITY,
        min_ms,
    );
}

/// Against the distribution, the quantiles of n draws scatter: the k-th smallest of n from an even distribution over
/// a width w is w times a Beta(k, n + 1 − k), whose standard deviation is √(p (1 − p) / (n + 2)) with p = k / (n + 1) (David
/// and Nagaraja, Order Statistics, 2.2). Four of them are exceeded once in 16,000 times, and the draws are
/// the same in every run. Against the delays that were really drawn, there is no such scatter.
fn uniform() {
    let (least_ms, most_ms) = (10.0, 30.0);
    let fault = Fault::UniformDelay {
        least: Duration::from_secs_f64(least_ms / 1e3),
        most: Duration::from_secs_f64(most_ms / 1e3),
        seed: 1,
    };
    let measured = measure(fault, &workload(5, 300));
    let mut drawn_ms: Vec<f64> = measured
        .seen
        .drawn_delays
        .iter()
        .map(|delay| delay.as_secs_f64() * 1e3)
        .collect();
    drawn_ms.sort_unstable_by(f64::total_cmp);
    let (n, width_ms) = (drawn_ms.len() as f64, most_ms - least_ms);
    for (name, p) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
        let measured_ms = measured.quantile_ms(p);
        let scatter_ms = 4.0 * width_ms * (p * (1.0 - p) / (n + 2.0)).sqrt();
        let quantity = format!("uniform delay: latency {name}");
        let tolerance_ms = measured.lateness.tolerance_ms(p);
        within(
            &quantity,
            "ms",
            least_ms + p * width_ms,
            measured_ms,
            scatter_ms + tolerance_ms,
        );
        let drawn_quantile_ms = drawn_ms[(p * n).ceil() as usize - 1];
        let quantity = format!("{quantity}, of the delays drawn");
        within(
            &quantity,
            "ms",
            drawn_quantile_ms,
            measured_ms,
            tolerance_ms,
        );
    }
}
