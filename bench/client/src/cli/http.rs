//! `rtbench http`: loads one HTTP server that is already running, and prints what was answered.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use ureq::http::Uri;

use super::Output;
use super::load::{at_least_one, rate};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::load_tool::{Load, LoadReport, LoadToolRun, Oha, USUAL_HOLD_S, Watched};
use crate::notation::timestamp;
use crate::process::{Usage, is_alive};

const EXAMPLES: &str = "\
Examples:
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 64 --rate 2000 --hold 60
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16 --pid 4711 --database-pid 4712
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16 --output json | jq .latency_p99_ms";

/// Load an HTTP server that is running, with oha
///
/// Each connection sends its next request when it has its answer (a closed loop). With --rate, requests are due on a schedule
/// that does not wait for the server, and latency counts from when they were due.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct HttpArgs {
    /// What is asked for, as http://HOST:PORT/PATH
    #[arg(long, value_parser = http_url)]
    url: Uri,

    /// Connections, each with one request at a time
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    concurrency: u32,

    /// Requests a second, due whether or not the server keeps pace; by default as many as it answers
    #[arg(long, value_name = "PER_SECOND", value_parser = rate)]
    rate: Option<f64>,

    /// Seconds for which the load is held
    #[arg(long, value_name = "SECONDS", default_value_t = USUAL_HOLD_S, value_parser = at_least_one())]
    hold: u32,

    /// How often to measure
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    iterations: u32,

    /// Measure CPU and memory of this server process and its tree
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    pid: Option<i32>,

    /// Measure CPU and memory of this database process and its tree besides
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    database_pid: Option<i32>,

    /// Cores for the load tool, as a Linux CPU list; by default it is not pinned
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    /// A summary to read, or one JSON object a line for each iteration, with the fields of result files
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// An iteration as it is printed.
#[derive(serde::Serialize)]
struct Line {
    iteration: u32,
    concurrency: u32,
    started_at: String,
    #[serde(flatten)]
    load_report: LoadReport,
    #[serde(flatten)]
    server: Usage,
    #[serde(skip_serializing_if = "Option::is_none")]
    database_cpu_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    database_memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_cpu_percent: Option<f64>,
}

/// Runs the iterations one after another and prints each when it is over.
///
/// # Errors
/// The first iteration that could not be measured, or standard output cannot be written.
pub fn run(args: &HttpArgs) -> Result<(), Box<dyn std::error::Error>> {
    let pids = [args.pid, args.database_pid];
    if let Some(pid) = pids.into_iter().flatten().find(|pid| !is_alive(*pid)) {
        return Err(Error::NoSuchProcess { pid }.into());
    }
    let oha = Oha::find()?;
    let interrupt = Interrupt::listen()?;
    let cores = match &args.client_cpus {
        Some(cpus) => {
            cpus.pin_current_thread()?;
            cpus.len()
        }
        None => CpuList::allowed()?.len(),
    };
    let mut out = io::stdout().lock();
    for iteration in 1..=args.iterations {
        let line = measure(args, &oha, cores, iteration, &interrupt)?;
        match args.output {
            Output::Text => write_summary(&mut out, &line)?,
            Output::Json => writeln!(out, "{}", serde_json::to_string(&line)?)?,
        }
        for note in &line.server.notes {
            eprintln!("warning: {note}");
        }
    }
    Ok(())
}

fn measure(
    args: &HttpArgs,
    oha: &Oha,
    cores: usize,
    iteration: u32,
    interrupt: &Interrupt,
) -> Result<Line, Error> {
    let load = Load {
        concurrency: args.concurrency,
        rate_per_s: args.rate,
        hold: Duration::from_secs(args.hold.into()),
    };
    let tool_run = LoadToolRun {
        tool: "oha",
        duration: load.hold,
        watched: Watched {
            server: args.pid,
            database: args.database_pid,
        },
        interrupt,
        on_progress: &|_| {},
    };
    let mut command = oha.command(&args.url.to_string(), &load, cores);
    let seen = tool_run.run(&mut command)?;
    let failed = |how: String| Error::LoadTool {
        tool: "oha",
        how,
        tail: Default::default(),
    };
    let report = seen.report.as_deref();
    let report = report.ok_or_else(|| failed("was cut off, since the server ended".to_owned()))?;
    let load_report = LoadReport::of_oha(report)
        .map_err(|fault| failed(format!("gave no report that can be read: {fault}")))?;
    Ok(Line {
        iteration,
        concurrency: args.concurrency,
        started_at: timestamp(seen.started_at),
        load_report,
        server: seen.server,
        database_cpu_percent: seen.database.cpu_percent,
        database_memory_mib: seen.database.memory_mib,
        client_cpu_percent: seen.client_cpu_percent,
    })
}

fn write_summary(out: &mut impl Write, line: &Line) -> io::Result<()> {
    let Line {
        iteration,
        load_report,
        ..
    } = line;
    writeln!(
        out,
        "Iteration {iteration}: {} requests in {} s, {} failed ({} by status 503), {} answered a second",
        load_report.requests,
        load_report.window_s,
        load_report.failed_requests,
        load_report.unavailable_responses,
        load_report.requests_per_s,
    )?;
    match &load_report.latency {
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
        None => writeln!(out, "  latency      nothing was answered")?,
    }
    let processes = [
        ("server", line.server.cpu_percent, line.server.memory_mib),
        (
            "database",
            line.database_cpu_percent,
            line.database_memory_mib,
        ),
        ("load tool", line.client_cpu_percent, None),
    ];
    for (name, cpu_percent, memory_mib) in processes {
        if let Some(percent) = cpu_percent {
            let memory = memory_mib.map_or(String::new(), |mib| format!(", {mib:.1} MiB"));
            writeln!(out, "  {name:<12} {percent:.1} % of a core{memory}")?;
        }
    }
    Ok(())
}

fn http_url(text: &str) -> Result<Uri, String> {
    let expected = "expected http://HOST:PORT/PATH";
    let uri: Uri = text
        .parse()
        .map_err(|error| format!("{error} ({expected})"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http"), Some(_)) => Ok(uri),
        _ => Err(format!("found `{text}` ({expected})")),
    }
}
