//! The load, as `chat`, `agent` and `broadcast` take it, and how its quantities are read.

use std::time::Duration;

use clap::Args;

use crate::affinity::CpuList;
use crate::error::Error;
use crate::process::is_alive;
use crate::rooms::Load;
use crate::websocket::{Connecting, LocalAddresses, Target};

/// Which server is loaded, and how the client goes about it.
#[derive(Debug, Args)]
pub(super) struct ClientArgs {
    /// Where the server listens, as ws://HOST:PORT/PATH
    #[arg(long)]
    pub url: Target,

    /// Connections begun a second, on a schedule that does not wait for the server; by default each is
    /// begun as soon as fewer than 64 are under way
    #[arg(long, value_name = "PER_SECOND", value_parser = rate)]
    connect_rate: Option<f64>,

    /// Addresses of this machine from which users connect in turn, as 127.0.0.2, 127.0.0.2-127.0.0.9 or
    /// 127.0.0.0/28; may be given several times
    #[arg(long, value_name = "ADDRESSES")]
    local_addr: Vec<LocalAddresses>,

    /// Seconds after the last message in which missing deliveries are awaited
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub drain_timeout: Duration,

    /// Microseconds between two rounds of reads; 0 reads without a pause and takes a whole core
    #[arg(long, value_name = "US", default_value = "250", value_parser = microseconds)]
    pub read_interval_us: Duration,

    /// Measure CPU and memory of this server process and its tree over the sending window
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    pub pid: Option<i32>,

    /// Cores for the client, as a Linux CPU list; by default it is not pinned
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,
}

impl ClientArgs {
    pub fn connecting(&self) -> Connecting {
        Connecting {
            rate_per_s: self.connect_rate,
            local_addresses: LocalAddresses::joined(&self.local_addr),
        }
    }

    /// Pins the calling thread where the user wants that.
    ///
    /// # Errors
    /// No process has the id that is to be measured, or a core is not there.
    pub fn prepare(&self) -> Result<(), Error> {
        if let Some(pid) = self.pid.filter(|pid| !is_alive(*pid)) {
            return Err(Error::NoSuchProcess { pid });
        }
        match &self.client_cpus {
            Some(cpus) => cpus.pin_current_thread(),
            None => Ok(()),
        }
    }
}

/// Users in rooms, and what they say.
#[derive(Debug, Args)]
pub(super) struct LoadArgs {
    #[command(flatten)]
    pub client: ClientArgs,

    /// Chat rooms in use at once
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    rooms: u32,

    /// Users in each room
    #[arg(long, value_parser = at_least_one())]
    users: u32,

    /// Messages that each user sends
    #[arg(long, default_value_t = 500, value_parser = at_least_one())]
    messages: u32,

    /// Milliseconds between two messages of one user
    #[arg(long, value_name = "MS", default_value = "10", value_parser = milliseconds)]
    interval_ms: Duration,
}

impl LoadArgs {
    pub fn of_rooms(&self) -> Load {
        Load {
            rooms: self.rooms,
            users: self.users,
            idle_users: 0,
            connecting: self.client.connecting(),
            messages_per_user: self.messages,
            interval: self.interval_ms,
            drain_timeout: self.client.drain_timeout,
            read_interval: self.client.read_interval_us,
        }
    }

    /// The load as command lines in result files have it: where the server listens, and what one machine is told alone,
    /// is left out.
    pub fn words(&self) -> String {
        format!(
            "--rooms {} --users {} --messages {} --interval-ms {} --drain-timeout {} --read-interval-us {}",
            self.rooms,
            self.users,
            self.messages,
            self.interval_ms.as_secs_f64() * 1_000.0,
            self.client.drain_timeout.as_secs_f64(),
            self.client.read_interval_us.as_micros(),
        )
    }
}

pub(super) fn at_least_one() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

pub(super) fn milliseconds(text: &str) -> Result<Duration, String> {
    let duration = duration(text, 1e-3)?;
    if duration.is_zero() {
        Err("expected more than 0".to_owned())
    } else {
        Ok(duration)
    }
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if rate.is_finite() && rate > 0.0 {
        Ok(rate)
    } else {
        Err("expected more than 0".to_owned())
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    duration(text, 1.0)
}

pub(super) fn microseconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .map(Duration::from_micros)
        .map_err(|_| "expected a whole number of microseconds".to_owned())
}

fn duration(text: &str, unit_s: f64) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    Duration::try_from_secs_f64(number * unit_s)
        .map_err(|_| "expected a number from 0 up".to_owned())
}
