//! How much of a run is done, to tell how long the rest takes.

use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy)]
pub struct Eta {
    started: Instant,
    pub done: u64,
    /// Time taken by those done.
    took: Duration,
    pub total: u64,
}

impl Eta {
    /// From now on, for so many iterations.
    #[must_use]
    pub fn new(total: u64) -> Self {
        Self {
            started: Instant::now(),
            done: 0,
            took: Duration::ZERO,
            total,
        }
    }

    pub fn advance(&mut self) {
        self.done += 1;
        self.took = self.started.elapsed();
    }

    /// In words.
    #[must_use]
    pub fn left(&self) -> String {
        match self.left_at(Instant::now()) {
            None => "time left not known yet".to_owned(),
            Some(left) if left < Duration::from_secs(90) => format!("{} s left", left.as_secs()),
            Some(left) => format!("{} min left", left.as_secs().div_ceil(60)),
        }
    }

    /// `None` before the first iteration is done.
    fn left_at(&self, now: Instant) -> Option<Duration> {
        let since_last = now.duration_since(self.started).saturating_sub(self.took);
        let each = self.took.checked_div(u32::try_from(self.done).ok()?)?;
        let rest = each * u32::try_from(self.total - self.done).ok()?;
        Some(rest.saturating_sub(since_last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_what_the_rest_takes_at_the_pace_so_far() {
        let started = Instant::now();
        let eta = Eta {
            started,
            done: 4,
            took: Duration::from_secs(40),
            total: 10,
        };
        let after = |seconds| started + Duration::from_secs(seconds);
        assert_eq!(eta.left_at(after(40)), Some(Duration::from_secs(60)));
        assert_eq!(eta.left_at(after(45)), Some(Duration::from_secs(55)));
        assert_eq!(eta.left_at(after(500)), Some(Duration::ZERO));
    }

    #[test]
    fn nothing_is_said_of_the_time_left_before_the_first_iteration() {
        let eta = Eta::new(10);
        assert_eq!(eta.left_at(eta.started), None);
        assert_eq!(eta.left(), "time left not known yet");
    }
}
