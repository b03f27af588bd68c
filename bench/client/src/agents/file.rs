//! What one agent writes: who it was, what it was to do, and what it saw. `schema/agent.json` describes it.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::EncodedHistogram;
use crate::error::Error;
use crate::load::Latencies;
use crate::process::{Usage, UsageSecond};
use crate::result::{Client, Machine};
use crate::rooms::{self, AgentObservation, AgentRun, AgentShares, Figures, Outcome};
use crate::websocket::Connecting;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentFile {
    /// The command line, without what differs between the agents of a run.
    pub command: String,
    pub client: Client,
    pub machine: Machine,
    pub agent: Agent,
    /// Number of the iteration, from 1.
    pub iteration: u32,
    /// When the first message of all agents was due, RFC 3339.
    pub start_at: String,
    pub workload: Load,
    pub measured: Measured,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Which of the agents it was, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// From 0.
    pub index: u32,
    pub agents: u32,
    /// The kernel's, new at each boot: agents that have it in common have their clock in common.
    pub boot_id: String,
}

/// The load of all agents together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    pub rooms: u32,
    /// Users in each room.
    pub users: u32,
    pub messages_per_user: u32,
    pub interval_ms: f64,
    pub drain_timeout_s: f64,
    pub read_interval_us: u64,
}

/// What the agent saw: of its own users, unless it says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub outcome: Outcome,
    pub sent_messages_by_room: Vec<u64>,
    pub expected_deliveries: u64,
    pub duplicated_deliveries: u64,
    pub out_of_order_deliveries: u64,
    /// By the agent whose user sent it, in their order.
    pub received_from: Vec<ReceivedFrom>,
    pub sender_lag_us: EncodedHistogram,
    pub window_s: f64,
    pub drain_s: f64,
    pub client_cpu_percent: f64,
    pub client_busy_percent: f64,
    pub client_saturated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
    /// Of an agent that ran beside the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerUsage>,
}

/// What an agent's users received of one agent's users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceivedFrom {
    /// First arrivals.
    pub deliveries: u64,
    /// Microseconds from due time to receipt, both by the receiver's clock.
    pub latency_us: EncodedHistogram,
    /// The same, second by second.
    pub latency_us_by_second: Vec<EncodedHistogram>,
}

/// CPU and memory of the server's process tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerUsage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    pub cpu_percent_by_second: Vec<Option<f64>>,
    pub memory_mib_by_second: Vec<Option<f64>>,
}

impl AgentFile {
    /// Reads an agent's file.
    ///
    /// # Errors
    /// It cannot be read, or is none: the message names line and column.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(Error::io("read", path))?;
        serde_json::from_str(&text).map_err(|error| Error::invalid(path, error))
    }

    /// One line of JSON, so that it can be told from what else a log holds.
    ///
    /// # Panics
    /// Never: it is plain data.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut line = serde_json::to_string(self).expect("plain data");
        line.push('\n');
        line
    }

    /// The users, and who plays them.
    #[must_use]
    pub fn shares(&self) -> AgentShares {
        AgentShares::new(self.workload.rooms, self.workload.users, self.agent.agents)
    }

    /// # Errors
    /// `start_at` is no time.
    pub fn start(&self) -> Result<SystemTime, String> {
        let time: jiff::Timestamp = self.start_at.parse().map_err(|error: jiff::Error| {
            format!(
                "start_at: found {:?} (expected a time as in RFC 3339: {error})",
                self.start_at
            )
        })?;
        Ok(time.into())
    }
}

impl Agent {
    /// The agent that this process is.
    ///
    /// # Errors
    /// The kernel does not tell its boot id.
    pub fn of(run: &AgentRun) -> Result<Self, Error> {
        let boot_id = procfs::sys::kernel::random::boot_id().map_err(|source| Error::Proc {
            what: "/proc/sys/kernel/random/boot_id".to_owned(),
            source,
        })?;
        Ok(Self {
            index: run.agent,
            agents: run.agents,
            boot_id,
        })
    }
}

