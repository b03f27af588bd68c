//! The columns of an iteration's course that workloads share, an entry a second.

use crate::load::Second;
use crate::notation::{milliseconds, round};
use crate::process::UsageSecond;

/// A latency of each second in milliseconds; `None` where a second has none.
pub(super) fn latencies_ms(
    seconds: &[Second],
    latency_us: impl Fn(&Second) -> Option<f64>,
) -> Vec<Option<f64>> {
    let latencies_us = seconds.iter().map(latency_us);
    latencies_us.map(|us| us.map(milliseconds)).collect()
}

/// What the server used in each of so many seconds; empty if that is known of none.
pub(super) fn usages(
    seconds: usize,
    usage: &[UsageSecond],
    figure: impl Fn(&UsageSecond) -> Option<f64>,
    decimals: i32,
) -> Vec<Option<f64>> {
    let known = (0..seconds).map(|second| figure(usage.get(second)?));
    let column: Vec<_> = known
        .map(|value| value.map(|value| round(value, decimals)))
        .collect();
    if column.iter().any(Option::is_some) {
        column
    } else {
        Vec::new()
    }
}
