//! Latencies counted in bins, whose edges are the same in every iteration: those of several can be added, and what has two peaks shows them.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use crate::notation::round;

/// Bins a decade: each is an eighth wider than the one before.
const PER_DECADE: i32 = 20;

/// A bin's upper edge in milliseconds, to four significant digits, and how many latencies it has.
pub type Bin = (f64, u64);

/// The bins that are not empty, ascending, of a histogram of microseconds.
#[must_use]
pub fn bins(latency_us: &Histogram<u64>) -> Vec<Bin> {
    let mut counts = BTreeMap::<i32, u64>::new();
    for recorded in latency_us.iter_recorded() {
        let bin = bin_of(recorded.value_iterated_to());
        *counts.entry(bin).or_default() += recorded.count_at_value();
    }
    let edges = counts
        .into_iter()
        .map(|(bin, count)| (upper_ms(bin), count));
    edges.collect()
}

/// Which bin holds a latency; the one of 1 ms and what is below it is 0.
fn bin_of(latency_us: u64) -> i32 {
    let decades = (latency_us.max(1) as f64 / 1_000.0).log10();
    (decades * f64::from(PER_DECADE)).ceil() as i32
}

fn upper_ms(bin: i32) -> f64 {
    let ms = 10_f64.powf(f64::from(bin) / f64::from(PER_DECADE));
    round(ms, (3 - bin.div_euclid(PER_DECADE)).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::histogram_us;

    #[test]
    fn a_bin_has_what_is_above_the_one_before_and_not_above_its_edge() {
        let mut latency_us = histogram_us();
        for value in [0, 90, 95, 870, 900, 950, 1_050, 12_000, 1_200_000] {
            latency_us.record(value).unwrap();
        }
        let expected = [
            (0.001, 1),
            (0.1, 2),
            (0.8913, 1),
            (1.0, 2),
            (1.122, 1),
            (12.59, 1),
            (1259.0, 1),
        ];
        assert_eq!(bins(&latency_us), expected);
    }

    #[test]
    fn of_nothing_there_is_no_bin() {
        assert_eq!(bins(&histogram_us()), []);
    }
}
