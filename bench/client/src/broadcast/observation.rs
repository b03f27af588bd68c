//! What clients are to do, and what they saw.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

use crate::load::{Second, is_client_saturated};
use crate::rooms::Outcome;
use crate::server::Envelope;
use crate::websocket::Connecting;

/// One load: so many clients, and what they say for how long.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    pub clients: u32,
    pub connecting: Connecting,
    pub envelope: Envelope,
    pub saying: Saying,
    pub hold: Duration,
    /// Length of each payload as JSON, at least `SHORTEST_BYTES`.
    pub payload_bytes: u32,
    /// How long after the window missing deliveries and results are awaited before they count as lost.
    pub drain_timeout: Duration,
    /// In an open loop sockets are read in batches at least this far apart; the kernel's receive stamps keep the latencies.
    pub read_interval: Duration,
}

/// What is said, and what decides when.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Saying {
    Nothing,
    /// An open loop: so many broadcasts are due a second, by four of the clients in turn.
    Broadcasts {
        per_s: f64,
    },
    /// A closed loop: so many broadcasts are under way at once, and each result has the next of all clients send another.
    BroadcastsAtOnce(u32),
    /// An open loop: so many echoes are due a second, by all clients in turn.
    Echoes {
        per_s: f64,
    },
}

impl Saying {
    /// What the server does decides how much is said.
    #[must_use]
    pub fn is_closed_loop(self) -> bool {
        matches!(self, Self::BroadcastsAtOnce(_))
    }
}

/// The account of all deliveries: `expected == received + lost`, duplicates not among `received`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Broadcasts or echoes, those that were due.
    pub messages: u64,
    /// Fewer where a connection was closed, or took nothing any more.
    pub sent_messages: u64,
    /// Broadcasts without a result, or with more than one.
    pub failed_broadcasts: u64,
    /// Of a broadcast as many as there are clients, of an echo one.
    pub expected_deliveries: u64,
    pub received_deliveries: u64,
    pub lost_deliveries: u64,
    pub duplicated_deliveries: u64,
    /// Deliveries of a message that the same client had sent before one that the receiver already had.
    pub out_of_order_deliveries: u64,
}

/// What one load saw. Histograms are of microseconds; latencies run from when a message was due, in a closed loop from when it was
/// sent.
#[derive(Debug, Clone)]
pub struct Observation {
    /// `Complete` where every delivery and every result came and no connection was closed.
    pub outcome: Outcome,
    pub audit: Audit,
    /// Until a broadcast's result, or an echo.
    pub latency_us: Histogram<u64>,
    /// Until each delivery; first arrivals only.
    pub delivery_us: Histogram<u64>,
    /// Until the first client had a broadcast; of those that reached any.
    pub first_delivery_us: Histogram<u64>,
    /// Until the last client that got it had it.
    pub last_delivery_us: Histogram<u64>,
    /// Until each message was done, which is when the last client had it and its sender the result; by the second of that, from
    /// the start of the window.
    pub seconds: Vec<Second>,
    /// Actual minus due send time; zero in a closed loop, where nothing is due.
    pub sender_lag_us: Histogram<u64>,
    pub window_started_at: SystemTime,
    /// For which messages were due.
    pub window: Duration,
    /// From the end of the window to the last delivery or result; zero if all arrived within it.
    pub drain: Duration,
    /// CPU of the client over the window, 100 = one core.
    pub client_cpu_percent: f64,
    /// Share of the window in which the client had something to do, whether or not it was given a core for it; in a closed loop
    /// its CPU.
    pub client_busy_percent: f64,
}

impl Observation {
    /// The client, and not the server, may have been the limit.
    #[must_use]
    pub fn is_client_saturated(&self) -> bool {
        is_client_saturated(
            self.client_busy_percent.max(self.client_cpu_percent),
            &self.sender_lag_us,
            &self.latency_us,
        )
    }
}
