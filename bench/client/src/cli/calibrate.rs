//! `rtbench calibrate`: the latency that client and machine show by themselves.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::Output;
use super::load::{at_least_one, microseconds};
use crate::affinity::{CoreSplit, CpuList};
use crate::calibration::{self, Calibration};
use crate::interrupt::Interrupt;

const EXAMPLES: &str = "\
Examples:
  rtbench calibrate
  rtbench calibrate --server-cpus 0-2 --client-cpus 3
  rtbench calibrate --output json | jq .noise_floor.latency_p99_ms";

/// Measure the noise floor: the latency below which a difference means nothing on this machine
///
/// Loads an echo in a thread of the client's own process, at low load, on the cores that a run would use.
/// `rtbench run` does the same before its first cell and keeps it in its result files.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CalibrateArgs {
    /// Cores for the echo, as a Linux CPU list; by default all but the client's
    #[arg(long, value_name = "LIST")]
    server_cpus: Option<CpuList>,

    /// Cores for the client, as a Linux CPU list; by default the last one
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    /// How often to measure
    #[arg(long, default_value_t = calibration::ITERATIONS, value_parser = at_least_one())]
    iterations: u32,

    /// Microseconds between two rounds of reads; 0 reads without a pause and takes a whole core
    #[arg(long, value_name = "US", default_value = "250", value_parser = microseconds)]
    read_interval_us: Duration,

    /// A summary to read, or one JSON object
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// Measures, and prints the noise floor.
///
/// # Errors
/// A core is not there, the echo does not answer, the user interrupts, or standard output cannot be
/// written.
pub fn run(args: CalibrateArgs) -> Result<(), Box<dyn std::error::Error>> {
    let allowed = CpuList::allowed()?;
    let cores = CoreSplit::choose(&allowed, args.server_cpus, args.client_cpus)?;
    if let Some(warning) = cores.warning() {
        eprintln!("warning: {warning}");
    }
    let interrupt = Interrupt::listen()?;
    cores.client.pin_current_thread()?;
    let calibration =
        calibration::measure(&cores, args.read_interval_us, args.iterations, &interrupt)?;
    let mut out = io::stdout().lock();
    match args.output {
        Output::Text => write_text(&mut out, &cores, &calibration)?,
        Output::Json => {
            let object = json!({
                "server_cpus": cores.server.to_string(),
                "client_cpus": cores.client.to_string(),
                "iterations": calibration.iterations,
                "noise_floor": calibration.noise_floor,
            });
            writeln!(out, "{object}")?;
        }
    }
    Ok(())
}

fn write_text(
    out: &mut impl Write,
    cores: &CoreSplit,
    calibration: &Calibration,
) -> io::Result<()> {
    let floor = &calibration.noise_floor;
    writeln!(out, "{}", floor.method)?;
    writeln!(
        out,
        "echo on cores {}, client on {}",
        cores.server, cores.client
    )?;
    for (number, latency) in (1..).zip(&calibration.iterations) {
        writeln!(
            out,
            "  iteration {number}   mean {:.3}  p50 {:.3}  p99 {:.3}  max {:.3} ms",
            latency.mean_ms, latency.p50_ms, latency.p99_ms, latency.max_ms
        )?;
    }
    writeln!(
        out,
        "\nNoise floor: p50 {:.3} ms, p99 {:.3} ms ({} deliveries)\n\
         A difference between two servers' latencies that is smaller means nothing on this machine.",
        floor.latency_p50_ms, floor.latency_p99_ms, floor.deliveries
    )
}
