//! `rtbench chat`: loads one chat server that is already running, and prints what it saw.

use std::io::{self, Write};

use clap::Args;

use super::Output;
use super::load::{ClientArgs, LoadArgs, at_least_one};
use crate::interrupt::Interrupt;
use crate::process::{Usage, UsageObserver};
use crate::rooms::{self, Figures, Load, Outcome};

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
    #[command(flatten)]
    load: LoadArgs,

    /// Further users, who join rooms of their own, as large as the others, and then neither send nor receive
    #[arg(long, value_name = "USERS", default_value_t = 0)]
    idle_users: u32,

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
    let ClientArgs { url, pid, .. } = &args.load.client;
    let load = Load {
        idle_users: args.idle_users,
        ..args.load.of_rooms()
    };
    args.load.client.prepare()?;
    let interrupt = Interrupt::listen()?;
    let mut out = io::stdout().lock();
    if args.output == Output::Text {
        writeln!(out, "{url}: {}", description(&load))?;
    }
    for iteration in 1..=args.iterations {
        let mut observer = UsageObserver::new(*pid, &interrupt, &|_| {});
        let observed = rooms::run(url, &load, &mut observer);
        interrupt.check()?;
        let observation = observed?;
        let line = Line {
            iteration,
            figures: Figures::new(&load, &observation),
            idle: (load.idle_users > 0).then_some(Idle {
                idle_users: load.idle_users,
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

/// An iteration as it is printed.
#[derive(serde::Serialize)]
pub(super) struct Line {
    pub iteration: u32,
    #[serde(flatten)]
    pub figures: Figures,
    #[serde(flatten)]
    pub idle: Option<Idle>,
    #[serde(flatten)]
    pub usage: Usage,
}

#[derive(serde::Serialize)]
pub(super) struct Idle {
    idle_users: u32,
    /// By the server, within the window.
    closed_idle_users: u32,
}

pub(super) fn description(load: &Load) -> String {
    let Load {
        rooms,
        users,
        messages_per_user,
        interval,
        idle_users,
        ..
    } = load;
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

pub(super) fn write_summary(out: &mut impl Write, line: &Line) -> io::Result<()> {
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
        "  client       {:.1} % of a core, busy for {:.1} % of {:.3} s; {:.3} s until the last delivery",
        figures.client_cpu_percent, figures.client_busy_percent, figures.window_s, figures.drain_s,
    )?;
    if let Some(idle) = idle {
        writeln!(
            out,
            "  idle users   {}, of whom the server disconnected {}",
            idle.idle_users, idle.closed_idle_users
        )?;
    }
    write_usage(out, usage)?;
    if figures.client_saturated {
        writeln!(
            out,
            "  The client may have been the limit, and not the server."
        )?;
    }
    Ok(())
}

/// What the server used, as far as it is known.
pub(super) fn write_usage(out: &mut impl Write, usage: &Usage) -> io::Result<()> {
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
    Ok(())
}
