//! What a probe showed, of whatever load it was.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::load::Second;

#[derive(Debug, Clone)]
pub struct Seen {
    pub lost_deliveries: u64,
    pub duplicated_deliveries: u64,
    pub out_of_order_deliveries: u64,
    /// What kept the load from its end, in words.
    pub interruption: Option<String>,
    /// Of what the limit is for, in microseconds.
    pub latency_us: Histogram<u64>,
    /// The same by the second of their arrival, from the start of the window.
    pub seconds: Vec<Second>,
    pub window: Duration,
    /// From the end of the window to the last arrival.
    pub drain: Duration,
    /// The client, and not the server, may have been the limit.
    pub is_client_saturated: bool,
}
