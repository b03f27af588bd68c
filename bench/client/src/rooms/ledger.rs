//! The account of all deliveries: what each user still has to receive from each member of its room. Receivers are
//! this process's users, senders may be any.

use super::observation::Audit;
use super::roster::Roster;
use super::shares::AgentShares;
use crate::load::sequences::{Arrival, Sequences};

#[derive(Debug)]
pub(super) struct Ledger {
    shares: AgentShares,
    messages_per_user: u32,
    sequences: Sequences,
    /// First arrivals, per receiver.
    received_by: Vec<u64>,
}

impl Ledger {
    pub fn new(roster: &Roster, messages_per_user: u32) -> Self {
        let users = roster.active_users() as usize;
        Self {
            messages_per_user,
            sequences: Sequences::new(users * roster.shares.users_per_room() as usize),
            received_by: vec![0; users],
            shares: roster.shares,
        }
    }

    pub fn expected(&self) -> u64 {
        self.sequences.pairs() as u64 * u64::from(self.messages_per_user)
    }

    pub fn received(&self) -> u64 {
        self.sequences.received()
    }

    pub fn received_by(&self, receiver: u32) -> u64 {
        self.received_by[receiver as usize]
    }

    pub fn is_complete(&self) -> bool {
        self.received() == self.expected()
    }

    /// Enters one delivery from the user of number `sender`; both must be of the same room.
    #[inline]
    pub fn record(&mut self, receiver: u32, sender: u32, sequence: u32) -> Arrival {
        let pair = self.pair(receiver, sender);
        let arrival = self.sequences.record(pair, sequence);
        if arrival == Arrival::First {
            self.received_by[receiver as usize] += 1;
        }
        arrival
    }

    /// Enters a delivery that came after the end: what was lost stays lost, but a duplicate counts.
    pub fn record_late(&mut self, receiver: u32, sender: u32, sequence: u32) {
        let pair = self.pair(receiver, sender);
        self.sequences.record_late(pair, sequence);
    }

    pub fn audit(&self, sent_messages: u64) -> Audit {
        Audit {
            sent_messages,
            expected_deliveries: self.expected(),
            received_deliveries: self.received(),
            lost_deliveries: self.expected() - self.received(),
            duplicated_deliveries: self.sequences.duplicated(),
            out_of_order_deliveries: self.sequences.out_of_order(),
            closed_idle_users: 0,
        }
    }

    fn pair(&self, receiver: u32, sender: u32) -> usize {
        receiver as usize * self.shares.users_per_room() as usize
            + self.shares.rank_of(sender) as usize
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
        for sequence in [0, 1, 5, 9] {
            ledger.record(0, 2, sequence);
        }
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
}
