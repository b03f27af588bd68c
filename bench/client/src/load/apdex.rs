//! The Apdex: how satisfied users were, as one number from 0 to 1. An answer within a first threshold satisfies, one within a second
//! is tolerated and counts half; a later one frustrates and counts nothing, and so does a failed request. After the Apdex Alliance's
//! technical specification 1.1, which has the second threshold at four times the first; JMeter's report, which is followed here, sets both.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Apdex {
    satisfying_us: u64,
    tolerated_us: u64,
    satisfied: u64,
    tolerating: u64,
    requests: u64,
}

impl Apdex {
    /// Of no request yet.
    #[must_use]
    pub fn new(satisfying_ms: u64, tolerated_ms: u64) -> Self {
        Self {
            satisfying_us: satisfying_ms * 1_000,
            tolerated_us: tolerated_ms * 1_000,
            satisfied: 0,
            tolerating: 0,
            requests: 0,
        }
    }

    /// Counts a request by the latency of its answer.
    pub fn add(&mut self, latency_us: u64) {
        self.requests += 1;
        if latency_us <= self.satisfying_us {
            self.satisfied += 1;
        } else if latency_us <= self.tolerated_us {
            self.tolerating += 1;
        }
    }

    /// Counts a request that failed.
    pub fn add_failed(&mut self) {
        self.requests += 1;
    }

    /// `None` without a request.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let satisfied = self.satisfied as f64 + self.tolerating as f64 / 2.0;
        (self.requests > 0).then(|| satisfied / self.requests as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Apdex;

    /// By hand: of ten requests three are within 100 ms, four more within 500 ms, one is later, two failed:
    /// (3 + 4 / 2) / 10 = 0.5. With 500 and 1,500 ms, seven satisfy and the late one is tolerated: (7 + 1 / 2) / 10 = 0.75.
    #[test]
    fn the_score_is_that_computed_by_hand() {
        let latencies_ms = [12, 80, 100, 101, 250, 499, 500, 900];
        let score = |satisfying_ms, tolerated_ms| {
            let mut apdex = Apdex::new(satisfying_ms, tolerated_ms);
            latencies_ms.iter().for_each(|ms| apdex.add(ms * 1_000));
            (0..2).for_each(|_| apdex.add_failed());
            apdex.score()
        };
        assert_eq!(score(100, 500), Some(0.5));
        assert_eq!(score(500, 1_500), Some(0.75));
    }

    #[test]
    fn thresholds_are_met_to_the_microsecond() {
        let mut apdex = Apdex::new(100, 500);
        for latency_us in [100_000, 100_001, 500_000, 500_001] {
            apdex.add(latency_us);
        }
        assert_eq!(apdex.score(), Some(0.5));
    }

    #[test]
    fn without_requests_there_is_no_score() {
        assert_eq!(Apdex::new(100, 500).score(), None);
    }
}
