//! What came of numbered messages, for each pair of a sender and a receiver: what arrived, how often, and in which order.
//!
//! A pair costs four bytes while its messages arrive in order; gaps are kept as ranges beside it.

use std::collections::HashMap;
use std::ops::Range;

/// What a delivery turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    First,
    Duplicate,
}

#[derive(Debug, Default)]
pub(crate) struct Sequences {
    /// Per pair: one more than the highest sequence number received.
    next: Vec<u32>,
    /// Per pair with gaps: what is missing below `next`, ascending.
    gaps: HashMap<usize, Vec<Range<u32>>>,
    received: u64,
    duplicated: u64,
    out_of_order: u64,
}

impl Sequences {
    /// Of so many pairs, numbered from 0.
    pub fn new(pairs: usize) -> Self {
        Self {
            next: vec![0; pairs],
            ..Self::default()
        }
    }

    /// Adds so many pairs; the number of the first of them.
    pub fn add_pairs(&mut self, pairs: usize) -> usize {
        let first = self.next.len();
        self.next.resize(first + pairs, 0);
        first
    }

    pub fn pairs(&self) -> usize {
        self.next.len()
    }

    /// First arrivals.
    pub fn received(&self) -> u64 {
        self.received
    }

    pub fn duplicated(&self) -> u64 {
        self.duplicated
    }

    /// First arrivals with a lower number than one that the pair had already received.
    pub fn out_of_order(&self) -> u64 {
        self.out_of_order
    }

    /// Enters one delivery.
    #[inline]
    pub fn record(&mut self, pair: usize, sequence: u32) -> Arrival {
        let next = self.next[pair];
        if sequence < next {
            if !self.fill_gap(pair, sequence) {
                self.duplicated += 1;
                return Arrival::Duplicate;
            }
            self.out_of_order += 1;
        } else {
            if sequence > next {
                self.gaps.entry(pair).or_default().push(next..sequence);
            }
            self.next[pair] = sequence + 1;
        }
        self.received += 1;
        Arrival::First
    }

    /// Enters a delivery that came after the end: what was lost stays lost, but a duplicate counts.
    pub fn record_late(&mut self, pair: usize, sequence: u32) {
        let is_missing = self
            .gaps
            .get(&pair)
            .is_some_and(|gaps| gaps.iter().any(|gap| gap.contains(&sequence)));
        if sequence < self.next[pair] && !is_missing {
            self.duplicated += 1;
        }
    }

    /// Takes the number out of the pair's gaps; `false` if it was in none.
    fn fill_gap(&mut self, pair: usize, sequence: u32) -> bool {
        let Some(gaps) = self.gaps.get_mut(&pair) else {
            return false;
        };
        let at = gaps.partition_point(|gap| gap.end <= sequence);
        let Some(gap) = gaps.get(at).filter(|gap| gap.contains(&sequence)).cloned() else {
            return false;
        };
        let parts = [gap.start..sequence, sequence + 1..gap.end];
        gaps.splice(at..=at, parts.into_iter().filter(|part| !part.is_empty()));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Sequences};

    #[test]
    fn a_latecomer_is_out_of_order_once_and_a_duplicate_after_that() {
        use Arrival::{Duplicate, First};
        let mut sequences = Sequences::new(1);
        let arrivals = [0, 4, 2, 2, 1, 3, 3, 4, 0].map(|sequence| sequences.record(0, sequence));
        assert_eq!(
            arrivals,
            [
                First, First, First, Duplicate, First, First, Duplicate, Duplicate, Duplicate
            ]
        );
        let counts = (
            sequences.received(),
            sequences.duplicated(),
            sequences.out_of_order(),
        );
        assert_eq!(counts, (5, 4, 3));
    }

    #[test]
    fn after_the_end_only_duplicates_count() {
        let mut sequences = Sequences::new(1);
        for sequence in [0, 3] {
            sequences.record(0, sequence);
        }
        for sequence in [0, 1, 3, 4] {
            sequences.record_late(0, sequence);
        }
        assert_eq!((sequences.received(), sequences.duplicated()), (2, 2));
    }

    #[test]
    fn pairs_do_not_mix_and_more_can_be_added() {
        let mut sequences = Sequences::new(2);
        assert_eq!(sequences.add_pairs(3), 2);
        for pair in 0..5 {
            assert_eq!(sequences.record(pair, 0), Arrival::First);
        }
        assert_eq!(sequences.record(4, 0), Arrival::Duplicate);
    }
}
