//! The latencies of one hop, or of the whole way.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

use crate::load::histogram_us;

#[derive(Debug, Clone)]
pub struct Hop {
    pub latency_us: Histogram<u64>,
    /// How many took so many whole milliseconds, cut off.
    by_ms: BTreeMap<u64, u64>,
}

impl Default for Hop {
    fn default() -> Self {
        Self {
            latency_us: histogram_us(),
            by_ms: BTreeMap::new(),
        }
    }
}

impl Hop {
    pub(crate) fn record(&mut self, latency_us: u64) {
        self.latency_us.saturating_record(latency_us);
        *self.by_ms.entry(latency_us / 1_000).or_default() += 1;
    }

    /// The most frequent whole millisecond, the least of several; `None` of nothing.
    #[must_use]
    pub fn mode_ms(&self) -> Option<u64> {
        let most = self.by_ms.values().max()?;
        let mut modes = self.by_ms.iter().filter(|(_, count)| *count == most);
        modes.next().map(|(ms, _)| *ms)
    }
}

/// Of a hop that took from one moment to the other, which two threads may have seen in the wrong order.
pub(super) fn latency_us(from_ns: u64, to_ns: u64) -> u64 {
    to_ns.saturating_sub(from_ns) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mode_is_the_least_of_the_most_frequent_whole_milliseconds() {
        let mut hop = Hop::default();
        assert_eq!(hop.mode_ms(), None);
        for latency_us in [9_100, 9_900, 3_000, 3_999, 4_000] {
            hop.record(latency_us);
        }
        assert_eq!(hop.mode_ms(), Some(3));
    }
}
