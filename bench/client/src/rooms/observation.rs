//! What users in rooms are to do, and what they saw.

use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;

use crate::load::{Latencies, Second, is_client_saturated};
use crate::server::RunningServer;
use crate::websocket::Connecting;

/// One iteration's load: `users` in each of `rooms`, each sending `messages_per_user`, one every `interval`.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
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

    /// The client sees closed connections; only the process tells whether the server is gone.
    #[must_use]
    pub fn by_process(self, server: &mut RunningServer) -> Self {
        match self {
            Self::Complete | Self::DrainTimeout => self,
            Self::Disconnected | Self::ServerExited if server.has_just_ended() => {
                Self::ServerExited
            }
            Self::Disconnected | Self::ServerExited => Self::Disconnected,
        }
    }
}

/// The account of all deliveries: `expected == received + lost`, duplicates not among `received`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Fewer than the load's where a connection was closed, or took nothing any more.
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
