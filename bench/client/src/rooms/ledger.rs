//! The account of all deliveries: what each user still has to receive from each member of its room. Receivers are
//! this process's users, senders may be any.
//!
//! A pair (receiver, sender) costs four bytes while its messages arrive in order; gaps are kept as
//! ranges beside it.

use std::collections::HashMap;
use std::ops::Range;

use super::observation::Audit;
use super::roster::Roster;
use super::shares::AgentShares;

/// What a delivery turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    First,
    Duplicate,
}

#[derive(Debug)]
pub(super) struct Ledger {
    shares: AgentShares,
    messages_per_user: u32,
    /// Per pair: one more than the highest sequence number received.
    next: Vec<u32>,
    /// Per pair with gaps: what is missing below `next`, ascending.
    gaps: HashMap<usize, Vec<Range<u32>>>,
    /// First arrivals, per receiver.
    received_by: Vec<u64>,
    received: u64,
    duplicated: u64,
    out_of_order: u64,
}

impl Ledger {
    pub fn new(roster: &Roster, messages_per_user: u32) -> Self {
        let users = roster.active_users() as usize;
        Self {
            messages_per_user,
            next: vec![0; users * roster.shares.users_per_room() as usize],
            gaps: HashMap::new(),
            received_by: vec![0; users],
            received: 0,
            duplicated: 0,
            out_of_order: 0,
            shares: roster.shares,
        }
    }

    pub fn expected(&self) -> u64 {
        self.next.len() as u64 * u64::from(self.messages_per_user)
    }

    pub fn received(&self) -> u64 {
        self.received
    }

    pub fn received_by(&self, receiver: u32) -> u64 {
        self.received_by[receiver as usize]
    }

    pub fn is_complete(&self) -> bool {
        self.received == self.expected()
    }

    /// Enters one delivery from the user of number `sender`; both must be of the same room.
    #[inline]
    pub fn record(&mut self, receiver: u32, sender: u32, sequence: u32) -> Arrival {
        let pair = self.pair(receiver, sender);
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
        self.received_by[receiver as usize] += 1;
        Arrival::First
    }

    /// Enters a delivery that came after the end: what was lost stays lost, but a duplicate counts.
    pub fn record_late(&mut self, receiver: u32, sender: u32, sequence: u32) {
        let pair = self.pair(receiver, sender);
        let is_missing = self
            .gaps
            .get(&pair)
            .is_some_and(|gaps| gaps.iter().any(|gap| gap.contains(&sequence)));
        if sequence < self.next[pair] && !is_missing {
            self.duplicated += 1;
        }
    }

    pub fn audit(&self, sent_messages: u64) -> Audit {
        Audit {
            sent_messages,
            expected_deliveries: self.expected(),
            received_deliveries: self.received,
            lost_deliveries: self.expected() - self.received,
            duplicated_deliveries: self.duplicated,
            out_of_order_deliveries: self.out_of_order,
            closed_idle_users: 0,
        }
    }

    fn pair(&self, receiver: u32, sender: u32) -> usize {
        receiver as usize * self.shares.users_per_room() as usize
            + self.shares.rank_of(sender) as usize
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
    use super::{Arrival, Ledger};
    use crate::rooms::observation::Audit;
    use crate::rooms::roster::Roster;
    use crate::rooms::shares::AgentShares;

    /// Two rooms of two users: user 0 sits with 2, and 1 with 3.
    fn ledger(messages_per_user: u32) -> Ledger {
        Ledger::new(&Roster::new(2, 2, 0), messages_per_user)
    }

    fn record_all(ledger: &mut Ledger, sequences: &[u32]) -> Vec<Arrival> {
        sequences
            .iter()
            .map(|sequence| ledger.record(0, 2, *sequence))
            .collect()
    }

    #[test]
    fn every_delivery_in_order_completes_the_account() {
        let mut ledger = ledger(3);
        for (receiver, sender) in [
            (0, 0),
            (0, 2),
            (2, 0),
            (2, 2),
            (1, 1),
            (1, 3),
            (3, 1),
            (3, 3),
        ] {
            assert!(!ledger.is_complete());
            for sequence in 0..3 {
                assert_eq!(ledger.record(receiver, sender, sequence), Arrival::First);
            }
        }
        assert!(ledger.is_complete());
        let expected = Audit {
            sent_messages: 12,
            expected_deliveries: 24,
            received_deliveries: 24,
            ..Audit::default()
        };
        assert_eq!(ledger.audit(12), expected);
        assert_eq!(ledger.received_by(3), 6);
    }

    #[test]
    fn what_never_came_is_lost() {
        let mut ledger = ledger(10);
        record_all(&mut ledger, &[0, 1, 5, 9]);
        let audit = ledger.audit(40);
        assert_eq!(
            (
                audit.expected_deliveries,
                audit.received_deliveries,
                audit.lost_deliveries
            ),
            (80, 4, 76)
        );
        assert_eq!(
            (audit.duplicated_deliveries, audit.out_of_order_deliveries),
            (0, 0)
        );
    }

    #[test]
    fn a_latecomer_is_out_of_order_once_and_a_duplicate_after_that() {
        use Arrival::{Duplicate, First};
        let mut ledger = ledger(10);
        let arrivals = record_all(&mut ledger, &[0, 4, 2, 2, 1, 3, 3, 4, 0]);
        assert_eq!(
            arrivals,
            [
                First, First, First, Duplicate, First, First, Duplicate, Duplicate, Duplicate
            ]
        );
        let audit = ledger.audit(0);
        assert_eq!(
            (
                audit.received_deliveries,
                audit.duplicated_deliveries,
                audit.out_of_order_deliveries
            ),
            (5, 4, 3)
        );
    }

    #[test]
    fn pairs_do_not_mix() {
        let mut ledger = ledger(2);
        assert_eq!(ledger.record(0, 0, 0), Arrival::First);
        assert_eq!(ledger.record(0, 2, 0), Arrival::First);
        assert_eq!(ledger.record(2, 0, 0), Arrival::First);
        assert_eq!(ledger.record(0, 0, 0), Arrival::Duplicate);
    }

    #[test]
    fn an_agent_accounts_for_what_its_users_receive_from_all() {
        // Of two rooms of three, its users are 2, in the first, and 1 and 5, in the second.
        let roster = Roster::of_agent(AgentShares::new(2, 3, 2), 1, 0);
        assert_eq!(roster.numbers()[..], [1, 2, 5]);
        let mut ledger = Ledger::new(&roster, 1);
        for (receiver, room) in [(0, 1), (1, 0), (2, 1)] {
            for sender in [room, room + 2, room + 4] {
                assert!(!ledger.is_complete());
                assert_eq!(ledger.record(receiver, sender, 0), Arrival::First);
            }
        }
        assert!(ledger.is_complete());
        assert_eq!(ledger.audit(3).expected_deliveries, 9);
    }

    #[test]
    fn after_the_end_only_duplicates_count() {
        let mut ledger = ledger(10);
        record_all(&mut ledger, &[0, 3]);
        for sequence in [0, 1, 3, 4] {
            ledger.record_late(0, 2, sequence);
        }
        let audit = ledger.audit(0);
        assert_eq!(
            (audit.received_deliveries, audit.duplicated_deliveries),
            (2, 2)
        );
    }
}
