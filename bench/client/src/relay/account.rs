//! The account of a load: which messages were published and when, when the relay had them, and which page has received each how often.

use hdrhistogram::Histogram;

use super::body::{Heard, Tag};
use super::error::RelayError;
use super::hop::{Hop, latency_us};
use super::observation::{Audit, RelaySecond};
use super::pages::Pages;
use crate::load::seconds::Seconds;
use crate::load::sequences::{Arrival, Sequences};
use crate::load::{Second, histogram_us};
use crate::websocket::Users;

#[derive(Debug)]
pub(super) struct Account {
    tag: Tag,
    characters: u32,
    messages: u32,
    /// From when each message's latencies run, of those that were published.
    from_ns: Vec<u64>,
    /// A pair is a page and the publisher.
    sequences: Sequences,
    /// First arrivals, per page.
    received_by: Vec<u32>,
    arrivals: Vec<Delivery>,
    /// So far, for the live view.
    latency_us: Histogram<u64>,
}

/// A message's first arrival at a page.
#[derive(Debug, Clone, Copy)]
struct Delivery {
    number: u32,
    received_ns: u64,
}

/// A hop's latency, by when it ended.
type Course = Vec<(u64, u64)>;

/// All latencies of a load.
#[derive(Debug, Default)]
pub(super) struct Hops {
    pub broker: Hop,
    pub page: Hop,
    pub whole: Hop,
    pub seconds: Vec<RelaySecond>,
}

impl Account {
    pub fn new(tag: Tag, characters: u32, messages: u32, pages: u32) -> Self {
        Self {
            tag,
            characters,
            messages,
            from_ns: Vec::with_capacity(messages as usize),
            sequences: Sequences::new(pages as usize),
            received_by: vec![0; pages as usize],
            arrivals: Vec::with_capacity(messages as usize * pages as usize),
            latency_us: histogram_us(),
        }
    }

    /// Enters that the next message is published, whose latencies run from then: its text.
    pub fn publish(&mut self, from_ns: u64) -> String {
        let number = self.published();
        self.from_ns.push(from_ns);
        self.tag.body(number, self.characters)
    }

    pub fn published(&self) -> u32 {
        self.from_ns.len() as u32
    }

    pub fn expected(&self) -> u64 {
        u64::from(self.messages) * self.sequences.pairs() as u64
    }

    pub fn received(&self) -> u64 {
        self.sequences.received()
    }

    pub fn latency_us(&self) -> &Histogram<u64> {
        &self.latency_us
    }

    pub fn is_complete(&self) -> bool {
        self.received() == self.expected()
    }

    /// Pages that are open have received all there is.
    pub fn has_all_of(&self, is_open: impl Fn(u32) -> bool) -> bool {
        let mut received = (0..).zip(&self.received_by);
        received.all(|(page, received)| !is_open(page) || *received == self.messages)
    }

    /// Enters what the page received.
    ///
    /// # Errors
    /// It is nothing that was published.
    #[inline]
    pub fn receive(
        &mut self,
        pages: &Pages,
        page: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), RelayError> {
        self.enter(page, text, received_ns)
            .map_err(|reason| RelayError::unexpected(pages.name(page), reason, text))
    }

    fn enter(&mut self, page: u32, text: &[u8], received_ns: u64) -> Result<(), &'static str> {
        let Heard::Own(number) = self.tag.read(text, self.characters)? else {
            return Ok(());
        };
        let from_ns = self.from_ns.get(number as usize);
        let from_ns = *from_ns.ok_or("nobody has published it yet")?;
        if self.sequences.record(page as usize, number) == Arrival::First {
            self.latency_us
                .saturating_record(latency_us(from_ns, received_ns));
            self.received_by[page as usize] += 1;
            self.arrivals.push(Delivery {
                number,
                received_ns,
            });
        }
        Ok(())
    }

    /// Enters what the page received after the end of the drain: of interest is only whether it is a duplicate.
    pub fn receive_late(&mut self, page: u32, text: &[u8]) {
        if let Ok(Heard::Own(number)) = self.tag.read(text, self.characters) {
            self.sequences.record_late(page as usize, number);
        }
    }

    /// All latencies, by when the relay had each message, and by second from `start_ns` to `end_ns` or to the last delivery.
    ///
    /// # Errors
    /// A message has reached a page that the relay never had.
    pub fn hops(
        &self,
        handed_ns: &[Option<u64>],
        start_ns: u64,
        end_ns: u64,
    ) -> Result<Hops, RelayError> {
        self.check_tapped(handed_ns)?;
        let mut hops = Hops::default();
        let (mut broker, mut page, mut whole) = (Course::new(), Course::new(), Course::new());
        for (from_ns, handed_ns) in self.from_ns.iter().zip(handed_ns) {
            if let Some(handed_ns) = *handed_ns {
                let latency_us = latency_us(*from_ns, handed_ns);
                hops.broker.record(latency_us);
                broker.push((handed_ns, latency_us));
            }
        }
        for Delivery {
            number,
            received_ns,
        } in &self.arrivals
        {
            let handed_ns = handed_ns[*number as usize].expect("each was tapped");
            let on_its_way_us = latency_us(handed_ns, *received_ns);
            let latency_us = latency_us(self.from_ns[*number as usize], *received_ns);
            hops.page.record(on_its_way_us);
            hops.whole.record(latency_us);
            page.push((*received_ns, on_its_way_us));
            whole.push((*received_ns, latency_us));
        }
        let by_second = |course| by_second(course, start_ns, end_ns);
        hops.seconds = side_by_side(by_second(whole), &by_second(broker), &by_second(page));
        Ok(hops)
    }

    fn check_tapped(&self, handed_ns: &[Option<u64>]) -> Result<(), RelayError> {
        let mut numbers: Vec<u32> = self.arrivals.iter().map(|one| one.number).collect();
        numbers.retain(|number| handed_ns[*number as usize].is_none());
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Ok(());
        }
        Err(RelayError::Untapped {
            untapped: numbers.len() as u32,
            messages: self.messages,
        })
    }

    pub fn audit(&self) -> Audit {
        let (expected, received) = (self.expected(), self.received());
        Audit {
            messages: self.messages.into(),
            expected_deliveries: expected,
            received_deliveries: received,
            lost_deliveries: expected - received,
            duplicated_deliveries: self.sequences.duplicated(),
            out_of_order_deliveries: self.sequences.out_of_order(),
        }
    }
}

