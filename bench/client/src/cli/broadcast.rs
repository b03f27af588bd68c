//! `rtbench broadcast`: loads one server of the shootout's protocol that is already running, and prints what it saw.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;

use super::Output;
use super::chat::write_usage;
use super::load::{ClientArgs, at_least_one};
use crate::broadcast::{self, Load, SHORTEST_BYTES, Saying};
use crate::interrupt::Interrupt;
use crate::process::{Usage, UsageObserver};
use crate::server::Envelope;
use crate::workloads::shootout::{Level, Row};

const EXAMPLES: &str = "\
Examples:
  rtbench broadcast --url ws://127.0.0.1:3000/ws --clients 1000 --rate 20
  rtbench broadcast --url ws://127.0.0.1:3000/ws --clients 1000 --at-once 4 --pid 4711
  rtbench broadcast --url ws://127.0.0.1:3000/ws --clients 100 --echo-rate 1000
  rtbench broadcast --url ws://127.0.0.1:3000/cable --envelope actioncable --clients 50 --rate 10
  rtbench broadcast --url ws://127.0.0.1:3000/ws --clients 1000 --rate 20 --output json | jq .latency_p95_ms";

/// Load a server that is running with broadcasts to all its clients, and account for every delivery
///
/// Each client connects and asks for an echo; when all have theirs, some of them broadcast. The round trip ends
/// with the server's word to the sender that a broadcast has gone to all. Deliveries and results that are still missing when the
/// drain time-out ends count as lost.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BroadcastArgs {
    #[command(flatten)]
    client: ClientArgs,

    /// Clients that are connected, and hear every broadcast
    #[arg(long, value_parser = at_least_one())]
    clients: u32,

    #[command(flatten)]
    saying: SayingArgs,

    /// For how many seconds
    #[arg(long, default_value_t = 5, value_parser = at_least_one())]
    seconds: u32,

    /// Length of each message's payload, as JSON
    #[arg(long, value_name = "BYTES", default_value_t = SHORTEST_BYTES)]
    payload_bytes: u32,

    /// What the server's messages are wrapped in
    #[arg(long, value_enum, default_value_t = Envelope::None)]
    envelope: Envelope,

    /// How often to measure
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    iterations: u32,

    /// A summary to read, or one JSON object a line for each iteration, with the fields of result files
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// What is said: one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct SayingArgs {
    /// Broadcasts that are due a second, on a schedule that does not wait for the server
    #[arg(long, value_name = "PER_SECOND", value_parser = at_least_one())]
    rate: Option<u32>,

    /// Broadcasts under way at once: the next waits for a result
    #[arg(long, value_name = "BROADCASTS", value_parser = at_least_one())]
    at_once: Option<u32>,

    /// Echoes that are due a second, on all connections together
    #[arg(long, value_name = "PER_SECOND", value_parser = at_least_one())]
    echo_rate: Option<u32>,
}

/// Runs the iterations one after another and prints each when it is over.
///
/// # Errors
/// The first iteration that could not be measured, or standard output cannot be written.
pub fn run(args: &BroadcastArgs) -> Result<(), Box<dyn std::error::Error>> {
    let ClientArgs { url, pid, .. } = &args.client;
    let (load, level) = (args.load(), args.level());
    args.client.prepare()?;
    let interrupt = Interrupt::listen()?;
    let mut out = io::stdout().lock();
    if args.output == Output::Text {
        writeln!(out, "{url}: {}", args.description())?;
    }
    for iteration in 1..=args.iterations {
        let mut observer = UsageObserver::new(*pid, &interrupt, &|_| {});
        let observed = broadcast::run(url, &load, &mut observer);
        interrupt.check()?;
        let seen = observed?;
        let usage = observer.finish();
        let row = Row::new("", level, args.clients, iteration)
            .with_observation(seen.outcome.into(), &seen)
            .with_usage(&usage);
        match args.output {
            Output::Text => write_summary(&mut out, &row, &usage)?,
            Output::Json => writeln!(out, "{}", json(&row)?)?,
        }
        for note in &usage.notes {
            eprintln!("warning: {note}");
        }
    }
    Ok(())
}

