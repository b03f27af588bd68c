//! `rtbench chat`: loads one chat server that is already running, and prints what it saw.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;

use super::Output;
use crate::affinity::CpuList;
use crate::chat::{self, Connecting, Figures, LocalAddresses, Outcome, Target, Workload};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::{Usage, UsageObserver, is_alive};

const EXAMPLES: &str = "\
Examples:
  rtbench chat --url ws://127.0.0.1:3000/chat --rooms 1 --users 60
  rtbench chat --url ws://127.0.0.1:3000/chat --rooms 4 --users 10 --messages 100 --iterations 3
  rtbench chat --url ws://127.0.0.1:3000/chat --users 60 --pid 4711 --client-cpus 1
  rtbench chat --url ws://127.0.0.1:3000/chat --users 10 --idle-users 10000 --connect-rate 2000
  rtbench chat --url ws://127.0.0.1:3000/chat --users 10 --idle-users 50000 --local-addr 127.0.0.0/29
  rtbench chat --url ws://127.0.0.1:3000/chat --rooms 2 --users 20 --output json | jq .latency_p99_ms";

/// Load a chat server that is running, and account for every delivery
///
/// Each user joins its room; when all have joined, each sends its messages on a schedule that does
/// not wait for the server. Latency is receive time minus the time at which the message was due.
/// Deliveries that are still missing when the drain time-out ends count as lost.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ChatArgs {
    /// Where the server listens, as ws://HOST:PORT/PATH
    #[arg(long)]
    url: Target,

    /// Chat rooms in use at once
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    rooms: u32,

    /// Users in each room
    #[arg(long, value_parser = at_least_one())]
    users: u32,

    /// Further users, who join rooms of their own, as large as the others, and then neither send nor receive
    #[arg(long, value_name = "USERS", default_value_t = 0)]
    idle_users: u32,

    /// Connections begun a second, on a schedule that does not wait for the server; by default each is
    /// begun as soon as fewer than 64 are under way
    #[arg(long, value_name = "PER_SECOND", value_parser = rate)]
    connect_rate: Option<f64>,

    /// Addresses of this machine from which users connect in turn, as 127.0.0.2, 127.0.0.2-127.0.0.9 or
    /// 127.0.0.0/28; may be given several times
    #[arg(long, value_name = "ADDRESSES")]
    local_addr: Vec<LocalAddresses>,

    /// Messages that each user sends
    #[arg(long, default_value_t = 500, value_parser = at_least_one())]
    messages: u32,

    /// Milliseconds between two messages of one user
    #[arg(long, value_name = "MS", default_value = "10", value_parser = milliseconds)]
    interval_ms: Duration,

    /// Seconds after the last message in which missing deliveries are awaited
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    drain_timeout: Duration,

    /// Microseconds between two rounds of reads; 0 reads without a pause and takes a whole core
    #[arg(long, value_name = "US", default_value = "250", value_parser = microseconds)]
    read_interval_us: Duration,

    /// Measure CPU and memory of this server process and its tree over the sending window
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    pid: Option<i32>,

    /// Cores for the client, as a Linux CPU list; by default it is not pinned
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    /// How often to measure
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    iterations: u32,

    /// A summary to read, or one JSON object a line for each iteration, with the fields of result
    /// files, and idle_users and closed_idle_users where there are idle users
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// Runs the iterations one after another and prints each when it is over.
///
/// # Errors
/// The first iteration that could not be measured, or standard output cannot be written.
pub fn run(args: &ChatArgs) -> Result<(), Box<dyn std::error::Error>> {
    let workload = Workload {
        rooms: args.rooms,
        users: args.users,
        idle_users: args.idle_users,
        connecting: Connecting {
            rate_per_s: args.connect_rate,
            local_addresses: LocalAddresses::joined(&args.local_addr),
        },
        messages_per_user: args.messages,
        interval: args.interval_ms,
        drain_timeout: args.drain_timeout,
        read_interval: args.read_interval_us,
    };
    if let Some(pid) = args.pid.filter(|pid| !is_alive(*pid)) {
        return Err(Error::NoSuchProcess { pid }.into());
    }
    if let Some(cpus) = &args.client_cpus {
        cpus.pin_current_thread()?;
    }
    let interrupt = Interrupt::listen()?;
    let mut out = io::stdout().lock();
    if args.output == Output::Text {
        writeln!(out, "{}: {}", args.url, description(&workload))?;
    }
    for iteration in 1..=args.iterations {
        let mut observer = UsageObserver::new(args.pid, &interrupt, &|_| {});
        let observed = chat::run(&args.url, &workload, &mut observer);
        interrupt.check()?;
        let observation = observed?;
        let line = Line {
            iteration,
            figures: Figures::new(&workload, &observation),
            idle: (workload.idle_users > 0).then_some(Idle {
                idle_users: workload.idle_users,
                closed_idle_users: observation.audit.closed_idle_users,
            }),
            usage: observer.finish(),
        };
        match args.output {
            Output::Text => write_summary(&mut out, &line)?,
            Output::Json => writeln!(out, "{}", serde_json::to_string(&line)?)?,
        }
        for note in &line.usage.notes {
            eprintln!("warning: {note}");
        }
    }
    Ok(())
}

