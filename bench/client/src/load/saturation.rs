//! When the client, and not the server, may have been the limit of an iteration.

use hdrhistogram::Histogram;

/// The load runs on one thread. If it used this share of its core, or had something to do for this share of the window,
/// it has no slack left: what comes in a burst waits for the client. (Reads are stamped by the kernel, so up to there
/// waiting costs no accuracy.) Where others take the core, or a limit does, CPU alone stays low.
const MAX_BUSY_PERCENT: f64 = 90.0;

/// Latency counts from the due time, so the client's own lateness is in it. Up to a millisecond at the 99th
/// percentile is an ordinary wake-up on a busy machine.
const MAX_SENDER_LAG_P99_US: u64 = 1_000;

/// A later sender still does not matter if it is this small a part of the latency that it went into.
const MAX_LAG_SHARE: f64 = 0.05;

/// Whether the client may have limited the iteration: it had no CPU to spare, or it sent so late that
/// its own lag is a visible part of the latency.
///
/// `busy_percent` is the larger of CPU and busy time; the histograms are of microseconds.
pub(crate) fn is_client_saturated(
    busy_percent: f64,
    sender_lag_us: &Histogram<u64>,
    latency_us: &Histogram<u64>,
) -> bool {
    let lag_us = sender_lag_us.value_at_quantile(0.99);
    let latency_us = latency_us.value_at_quantile(0.99);
    let sent_late =
        lag_us > MAX_SENDER_LAG_P99_US && lag_us as f64 > MAX_LAG_SHARE * latency_us as f64;
    busy_percent >= MAX_BUSY_PERCENT || sent_late
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_saturated(busy_percent: f64, lag_us: u64, latency_us: u64) -> bool {
        let histogram = |value| {
            let mut histogram = Histogram::new(3).unwrap();
            histogram.record(value).unwrap();
            histogram
        };
        is_client_saturated(busy_percent, &histogram(lag_us), &histogram(latency_us))
    }

    #[test]
    fn a_client_at_ease_is_not_the_limit() {
        assert!(!is_saturated(50.0, 80, 900));
    }

    #[test]
    fn a_client_without_spare_time_may_be_the_limit() {
        assert!(is_saturated(90.0, 80, 900));
        assert!(!is_saturated(85.0, 80, 900));
    }

    #[test]
    fn a_late_sender_is_the_limit_where_it_shows_in_the_latency() {
        assert!(is_saturated(50.0, 3_000, 9_000));
        assert!(!is_saturated(50.0, 3_000, 900_000));
    }
}
