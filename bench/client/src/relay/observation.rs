//! What was seen of a load.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

use super::Hop;
use crate::load::{Second, is_client_saturated};

/// How a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every delivery arrived, and every page stayed.
    Complete,
    /// Deliveries were missing when the drain time-out ended.
    DrainTimeout,
    /// The relay closed at least one page's connection; what the others received is accounted for.
    Disconnected,
    /// The broker closed its publisher's connection.
    BrokerGone,
    /// The observer ended the load: it knows of the relay's process, the connections do not.
    Stopped,
}

/// The account of all deliveries: `expected == received + lost`, duplicates not among `received`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Audit {
    /// Of the load, whether they could be published or not.
    pub messages: u64,
    /// To each page one of each.
    pub expected_deliveries: u64,
    pub received_deliveries: u64,
    pub lost_deliveries: u64,
    pub duplicated_deliveries: u64,
    /// Deliveries of a message that was published before one that the page already had.
    pub out_of_order_deliveries: u64,
}

/// One second of a load, each latency in the second in which its hop ended.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RelaySecond {
    pub whole: Second,
    pub broker: Second,
    pub page: Second,
}

/// What one load saw. Latencies run from when a message was due; without a pause, where nothing is, from when it was published.
#[derive(Debug, Clone)]
pub struct Observation {
    pub ending: Ending,
    pub audit: Audit,
    /// Until the relay had each message.
    pub broker_hop: Hop,
    /// From there to each page; first arrivals only.
    pub page_hop: Hop,
    /// Until each page had it; first arrivals only.
    pub whole_way: Hop,
    pub seconds: Vec<RelaySecond>,
    /// Actual minus due time of publishing; zero without a pause.
    pub publisher_lag_us: Histogram<u64>,
    pub window_started_at: SystemTime,
    /// From the first message to the end of the last one's pause, a second at least.
    pub window: Duration,
    /// CPU of this process over the window, with that of the tap, 100 = one core.
    pub client_cpu_percent: f64,
    /// Share of the window in which the thread that publishes and reads had something to do, whether or not it was given a core for it.
    pub client_busy_percent: f64,
}

impl Observation {
    /// The client, and not the relay, may have been the limit.
    #[must_use]
    pub fn is_client_saturated(&self) -> bool {
        is_client_saturated(
            self.client_busy_percent.max(self.client_cpu_percent),
            &self.publisher_lag_us,
            &self.whole_way.latency_us,
        )
    }
}