fn by_second(mut course: Course, start_ns: u64, end_ns: u64) -> Vec<Second> {
    course.sort_unstable();
    let mut seconds = Seconds::new(end_ns.saturating_sub(start_ns), false);
    seconds.start(start_ns);
    for (at_ns, latency_us) in course {
        seconds.record(at_ns, latency_us);
    }
    seconds.finish(end_ns).seconds
}

/// As many as the whole way has: no hop ends later.
fn side_by_side(whole: Vec<Second>, broker: &[Second], page: &[Second]) -> Vec<RelaySecond> {
    let at = |seconds: &[Second], n: usize| seconds.get(n).copied().unwrap_or_default();
    let second = |(n, whole)| RelaySecond {
        whole,
        broker: at(broker, n),
        page: at(page, n),
    };
    whole.into_iter().enumerate().map(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    /// Two pages, three messages, published 10 ms apart from 1 s on.
    fn account() -> (Account, Vec<String>) {
        let mut account = Account::new(Tag::draw(), 12, 3, 2);
        let bodies = (0..3).map(|n| account.publish(1_000 * MS + n * 10 * MS));
        let bodies = bodies.collect();
        (account, bodies)
    }

    fn receive(account: &mut Account, page: u32, text: &str, at_ms: u64) {
        let pages = Pages { count: 2 };
        account
            .receive(&pages, page, text.as_bytes(), at_ms * MS)
            .unwrap();
    }

    #[test]
    fn each_hop_has_its_latencies_and_what_is_lost_has_the_first_alone() {
        let (mut account, bodies) = account();
        receive(&mut account, 0, &bodies[0], 1_007);
        receive(&mut account, 1, &bodies[0], 1_009);
        receive(&mut account, 0, &bodies[1], 2_013);
        let handed_ns = [Some(1_004 * MS), Some(1_013 * MS), Some(1_025 * MS)];
        let hops = account.hops(&handed_ns, 1_000 * MS, 1_030 * MS).unwrap();
        let of = |hop: &Hop| (hop.latency_us.len(), hop.latency_us.min(), hop.mode_ms());
        assert_eq!(of(&hops.broker), (3, 3_000, Some(3)));
        assert_eq!(of(&hops.page), (3, 3_000, Some(3)));
        assert_eq!(of(&hops.whole), (3, 7_000, Some(7)));
        let deliveries: Vec<u64> = hops
            .seconds
            .iter()
            .map(|one| one.whole.deliveries)
            .collect();
        assert_eq!(deliveries, [2, 1]);
        assert_eq!(hops.seconds[0].broker.deliveries, 3);
    }

    #[test]
    fn losses_duplicates_and_disorder_are_counted_page_by_page() {
        let (mut account, bodies) = account();
        for (page, number) in [(0, 0), (0, 2), (0, 1), (0, 1), (1, 2)] {
            receive(&mut account, page, &bodies[number], 1_050);
        }
        account.receive_late(1, bodies[2].as_bytes());
        account.receive_late(1, bodies[0].as_bytes());
        let expected = Audit {
            messages: 3,
            expected_deliveries: 6,
            received_deliveries: 4,
            lost_deliveries: 2,
            duplicated_deliveries: 2,
            out_of_order_deliveries: 1,
        };
        assert_eq!(account.audit(), expected);
        assert!(account.has_all_of(|page| page == 0));
        assert!(!account.has_all_of(|_| true));
    }

    #[test]
    fn what_reached_a_page_and_not_the_tap_has_no_latencies() {
        let (mut account, bodies) = account();
        for page in [0, 1] {
            receive(&mut account, page, &bodies[1], 1_050);
        }
        let error = account
            .hops(&[None; 3], 1_000 * MS, 1_030 * MS)
            .unwrap_err();
        assert!(error.to_string().starts_with("1 of 3 messages"), "{error}");
    }

    #[test]
    fn what_nobody_published_is_refused() {
        let (mut account, _) = account();
        let pages = Pages { count: 2 };
        let next = account.tag.body(3, 12);
        for text in ["hello", next.as_str()] {
            let received = account.receive(&pages, 1, text.as_bytes(), 0);
            let message = received.unwrap_err().to_string();
            assert!(message.starts_with("page 1 received"), "{message}");
        }
        receive(&mut account, 0, &Tag::draw().body(0, 12), 0);
        assert_eq!(account.received(), 0);
    }
}