#[derive(serde::Serialize)]
struct Line {
    iteration: u32,
    #[serde(flatten)]
    figures: Figures,
    #[serde(flatten)]
    idle: Option<Idle>,
    #[serde(flatten)]
    usage: Usage,
}

#[derive(serde::Serialize)]
struct Idle {
    idle_users: u32,
    /// By the server, within the window.
    closed_idle_users: u32,
}

fn description(workload: &Workload) -> String {
    let Workload {
        rooms,
        users,
        messages_per_user,
        interval,
        idle_users,
        ..
    } = workload;
    let idle = match idle_users {
        0 => String::new(),
        idle_users => format!(", besides {}", counted(*idle_users, "idle user")),
    };
    format!(
        "{} × {} × {}, one every {} ms{idle}",
        counted(*rooms, "room"),
        counted(*users, "user"),
        counted(*messages_per_user, "message"),
        interval.as_secs_f64() * 1e3,
    )
}

fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn write_summary(out: &mut impl Write, line: &Line) -> io::Result<()> {
    let Line {
        iteration,
        figures,
        idle,
        usage,
    } = line;
    let outcome = match figures.outcome {
        Outcome::Complete => "complete",
        Outcome::DrainTimeout => "deliveries were missing when the drain time-out ended",
        Outcome::Disconnected => "the server closed connections",
        Outcome::ServerExited => "the server's process ended",
    };
    writeln!(out, "\nIteration {iteration}: {outcome}")?;
    writeln!(
        out,
        "  deliveries   {} expected, {} received, {} lost, {} duplicated, {} out of order",
        figures.expected_deliveries,
        figures.received_deliveries,
        figures.lost_deliveries,
        figures.duplicated_deliveries,
        figures.out_of_order_deliveries,
    )?;
    match &figures.latency {
        Some(latency) => writeln!(
            out,
            "  latency      mean {:.3}  p50 {:.3}  p90 {:.3}  p99 {:.3}  p99.9 {:.3}  max {:.3} ms",
            latency.mean_ms,
            latency.p50_ms,
            latency.p90_ms,
            latency.p99_ms,
            latency.p999_ms,
            latency.max_ms,
        )?,
        None => writeln!(out, "  latency      nothing was received")?,
    }
    writeln!(
        out,
        "  sender lag   p99 {:.3}  max {:.3} ms ({} messages sent)",
        figures.sender_lag_p99_ms, figures.sender_lag_max_ms, figures.sent_messages,
    )?;
    writeln!(
        out,
        "  client       {:.1} % of a core over {:.3} s, and {:.3} s until the last delivery",
        figures.client_cpu_percent, figures.window_s, figures.drain_s,
    )?;
    if let Some(idle) = idle {
        writeln!(
            out,
            "  idle users   {}, of whom the server disconnected {}",
            idle.idle_users, idle.closed_idle_users
        )?;
    }
    if let Some(percent) = usage.cpu_percent {
        writeln!(out, "  server CPU   {percent:.1} % of a core")?;
    }
    if let (Some(mean), Some(peak)) = (usage.memory_mib, usage.memory_peak_mib) {
        writeln!(out, "  server PSS   mean {mean:.1}  peak {peak:.1} MiB")?;
    }
    if let Some(percent) = usage.steal_percent.filter(|percent| *percent > 0.0) {
        writeln!(
            out,
            "  stolen CPU   {percent:.1} % of a core, by the hypervisor"
        )?;
    }
    if figures.client_saturated {
        writeln!(
            out,
            "  The client may have been the limit, and not the server."
        )?;
    }
    Ok(())
}

pub(super) fn at_least_one() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let duration = duration(text, 1e-3)?;
    if duration.is_zero() {
        Err("expected more than 0".to_owned())
    } else {
        Ok(duration)
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if rate.is_finite() && rate > 0.0 {
        Ok(rate)
    } else {
        Err("expected more than 0".to_owned())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
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