impl BroadcastArgs {
    fn load(&self) -> Load {
        Load {
            clients: self.clients,
            connecting: self.client.connecting(),
            envelope: self.envelope,
            saying: match self.level() {
                Level::Rate {
                    broadcasts_per_s, ..
                } => Saying::Broadcasts {
                    per_s: broadcasts_per_s.into(),
                },
                Level::Echoes { per_s } => Saying::Echoes {
                    per_s: per_s.into(),
                },
                Level::Idle { .. } | Level::AtOnce { .. } => {
                    Saying::BroadcastsAtOnce(self.saying.at_once.unwrap_or(1))
                }
            },
            hold: Duration::from_secs(self.seconds.into()),
            payload_bytes: self.payload_bytes,
            drain_timeout: self.client.drain_timeout,
            read_interval: self.client.read_interval_us,
        }
    }

    fn level(&self) -> Level {
        let clients = self.clients;
        match (self.saying.rate, self.saying.echo_rate) {
            (Some(broadcasts_per_s), _) => Level::Rate {
                broadcasts_per_s,
                clients,
            },
            (None, Some(per_s)) => Level::Echoes { per_s },
            (None, None) => Level::AtOnce { clients },
        }
    }

    fn description(&self) -> String {
        let (clients, seconds) = (self.clients, self.seconds);
        let said = match (self.saying.rate, self.saying.echo_rate) {
            (Some(per_s), _) => format!("{per_s} broadcasts a second"),
            (None, Some(per_s)) => format!("{per_s} echoes a second"),
            (None, None) => format!("{} broadcasts at once", self.saying.at_once.unwrap_or(1)),
        };
        format!("{clients} clients, {said}, {seconds} s")
    }
}

/// The row's fields, but for the technology, which has no name here.
fn json(row: &Row) -> serde_json::Result<String> {
    let mut fields = serde_json::to_value(row)?;
    if let Some(fields) = fields.as_object_mut() {
        fields.shift_remove("technology");
    }
    serde_json::to_string(&fields)
}

fn write_summary(out: &mut impl Write, row: &Row, usage: &Usage) -> io::Result<()> {
    let count = |count: Option<u64>| count.unwrap_or(0);
    let outcome = row.outcome.map_or("", |outcome| outcome.as_str());
    writeln!(out, "\nIteration {}: {outcome}", row.iteration)?;
    if let Some(per_s) = row.completed_broadcasts_per_s {
        let (broadcasts, failed) = (count(row.broadcasts), count(row.failed_broadcasts));
        writeln!(
            out,
            "  broadcasts   {broadcasts}, {failed} without a result, {per_s} a second"
        )?;
    }
    writeln!(
        out,
        "  deliveries   {} expected, {} received, {} lost, {} duplicated, {} out of order",
        count(row.expected_deliveries),
        count(row.received_deliveries),
        count(row.lost_deliveries),
        count(row.duplicated_deliveries),
        count(row.out_of_order_deliveries),
    )?;
    write_times(out, row)?;
    writeln!(
        out,
        "  client       {:.1} % of a core",
        row.client_cpu_percent.unwrap_or_default()
    )?;
    write_usage(out, usage)?;
    if row.client_saturated == Some(true) {
        writeln!(
            out,
            "  The client may have been the limit, and not the server."
        )?;
    }
    Ok(())
}

/// Each line that has a figure, with those that it has.
fn write_times(out: &mut impl Write, row: &Row) -> io::Result<()> {
    let lines = [
        (
            "round trip",
            vec![
                ("mean", row.latency_mean_ms),
                ("p50", row.latency_p50_ms),
                ("p95", row.latency_p95_ms),
                ("p99", row.latency_p99_ms),
                ("max", row.latency_max_ms),
            ],
        ),
        (
            "first client",
            vec![
                ("p50", row.first_delivery_p50_ms),
                ("p95", row.first_delivery_p95_ms),
            ],
        ),
        (
            "last client",
            vec![
                ("p50", row.last_delivery_p50_ms),
                ("p95", row.last_delivery_p95_ms),
            ],
        ),
        (
            "sender lag",
            vec![
                ("p99", row.sender_lag_p99_ms),
                ("max", row.sender_lag_max_ms),
            ],
        ),
    ];
    for (name, figures) in lines {
        let known = figures.iter().filter_map(|(name, ms)| {
            let ms = (*ms)?;
            Some(format!("{name} {ms:.3}"))
        });
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            writeln!(out, "  {name:<12} {} ms", known.join("  "))?;
        }
    }
    Ok(())
}
