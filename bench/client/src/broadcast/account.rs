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
mod tests;
