//! The account of a load: which messages were due and when, who has received each how often, and which have their result.

use hdrhistogram::Histogram;

use super::clients::Clients;
use super::error::BroadcastError;
use super::message::{self, Received};
use super::observation::Audit;
use super::payload::Payload;
use crate::load::seconds::Seconds;
use crate::load::sequences::{Arrival, Sequences};
use crate::load::{Second, histogram_us};
use crate::websocket::Users;

/// What the messages of a load ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Broadcast,
    Echo,
}

#[derive(Debug)]
pub(super) struct Account {
    kind: Kind,
    /// As payloads have it.
    load: u32,
    messages: Vec<Message>,
    senders: Vec<Sender>,
    /// A pair is a client that has sent and one that receives from it.
    sequences: Sequences,
    /// First arrivals, per receiver.
    received_by: Vec<u32>,
    sent: u32,
    /// Messages with a result.
    answered: u32,
    latency_us: Histogram<u64>,
    delivery_us: Histogram<u64>,
    /// When the last first arrival or result was received.
    last_arrival_ns: u64,
}

#[derive(Debug)]
struct Message {
    sender: u32,
    /// Its number among those of its sender.
    sequence: u32,
    /// From when its latencies run.
    from_ns: u64,
    is_sent: bool,
    results: u32,
    /// When the first result was received.
    answered_ns: Option<u64>,
    /// When the first and the last client received it, if any has.
    received_ns: Option<(u64, u64)>,
}

/// A client as a sender.
#[derive(Debug, Clone, Copy, Default)]
struct Sender {
    /// That were due.
    messages: u32,
    sent: u32,
    /// The first of the pairs of those who receive from it; there are none before its first message.
    pairs_at: usize,
}

impl Account {
    pub fn new(kind: Kind, clients: u32) -> Self {
        Self {
            kind,
            load: rand::random(),
            messages: Vec::new(),
            senders: vec![Sender::default(); clients as usize],
            sequences: Sequences::default(),
            received_by: vec![0; clients as usize],
            sent: 0,
            answered: 0,
            latency_us: histogram_us(),
            delivery_us: histogram_us(),
            last_arrival_ns: 0,
        }
    }

    /// Enters that a message is due, whose latencies run from then: its number.
    pub fn add(&mut self, sender: u32, from_ns: u64) -> u32 {
        let receivers = self.receivers_of_each();
        let state = &mut self.senders[sender as usize];
        if state.messages == 0 {
            state.pairs_at = self.sequences.add_pairs(receivers);
        }
        self.messages.push(Message {
            sender,
            sequence: state.messages,
            from_ns,
            is_sent: false,
            results: 0,
            answered_ns: None,
            received_ns: None,
        });
        state.messages += 1;
        (self.messages.len() - 1) as u32
    }

    pub fn payload(&self, number: u32) -> Payload {
        let load = self.load;
        Payload { load, number }
    }

    /// From when the latencies of that message run.
    pub fn counts_from_ns(&self, number: u32) -> u64 {
        self.messages[number as usize].from_ns
    }

    pub fn sent(&mut self, number: u32) {
        let message = &mut self.messages[number as usize];
        message.is_sent = true;
        self.senders[message.sender as usize].sent += 1;
        self.sent += 1;
    }

    /// Broadcasts without a result.
    pub fn unanswered(&self) -> u32 {
        self.messages.len() as u32 - self.answered
    }

    /// Of what was due so far.
    pub fn expected(&self) -> u64 {
        self.expected_of(self.messages.len() as u32)
    }

    pub fn expected_of(&self, messages: u32) -> u64 {
        u64::from(messages) * self.receivers_of_each() as u64
    }

    pub fn received(&self) -> u64 {
        self.sequences.received()
    }

    /// Until each result, or each echo.
    pub fn latency_us(&self) -> &Histogram<u64> {
        match self.kind {
            Kind::Broadcast => &self.latency_us,
            Kind::Echo => &self.delivery_us,
        }
    }

    pub fn delivery_us(&self) -> &Histogram<u64> {
        &self.delivery_us
    }

    pub fn last_arrival_ns(&self) -> u64 {
        self.last_arrival_ns
    }

    /// All that was due so far has been received by all, and has its result.
    pub fn is_complete(&self) -> bool {
        let has_results = self.kind == Kind::Echo || self.unanswered() == 0;
        has_results && self.received() == self.expected()
    }

