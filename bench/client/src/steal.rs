//! Steal time: how long the hypervisor ran something else while this machine's cores had work to do.

use std::time::{Duration, Instant};

use procfs::{CurrentSI, KernelStats};

/// All cores' steal time since boot, at one moment.
#[derive(Debug, Clone, Copy)]
pub struct StealReading {
    stolen: Duration,
    at: Instant,
}

impl StealReading {
    /// `None` where the kernel does not count it.
    #[must_use]
    pub fn now() -> Option<Self> {
        let ticks = KernelStats::current().ok()?.total.steal?;
        let seconds = ticks as f64 / procfs::ticks_per_second() as f64;
        Some(Self {
            stolen: Duration::from_secs_f64(seconds),
            at: Instant::now(),
        })
    }

    /// Mean since an earlier reading, of all cores together, 100 = one core; `None` if no time has passed.
    #[must_use]
    pub fn percent_since(&self, earlier: &Self) -> Option<f64> {
        let elapsed = self.at.duration_since(earlier.at).as_secs_f64();
        // The kernel's counter can run backwards a little.
        let stolen = self.stolen.saturating_sub(earlier.stolen).as_secs_f64();
        (elapsed > 0.0).then(|| 100.0 * stolen / elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(start: Instant, at_ms: u64, stolen_ms: u64) -> StealReading {
        StealReading {
            stolen: Duration::from_millis(stolen_ms),
            at: start + Duration::from_millis(at_ms),
        }
    }

    #[test]
    fn a_core_that_is_kept_away_all_the_time_is_100_percent() {
        let start = Instant::now();
        let first = reading(start, 0, 500);
        let percent = |at_ms, stolen_ms| reading(start, at_ms, stolen_ms).percent_since(&first);
        assert_eq!(percent(2_000, 2_500), Some(100.0));
        assert_eq!(percent(2_000, 550), Some(2.5));
        assert_eq!(percent(2_000, 490), Some(0.0));
        assert_eq!(percent(0, 500), None);
    }

    #[test]
    fn the_kernel_counts_it() {
        let first = StealReading::now().expect("Linux counts steal time");
        std::thread::sleep(Duration::from_millis(20));
        let percent = StealReading::now().unwrap().percent_since(&first);
        assert!(percent.unwrap() >= 0.0);
    }
}
