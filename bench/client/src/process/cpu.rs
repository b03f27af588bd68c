//! CPU time of a process tree. A child that ended and was waited for is in its parent's `cutime`
//! and `cstime`, so the sum over the tree loses nothing as long as parents wait for their children.

use std::time::{Duration, Instant};

use procfs::process::Stat;

/// CPU time that a tree had used up by a moment.
#[derive(Debug, Clone, Copy)]
pub struct CpuReading {
    used: Duration,
    at: Instant,
}

impl CpuReading {
    /// Of all these processes together.
    #[must_use]
    pub fn of(stats: &[Stat], at: Instant) -> Self {
        let ticks: u64 = stats
            .iter()
            .map(|stat| {
                // The kernel keeps the children's times signed, but never below zero.
                let children = (stat.cutime + stat.cstime).max(0).unsigned_abs();
                stat.utime + stat.stime + children
            })
            .sum();
        let seconds = ticks as f64 / procfs::ticks_per_second() as f64;
        Self {
            used: Duration::from_secs_f64(seconds),
            at,
        }
    }

    /// Mean use since an earlier reading, 100 = one core; `None` if no time has passed.
    #[must_use]
    pub fn percent_since(&self, earlier: &Self) -> Option<f64> {
        let elapsed = self.at.duration_since(earlier.at).as_secs_f64();
        let used = self.used.saturating_sub(earlier.used).as_secs_f64();
        (elapsed > 0.0).then(|| 100.0 * used / elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(start: Instant, at_ms: u64, used_ms: u64) -> CpuReading {
        CpuReading {
            used: Duration::from_millis(used_ms),
            at: start + Duration::from_millis(at_ms),
        }
    }

    #[test]
    fn one_busy_core_is_100_percent() {
        let start = Instant::now();
        let first = reading(start, 0, 500);
        assert_eq!(
            reading(start, 2000, 2500).percent_since(&first),
            Some(100.0)
        );
        assert_eq!(
            reading(start, 2000, 4500).percent_since(&first),
            Some(200.0)
        );
        assert_eq!(reading(start, 2000, 500).percent_since(&first), Some(0.0));
    }

    #[test]
    fn no_time_has_no_percentage() {
        let start = Instant::now();
        assert_eq!(
            reading(start, 0, 0).percent_since(&reading(start, 0, 0)),
            None
        );
    }
}
