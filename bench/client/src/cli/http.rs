//! `rtbench http`: loads one HTTP server that is already running, and prints what was answered.

use std::io::{self, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use clap::{Args, ValueEnum};
use ureq::http::Uri;

use super::Output;
use super::load::{at_least_one, rate};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::http_load::{self, Arrival, End, HttpRequest};
use crate::interrupt::Interrupt;
use crate::load_tool::{Load, LoadReport, LoadToolRun, Oha, USUAL_HOLD_S, Watched};
use crate::notation::{round, timestamp};
use crate::process::{Usage, UsageObserver, WithBacking, is_alive};
use crate::websocket::raise_open_file_limit;

/// After so long rtbench gives a request up, as it has oha do.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 64 --rate 2000 --hold 60
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16 --pid 4711 --database-pid 4712
  rtbench http --url http://127.0.0.1:8080/books/ --concurrency 64 --tool rtbench
  rtbench http --url http://127.0.0.1:8080/api/user --concurrency 16 --output json | jq .latency_p99_ms";

/// Load an HTTP server that is running, with oha or with rtbench itself
///
/// Each connection sends its next request when it has its answer (a closed loop). With --rate, requests are due on a schedule
/// that does not wait for the server, and latency counts from when they were due.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct HttpArgs {
    /// What is asked for, as http://HOST:PORT/PATH
    #[arg(long, value_parser = http_url)]
    url: Uri,

    /// What sends the requests
    #[arg(long, value_enum, default_value_t = Tool::Oha)]
    tool: Tool,

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lowercase")]
enum Tool {
    /// oha, as for lookups
    Oha,
    /// This process, on one thread, as for the bookstore
    Rtbench,
}

/// How a tool's load ended that came to nothing.
const CUT_OFF: &str = "was cut off, since the server ended";

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
    let oha = match args.tool {
        Tool::Oha => Some(Oha::find()?),
        Tool::Rtbench => None,
    };
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
        let line = match &oha {
            Some(oha) => measure_with_oha(args, oha, cores, iteration, &interrupt)?,
            None => measure_alone(args, iteration, &interrupt)?,
        };
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

fn measure_with_oha(
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
    let report = report.ok_or_else(|| failed(CUT_OFF.to_owned()))?;
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

/// From this process.
fn measure_alone(args: &HttpArgs, iteration: u32, interrupt: &Interrupt) -> Result<Line, Error> {
    let (address, connections) = (address(&args.url)?, args.concurrency);
    let hold = Duration::from_secs(args.hold.into());
    let load = http_load::Load {
        arrival: match args.rate {
            Some(per_s) => Arrival::Rate {
                per_s,
                connections,
                hold,
            },
            None => Arrival::Connections { connections, hold },
        },
        timeout: REQUEST_TIMEOUT,
    };
    raise_open_file_limit(connections)?;
    let path = args.url.path_and_query().map_or("/", |path| path.as_str());
    let request = HttpRequest::get(address, path);
    let mut server = UsageObserver::new(args.pid, interrupt, &|_| {});
    let database = UsageObserver::new(args.database_pid, interrupt, &|_| {});
    let mut both = WithBacking::holding(&mut server, database);
    let seen = http_load::run(address, &load, Box::new(move || request.clone()), &mut both);
    let database = both.finish();
    interrupt.check()?;
    let seen = seen.map_err(|source| Error::Load {
        server: args.url.to_string(),
        source: Box::new(source),
    })?;
    if seen.end == End::Stopped {
        return Err(Error::LoadTool {
            tool: "rtbench",
            how: CUT_OFF.to_owned(),
            tail: Default::default(),
        });
    }
    Ok(Line {
        iteration,
        concurrency: connections,
        started_at: timestamp(seen.started_at),
        load_report: seen.load_report(),
        server: server.finish(),
        database_cpu_percent: database.cpu_percent,
        database_memory_mib: database.memory_mib,
        client_cpu_percent: Some(round(seen.client_cpu_percent, 1)),
    })
}

/// The first address of the URL's host.
fn address(url: &Uri) -> Result<SocketAddr, Error> {
    let host = url.host().unwrap_or_default().trim_matches(['[', ']']);
    let found = (host, url.port_u16().unwrap_or(80)).to_socket_addrs();
    let found = found.map(|mut addresses| addresses.next());
    let failed = |source| Error::System {
        what: "looking up the URL's host",
        source,
    };
    let missing = || failed(io::Error::from(io::ErrorKind::AddrNotAvailable));
    found.map_err(failed)?.ok_or_else(missing)
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
