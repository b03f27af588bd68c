//! When the client, and not the server, may have been the limit of an iteration.

use super::observation::Observation;

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
pub(super) fn is_client_saturated(observation: &Observation) -> bool {
    let lag_us = observation.sender_lag_us.value_at_quantile(0.99);
    let latency_us = observation.latency_us.value_at_quantile(0.99);
    let sent_late =
        lag_us > MAX_SENDER_LAG_P99_US && lag_us as f64 > MAX_LAG_SHARE * latency_us as f64;
    let busy_percent = observation
        .client_busy_percent
        .max(observation.client_cpu_percent);
    busy_percent >= MAX_BUSY_PERCENT || sent_late
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use hdrhistogram::Histogram;

    use super::*;
    use crate::chat::observation::{Audit, Outcome};

    fn observation(
        cpu_percent: f64,
        busy_percent: f64,
        lag_us: u64,
        latency_us: u64,
    ) -> Observation {
        let histogram = |value| {
            let mut histogram = Histogram::new(3).unwrap();
            histogram.record(value).unwrap();
            histogram
        };
        Observation {
            outcome: Outcome::Complete,
            audit: Audit::default(),
            latency_us: histogram(latency_us),
            seconds: vec![],
            sender_lag_us: histogram(lag_us),
            window_started_at: SystemTime::UNIX_EPOCH,
            window: Duration::from_secs(5),
            drain: Duration::ZERO,
            client_cpu_percent: cpu_percent,
            client_busy_percent: busy_percent,
        }
    }

    #[test]
    fn a_client_at_ease_is_not_the_limit() {
        assert!(!is_client_saturated(&observation(40.0, 50.0, 80, 900)));
    }

    #[test]
    fn a_client_without_spare_cpu_may_be_the_limit() {
        assert!(is_client_saturated(&observation(90.0, 85.0, 80, 900)));
    }

    #[test]
    fn a_client_whose_core_others_take_may_be_the_limit() {
        assert!(is_client_saturated(&observation(30.0, 90.0, 80, 900)));
        assert!(!is_client_saturated(&observation(30.0, 80.0, 80, 900)));
    }

    #[test]
    fn a_late_sender_is_the_limit_where_it_shows_in_the_latency() {
        assert!(is_client_saturated(&observation(40.0, 50.0, 3_000, 9_000)));
        assert!(!is_client_saturated(&observation(
            40.0, 1.0, 3_000, 900_000
        )));
    }
}
