//! Ends a probe that has failed for certain, so that a queue of minutes is not awaited.

use super::Limit;
use crate::load::{Progress, WindowObserver};

/// Hands everything on, and ends the window once the limit can't be met any more.
pub struct Impatient<'a, O> {
    inner: &'a mut O,
    limit: Limit,
    has_ended_it: bool,
}

impl<'a, O: WindowObserver> Impatient<'a, O> {
    pub fn new(inner: &'a mut O, limit: Limit) -> Self {
        Self {
            inner,
            limit,
            has_ended_it: false,
        }
    }

    /// Whether it has ended the window.
    #[must_use]
    pub fn has_ended_it(&self) -> bool {
        self.has_ended_it
    }

    /// Half of what has arrived is above the limit, which is more than may be of all that is to arrive.
    fn is_hopeless(&self, progress: Progress) -> bool {
        let is_above = |us: u64| us as f64 > self.limit.ms * 1e3;
        let may_be = (1.0 - self.limit.statistic.quantile()) * progress.expected_deliveries as f64;
        progress.latency_p50_us.is_some_and(is_above)
            && progress.received_deliveries as f64 / 2.0 > may_be
    }
}

impl<O: WindowObserver> WindowObserver for Impatient<'_, O> {
    fn joining(&mut self, connected: u32, users: u32) -> bool {
        self.inner.joining(connected, users)
    }

    fn window_started(&mut self) {
        self.inner.window_started();
    }

    fn window_ended(&mut self) {
        self.inner.window_ended();
    }

    fn tick(&mut self, progress: Progress) -> bool {
        self.has_ended_it |= self.is_hopeless(progress);
        self.inner.tick(progress) && !self.has_ended_it
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Statistic;

    fn goes_on(received: u64, p50_us: Option<u64>) -> bool {
        let limit = Limit {
            statistic: Statistic::P99,
            ms: 100.0,
        };
        let mut inner = ();
        let mut impatient = Impatient::new(&mut inner, limit);
        impatient.tick(Progress {
            received_deliveries: received,
            expected_deliveries: 10_000,
            latency_p50_us: p50_us,
            latency_p99_us: p50_us,
        })
    }

    #[test]
    fn a_probe_ends_once_too_many_deliveries_are_late() {
        assert!(goes_on(5_000, Some(90_000)));
        assert!(goes_on(5_000, None));
        assert!(!goes_on(5_000, Some(110_000)));
    }

    #[test]
    fn a_slow_start_may_still_be_made_good() {
        assert!(goes_on(150, Some(110_000)), "75 of 10,000 are within p99");
    }
}