    /// Clients that are open have received all that was sent to them, and have the results of what they sent.
    pub fn has_all_of(&self, is_open: impl Fn(u32) -> bool) -> bool {
        let mut clients = (0..self.senders.len() as u32).filter(|client| is_open(*client));
        let awaits_result = |message: &Message| {
            self.kind == Kind::Broadcast && message.is_sent && message.results == 0
        };
        let mut messages = self.messages.iter();
        clients.all(|client| self.received_by[client as usize] == self.sent_to(client))
            && !messages.any(|message| is_open(message.sender) && awaits_result(message))
    }

    fn sent_to(&self, client: u32) -> u32 {
        match self.kind {
            Kind::Broadcast => self.sent,
            Kind::Echo => self.senders[client as usize].sent,
        }
    }

    fn receivers_of_each(&self) -> usize {
        match self.kind {
            Kind::Broadcast => self.senders.len(),
            Kind::Echo => 1,
        }
    }

    /// Enters what the client received.
    ///
    /// # Errors
    /// It is not of the protocol, or nobody asked for it.
    #[inline]
    pub fn receive(
        &mut self,
        clients: &Clients,
        client: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), BroadcastError> {
        self.enter(clients, client, text, received_ns)
            .map_err(|reason| BroadcastError::unexpected(clients.name(client), reason, text))
    }

    fn enter(
        &mut self,
        clients: &Clients,
        client: u32,
        text: &[u8],
        received_ns: u64,
    ) -> Result<(), &'static str> {
        let received = message::read(clients.envelope, text)?;
        let Some(number) = self.number_of(received)? else {
            return Ok(());
        };
        let message = self.messages.get(number as usize);
        let message = message.filter(|message| message.is_sent);
        let is_own = message.ok_or("nobody sent it")?.sender == client;
        match (received, self.kind) {
            (Received::Broadcast(_), Kind::Broadcast) => {
                self.enter_delivery(number, client, received_ns);
            }
            (Received::Echo(_), Kind::Echo) if is_own => {
                self.enter_delivery(number, client, received_ns);
            }
            (Received::Result { .. }, Kind::Broadcast) if is_own => {
                self.enter_result(number, received_ns);
            }
            _ => return Err("it did not ask for that"),
        }
        Ok(())
    }

    /// Of a message of this load.
    fn number_of(&self, received: Received<'_>) -> Result<Option<u32>, &'static str> {
        let (Received::Echo(payload)
        | Received::Broadcast(payload)
        | Received::Result { payload, .. }) = received
        else {
            return Ok(None);
        };
        let payload = Payload::read(payload).ok_or("nobody sent such a payload")?;
        Ok((payload.load == self.load).then_some(payload.number))
    }

    #[inline]
    fn enter_delivery(&mut self, number: u32, receiver: u32, received_ns: u64) {
        let pair = self.pair(number, receiver);
        let message = &mut self.messages[number as usize];
        if self.sequences.record(pair, message.sequence) == Arrival::Duplicate {
            return;
        }
        let (first_ns, last_ns) = message.received_ns.unwrap_or((received_ns, received_ns));
        message.received_ns = Some((first_ns.min(received_ns), last_ns.max(received_ns)));
        let latency_us = latency_us(message.from_ns, received_ns);
        self.delivery_us.saturating_record(latency_us);
        self.received_by[receiver as usize] += 1;
        self.last_arrival_ns = self.last_arrival_ns.max(received_ns);
    }

    fn enter_result(&mut self, number: u32, received_ns: u64) {
        let message = &mut self.messages[number as usize];
        message.results += 1;
        if message.results == 1 {
            message.answered_ns = Some(received_ns);
            let latency_us = latency_us(message.from_ns, received_ns);
            self.latency_us.saturating_record(latency_us);
            self.answered += 1;
            self.last_arrival_ns = self.last_arrival_ns.max(received_ns);
        }
    }

    /// Enters what the client received after the end of the drain: of interest is only whether it is a duplicate.
    pub fn receive_late(&mut self, clients: &Clients, client: u32, text: &[u8]) {
        let Ok(received @ (Received::Broadcast(_) | Received::Echo(_))) =
            message::read(clients.envelope, text)
        else {
            return;
        };
        if let Ok(Some(number)) = self.number_of(received)
            && let Some(message) = self.messages.get(number as usize)
        {
            let (pair, sequence) = (self.pair(number, client), message.sequence);
            self.sequences.record_late(pair, sequence);
        }
    }

    #[inline]
    fn pair(&self, number: u32, receiver: u32) -> usize {
        let sender = self.messages[number as usize].sender;
        let pairs_at = self.senders[sender as usize].pairs_at;
        match self.kind {
            Kind::Broadcast => pairs_at + receiver as usize,
            Kind::Echo => pairs_at,
        }
    }

    /// Until the first client had each broadcast that reached any, and until the last of those that got it had it.
    pub fn first_and_last_us(&self) -> (Histogram<u64>, Histogram<u64>) {
        let (mut first_us, mut last_us) = (histogram_us(), histogram_us());
        for message in &self.messages {
            if let Some((first_ns, last_ns)) = message.received_ns {
                first_us.saturating_record(latency_us(message.from_ns, first_ns));
                last_us.saturating_record(latency_us(message.from_ns, last_ns));
            }
        }
        (first_us, last_us)
    }

    /// Until each message was done: the last client had it, and its sender the result; by the second of that, from `start_ns` to
    /// `end_ns` or to the last.
    pub fn done_by_second(&self, start_ns: u64, end_ns: u64) -> Vec<Second> {
        let done = self.messages.iter().filter_map(|message| {
            let (_, last_ns) = message.received_ns?;
            let done_ns = match self.kind {
                Kind::Broadcast => last_ns.max(message.answered_ns?),
                Kind::Echo => last_ns,
            };
            Some((done_ns, latency_us(message.from_ns, done_ns)))
        });
        let mut done: Vec<(u64, u64)> = done.collect();
        done.sort_unstable();
        let mut seconds = Seconds::new(end_ns.saturating_sub(start_ns), false);
        seconds.start(start_ns);
        for (done_ns, latency_us) in done {
            seconds.record(done_ns, latency_us);
        }
        seconds.finish(end_ns).seconds
    }

    pub fn audit(&self) -> Audit {
        let has_failed = |message: &&Message| self.kind == Kind::Broadcast && message.results != 1;
        Audit {
            messages: self.messages.len() as u64,
            sent_messages: self.sent.into(),
            failed_broadcasts: self.messages.iter().filter(has_failed).count() as u64,
            expected_deliveries: self.expected(),
            received_deliveries: self.received(),
            lost_deliveries: self.expected() - self.received(),
            duplicated_deliveries: self.sequences.duplicated(),
            out_of_order_deliveries: self.sequences.out_of_order(),
        }
    }
}

