//! What the chat workload is asked to do, and what it saw.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

/// One iteration's load: `users` in each of `rooms`, each sending `messages_per_user`, one every `interval`.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    pub rooms: u32,
    /// Users in each room.
    pub users: u32,
    /// Further users, who join rooms of their own, as large as the others, and neither send nor receive.
    pub idle_users: u32,
    pub connecting: Connecting,
    pub messages_per_user: u32,
    pub interval: Duration,
    /// How long after the last due message missing deliveries are awaited before they count as lost.
    pub drain_timeout: Duration,
    /// Sockets are read in batches at least this far apart; the kernel's receive stamps keep the latencies.
    pub read_interval: Duration,
}

/// How users get to the server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Connecting {
    /// Connections begun a second, on a schedule that does not wait for the server. Without it, the next is begun
    /// as soon as fewer than a certain number are under way.
    pub rate_per_s: Option<f64>,
    /// Addresses of this machine from which users connect in turn; the kernel chooses where there is none.
    pub local_addresses: Vec<IpAddr>,
}

/// How an iteration ended; all but `complete` mean that deliveries, or idle users, are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every delivery arrived, and every idle user stayed.
    Complete,
    /// Deliveries were missing when the drain time-out ended.
    DrainTimeout,
    /// The server closed at least one connection, be it of an idle user; what the others received is accounted for.
    Disconnected,
    /// The observer ended the iteration: it knows of the server's process, the connections do not.
    ServerExited,
}

impl Outcome {
    /// As in result files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::DrainTimeout => "drain_timeout",
            Self::Disconnected => "disconnected",
            Self::ServerExited => "server_exited",
        }
    }
}

/// The account of all deliveries: `expected == received + lost`, duplicates not among `received`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Fewer than the workload's where a connection was closed, or took nothing any more.
    pub sent_messages: u64,
    pub expected_deliveries: u64,
    pub received_deliveries: u64,
    pub lost_deliveries: u64,
    pub duplicated_deliveries: u64,
    /// Deliveries whose sequence number is lower than one already received from the same sender.
    pub out_of_order_deliveries: u64,
    /// Idle users whose connection the server closed.
    pub closed_idle_users: u32,
}

/// What one iteration saw.
#[derive(Debug, Clone)]
pub struct Observation {
    pub outcome: Outcome,
    pub audit: Audit,
    /// Receive time minus due time, in microseconds; first arrivals only.
    pub latency_us: Histogram<u64>,
    /// The same deliveries by the second of their receipt, from the start of the window to its end or to the last delivery,
    /// whichever is later. The last second may be shorter.
    pub seconds: Vec<Second>,
    /// Actual minus due send time, in microseconds.
    pub sender_lag_us: Histogram<u64>,
    pub window_started_at: SystemTime,
    /// From the first due message to the end of the last user's last interval.
    pub window: Duration,
    /// From the end of the window to the last delivery; zero if all arrived within it.
    pub drain: Duration,
    /// CPU of the client over the window, 100 = one core.
    pub client_cpu_percent: f64,
    /// Share of the window in which the client had something to do, whether or not it was given a core for it.
    pub client_busy_percent: f64,
}

/// What was received within one second; no latencies where nothing was.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Second {
    /// First arrivals.
    pub deliveries: u64,
    pub latency_mean_us: Option<f64>,
    pub latency_p50_us: Option<u64>,
    pub latency_p99_us: Option<u64>,
    pub latency_max_us: Option<u64>,
}

impl Second {
    #[must_use]
    pub fn of(latency_us: &Histogram<u64>) -> Self {
        if latency_us.is_empty() {
            return Self::default();
        }
        Self {
            deliveries: latency_us.len(),
            latency_mean_us: Some(latency_us.mean()),
            latency_p50_us: Some(latency_us.value_at_quantile(0.5)),
            latency_p99_us: Some(latency_us.value_at_quantile(0.99)),
            latency_max_us: Some(latency_us.max()),
        }
    }
}

/// Latencies of first arrivals.
#[derive(Debug, Clone)]
pub struct Latencies {
    pub whole_us: Histogram<u64>,
    pub seconds: Vec<Second>,
    /// Histograms of the same seconds in HdrHistogram's V2 format; an agent keeps them, so that those of all agents
    /// can be added.
    pub seconds_v2: Vec<Vec<u8>>,
}

/// What one agent saw of an iteration.
#[derive(Debug, Clone)]
pub struct AgentObservation {
    /// Latencies and seconds are of messages that the agent's own users sent.
    pub observation: Observation,
    /// What the agent's users sent, by room.
    pub sent_by_room: Vec<u64>,
    /// What they received, by the agent whose user sent it. Receive time is by this agent's clock, due time by
    /// the clock of the same agent: of a sender on another machine, the latency is off by the clocks' difference.
    pub received_from: Vec<Latencies>,
}

/// Figures so far, for a live view.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    pub received_deliveries: u64,
    pub expected_deliveries: u64,
    /// Of all deliveries up to the end of the last whole second; `None` before there were any.
    pub latency_p50_us: Option<u64>,
    pub latency_p99_us: Option<u64>,
}

/// A histogram of microseconds with three significant figures, up to an hour and beyond.
pub(super) fn new_histogram_us() -> Histogram<u64> {
    let mut histogram =
        Histogram::new_with_bounds(1, 3_600_000_000, 3).expect("the bounds are in order");
    histogram.auto(true);
    histogram
}

/// Told how an iteration goes, and when the sending window begins and ends, so that server CPU and memory are
/// sampled over just that time.
///
/// All of it is called on the thread that sends and reads: what takes longer than some microseconds
/// makes messages late, so sampling belongs on a thread of its own. Where the iteration fails within the
/// window, `window_ended` is not called.
pub trait WindowObserver {
    /// Called a few times a second while users connect and join. `false` ends the iteration at once.
    fn joining(&mut self, _connected: u32, _users: u32) -> bool {
        true
    }
    fn window_started(&mut self) {}
    fn window_ended(&mut self) {}
    /// Called a few times a second while messages are under way. `false` ends the iteration at once (server gone, user's Ctrl-C).
    fn tick(&mut self, _progress: Progress) -> bool {
        true
    }
}

impl WindowObserver for () {}