impl From<&rooms::Load> for Load {
    fn from(workload: &rooms::Load) -> Self {
        Self {
            rooms: workload.rooms,
            users: workload.users,
            messages_per_user: workload.messages_per_user,
            interval_ms: workload.interval.as_secs_f64() * 1_000.0,
            drain_timeout_s: workload.drain_timeout.as_secs_f64(),
            read_interval_us: workload.read_interval.as_micros() as u64,
        }
    }
}

impl Load {
    /// # Errors
    /// A number that no load has.
    pub fn workload(&self) -> Result<rooms::Load, String> {
        let counts = [
            ("rooms", self.rooms),
            ("users", self.users),
            ("messages_per_user", self.messages_per_user),
        ];
        if let Some((field, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
            return Err(format!("workload.{field}: found 0 (expected more)"));
        }
        if self.rooms.checked_mul(self.users).is_none() {
            return Err("workload: found more users than can be numbered".to_owned());
        }
        let duration = |field: &str, seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|error| format!("workload.{field}: found no length of time ({error})"))
        };
        Ok(rooms::Load {
            rooms: self.rooms,
            users: self.users,
            idle_users: 0,
            connecting: Connecting::default(),
            messages_per_user: self.messages_per_user,
            interval: duration("interval_ms", self.interval_ms / 1_000.0)?,
            drain_timeout: duration("drain_timeout_s", self.drain_timeout_s)?,
            read_interval: Duration::from_micros(self.read_interval_us),
        })
    }
}

impl Measured {
    #[must_use]
    pub fn new(workload: &rooms::Load, seen: &AgentObservation, usage: &Usage) -> Self {
        let figures = Figures::new(workload, &seen.observation);
        Self {
            outcome: figures.outcome,
            sent_messages_by_room: seen.sent_by_room.clone(),
            expected_deliveries: figures.expected_deliveries,
            duplicated_deliveries: figures.duplicated_deliveries,
            out_of_order_deliveries: figures.out_of_order_deliveries,
            received_from: seen.received_from.iter().map(ReceivedFrom::new).collect(),
            sender_lag_us: EncodedHistogram::of(&seen.observation.sender_lag_us),
            window_s: figures.window_s,
            drain_s: figures.drain_s,
            client_cpu_percent: figures.client_cpu_percent,
            client_busy_percent: figures.client_busy_percent,
            client_saturated: figures.client_saturated,
            steal_percent: usage.steal_percent,
            server: ServerUsage::new(usage),
        }
    }

    /// First arrivals of all.
    #[must_use]
    pub fn received_deliveries(&self) -> u64 {
        self.received_from.iter().map(|from| from.deliveries).sum()
    }
}

impl ReceivedFrom {
    fn new(latencies: &Latencies) -> Self {
        let seconds = latencies.seconds_v2.iter();
        Self {
            deliveries: latencies.whole_us.len(),
            latency_us: EncodedHistogram::of(&latencies.whole_us),
            latency_us_by_second: seconds.map(|v2| EncodedHistogram::of_v2(v2)).collect(),
        }
    }
}

impl ServerUsage {
    /// `None` where no server was measured.
    fn new(usage: &Usage) -> Option<Self> {
        let is_measured =
            usage.cpu_percent.is_some() || usage.memory_mib.is_some() || !usage.seconds.is_empty();
        is_measured.then(|| Self {
            cpu_percent: usage.cpu_percent,
            memory_mib: usage.memory_mib,
            memory_peak_mib: usage.memory_peak_mib,
            cpu_percent_by_second: usage.seconds.iter().map(|s| s.cpu_percent).collect(),
            memory_mib_by_second: usage.seconds.iter().map(|s| s.memory_mib).collect(),
        })
    }

    /// As if this process had measured it.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let seconds = self.cpu_percent_by_second.iter();
        let seconds = seconds.zip(&self.memory_mib_by_second);
        Usage {
            cpu_percent: self.cpu_percent,
            memory_mib: self.memory_mib,
            memory_peak_mib: self.memory_peak_mib,
            seconds: seconds
                .map(|(&cpu_percent, &memory_mib)| UsageSecond {
                    cpu_percent,
                    memory_mib,
                })
                .collect(),
            ..Usage::default()
        }
    }
}