fn latency_us(from_ns: u64, received_ns: u64) -> u64 {
    received_ns.saturating_sub(from_ns) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Envelope;

    const CLIENTS: Clients = Clients {
        count: 3,
        envelope: Envelope::None,
        greeting: 0,
    };

    /// What a client receives at so many microseconds.
    fn receive(
        account: &mut Account,
        kind: &str,
        number: u32,
        client: u32,
        at_us: u64,
    ) -> Result<(), BroadcastError> {
        let payload = account.payload(number).text(64);
        let text = format!(r#"{{"type":"{kind}","payload":{payload}}}"#);
        account.receive(&CLIENTS, client, text.as_bytes(), at_us * 1_000)
    }

    /// So many messages in turn by clients 0 and 1, a millisecond apart from 1 ms on.
    fn account(kind: Kind, messages: u32) -> Account {
        let mut account = Account::new(kind, CLIENTS.count);
        for n in 0..messages {
            let number = account.add(n % 2, u64::from(n + 1) * 1_000_000);
            account.sent(number);
        }
        account
    }

    #[test]
    fn a_broadcast_is_whole_once_all_have_it_and_its_sender_the_result() {
        let mut account = account(Kind::Broadcast, 1);
        for (client, at_us) in [(2, 1_300), (0, 1_100), (1, 1_200)] {
            receive(&mut account, "broadcast", 0, client, at_us).unwrap();
        }
        assert!(!account.is_complete());
        receive(&mut account, "broadcastResult", 0, 0, 1_150).unwrap();
        assert!(account.is_complete());
        let expected = Audit {
            messages: 1,
            sent_messages: 1,
            expected_deliveries: 3,
            received_deliveries: 3,
            ..Audit::default()
        };
        assert_eq!(account.audit(), expected);
        let (first_us, last_us) = account.first_and_last_us();
        let latencies = [account.latency_us(), &first_us, &last_us].map(Histogram::max);
        assert_eq!(latencies, [150, 100, 300]);
        assert_eq!(account.last_arrival_ns(), 1_300_000);
    }

    #[test]
    fn a_broadcast_is_done_with_its_result_or_its_last_delivery() {
        let mut account = account(Kind::Broadcast, 2);
        for (number, result_us, delivery_us) in [(0, 1_500, 1_200), (1, 2_100, 1_000_300)] {
            receive(&mut account, "broadcastResult", number, number, result_us).unwrap();
            for client in 0..3 {
                receive(&mut account, "broadcast", number, client, delivery_us).unwrap();
            }
        }
        let seconds = account.done_by_second(0, 2_000_000_000);
        let latencies: Vec<Option<u64>> =
            seconds.iter().map(|second| second.latency_max_us).collect();
        assert_eq!(latencies[0], Some(500));
        assert!(latencies[1].is_some_and(|us| us.abs_diff(998_300) <= 998));
    }

    #[test]
    fn results_that_are_missing_or_come_twice_are_failures() {
        let mut account = account(Kind::Broadcast, 3);
        receive(&mut account, "broadcastResult", 0, 0, 1_100).unwrap();
        receive(&mut account, "broadcastResult", 0, 0, 1_200).unwrap();
        receive(&mut account, "broadcastResult", 1, 1, 2_100).unwrap();
        let audit = account.audit();
        assert_eq!((audit.failed_broadcasts, audit.lost_deliveries), (2, 9));
        assert_eq!((account.unanswered(), account.latency_us().len()), (1, 2));
    }

    #[test]
    fn order_is_told_per_sender_and_receiver() {
        let mut account = account(Kind::Broadcast, 5);
        // 1 and 3 are the other sender's.
        for number in [2, 3, 0, 1, 4, 4] {
            receive(&mut account, "broadcast", number, 2, 9_000).unwrap();
        }
        let audit = account.audit();
        let of_order = (audit.out_of_order_deliveries, audit.duplicated_deliveries);
        assert_eq!(of_order, (2, 1));
    }

    #[test]
    fn an_echo_is_expected_by_its_sender_alone() {
        let mut account = account(Kind::Echo, 2);
        receive(&mut account, "echo", 0, 0, 1_250).unwrap();
        receive(&mut account, "echo", 0, 0, 1_400).unwrap();
        let audit = account.audit();
        assert_eq!((audit.expected_deliveries, audit.lost_deliveries), (2, 1));
        assert_eq!(audit.duplicated_deliveries, 1);
        assert_eq!(account.latency_us().max(), 250);
        receive(&mut account, "echo", 1, 1, 2_100).unwrap();
        assert!(account.is_complete());
    }

    #[test]
    fn what_nobody_asked_for_is_an_error() {
        let mut of_broadcasts = account(Kind::Broadcast, 1);
        let unsent = of_broadcasts.add(1, 2_000_000);
        for (kind, number, client) in [
            ("echo", 0, 0),
            ("broadcastResult", 0, 1),
            ("broadcast", unsent, 0),
            ("broadcast", 7, 0),
        ] {
            let received = receive(&mut of_broadcasts, kind, number, client, 9_000);
            assert!(received.is_err(), "{kind} {number}");
        }
        let mut of_echoes = account(Kind::Echo, 1);
        for (kind, client) in [("echo", 1), ("broadcast", 0), ("broadcastResult", 0)] {
            let received = receive(&mut of_echoes, kind, 0, client, 9_000);
            assert!(received.is_err(), "{kind}");
        }
    }

    #[test]
    fn what_an_earlier_load_has_left_is_not_of_this_one() {
        let mut account = account(Kind::Broadcast, 1);
        let load = account.load.wrapping_add(1);
        let payload = Payload { load, number: 0 }.text(64);
        let text = format!(r#"{{"type":"broadcast","payload":{payload}}}"#);
        let received = account.receive(&CLIENTS, 0, text.as_bytes(), 9_000_000);
        assert!(received.is_ok());
        assert_eq!(account.received(), 0);
        let foreign = br#"{"type":"broadcast","payload":null}"#;
        assert!(account.receive(&CLIENTS, 0, foreign, 9_000_000).is_err());
    }

    #[test]
    fn of_clients_that_are_gone_nothing_is_awaited() {
        let mut account = account(Kind::Broadcast, 2);
        for number in 0..2 {
            for client in 0..2 {
                receive(&mut account, "broadcast", number, client, 9_000).unwrap();
            }
        }
        receive(&mut account, "broadcastResult", 0, 0, 9_000).unwrap();
        assert!(!account.has_all_of(|_| true));
        assert!(
            !account.has_all_of(|client| client != 2),
            "a result is missing"
        );
        assert!(account.has_all_of(|client| client == 0));
    }

    #[test]
    fn after_the_end_only_duplicates_count() {
        let mut account = account(Kind::Broadcast, 1);
        receive(&mut account, "broadcast", 0, 0, 1_100).unwrap();
        let payload = account.payload(0).text(64);
        let text = format!(r#"{{"type":"broadcast","payload":{payload}}}"#);
        for client in 0..2 {
            account.receive_late(&CLIENTS, client, text.as_bytes());
        }
        let audit = account.audit();
        assert_eq!(
            (audit.received_deliveries, audit.duplicated_deliveries),
            (1, 1)
        );
    }
}
