//! `rtbench capacity`: how many users a chat server carries in a room, by hand.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;

use super::load::{at_least_one, milliseconds, rate};
use super::{Output, RepositoryArgs};
use crate::affinity::{CoreSplit, CpuList};
use crate::interrupt::Interrupt;
use crate::runner::StealLimit;
use crate::search::{Elsewhere, Own, Probing, Settings, Statistic, Subject};
use crate::server::{Protocol, Registry, RunningServer, free_address};
use crate::websocket::{Target, raise_open_file_limit};
use crate::workloads::capacity::{Found, Searched};
use crate::workloads::chat_capacity::{Cell, Keys, Row, Users};

const EXAMPLES: &str = "\
Examples:
  rtbench capacity node-ws
  rtbench capacity go-coder --interval-ms 100 --repeats 5
  rtbench capacity --url ws://127.0.0.1:3000/chat --pid 4711
  rtbench capacity node-ws --output json | jq .carried_users";

/// Longer than a queue that was ended early takes to be gone.
const REST: Duration = Duration::from_secs(5);

/// Search how many users a chat server carries in each room
///
/// The users double until a probe fails; then what held and what failed close in on each other. A probe holds if nothing is lost,
/// latency is within the limit, and no queue grows. A server of the repository is started afresh, and warmed up, after each
/// probe that failed; one that runs elsewhere is left alone for some seconds.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CapacityArgs {
    /// A server of the repository, which is built already
    #[arg(value_name = "SERVER", required_unless_present = "url")]
    server: Option<String>,

    /// Where a server that runs already listens, as ws://HOST:PORT/PATH
    #[arg(long, conflicts_with = "server")]
    url: Option<Target>,

    /// Measure CPU and memory of this server process and its tree
    #[arg(long, requires = "url", value_parser = clap::value_parser!(i32).range(1..))]
    pid: Option<i32>,

    /// Chat rooms in use at once
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    rooms: u32,

    /// Milliseconds between two messages of one user
    #[arg(long, value_name = "MS", default_value_t = 10, value_parser = at_least_one())]
    interval_ms: u32,

    /// The most that p99 may be
    #[arg(long, value_name = "MS", default_value = "100", value_parser = milliseconds)]
    limit_ms: Duration,

    /// Users that the search begins with
    #[arg(long, value_name = "USERS", default_value_t = 10, value_parser = at_least_one())]
    least_users: u32,

    /// Users that it does not go beyond
    #[arg(long, value_name = "USERS", default_value_t = 1_000, value_parser = at_least_one())]
    most_users: u32,

    /// How close what held and what failed come, in percent of the users
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = rate)]
    precision_percent: f64,

    /// How long a probe sends
    #[arg(long, value_name = "SECONDS", default_value_t = 6, value_parser = at_least_one())]
    probe_s: u32,

    /// How long a turn of a fresh server's warm-up is
    #[arg(long, value_name = "SECONDS", default_value_t = 4, value_parser = at_least_one())]
    warmup_s: u32,

    /// How often to search
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    repeats: u32,

    /// Cores for the server, as a Linux CPU list; by default all but the client's
    #[arg(long, value_name = "LIST", conflicts_with = "url")]
    server_cpus: Option<CpuList>,

    /// Cores for the client, as a Linux CPU list; by default the last one
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    /// Each probe and each result to read, or one JSON object a line for each result, with the fields of result files
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,

    #[command(flatten)]
    repository: RepositoryArgs,
}

impl CapacityArgs {
    fn keys(&self) -> Keys {
        Keys {
            rooms: self.rooms,
            intervals_ms: vec![self.interval_ms],
            drain_timeout_s: 2.0,
            read_interval_us: 250,
            search: Settings {
                statistic: Statistic::P99,
                limit_ms: self.limit_ms.as_secs_f64() * 1e3,
                least_users: self.least_users,
                most_users: self.most_users,
                precision_percent: self.precision_percent,
                probe_s: self.probe_s,
                warmup_s: self.warmup_s,
                settled_percent: 5.0,
            },
        }
    }
}

/// Searches, and prints each probe and what was found.
///
/// # Errors
/// The server is unknown or cannot be started, breaks the protocol, or the user interrupts; standard output cannot be written.
pub fn run(args: &CapacityArgs) -> Result<(), Box<dyn std::error::Error>> {
    let keys = args.keys();
    if let Some(fault) = keys.fault() {
        return Err(fault.into());
    }
    let interrupt = Interrupt::listen()?;
    raise_open_file_limit(args.rooms.saturating_mul(args.most_users))?;
    if let Some(target) = &args.url {
        if let Some(cpus) = &args.client_cpus {
            cpus.pin_current_thread()?;
        }
        let subject = Elsewhere {
            target,
            pid: args.pid,
            rest: REST,
            interrupt: &interrupt,
        };
        return search(args, &keys, &target.to_string(), subject);
    }
    let registry = Registry::read(&args.repository.find()?)?;
    let id = args.server.as_deref().unwrap_or_default();
    let server = registry.speaking(id, Protocol::Chat)?;
    let (servers, clients) = (args.server_cpus.clone(), args.client_cpus.clone());
    let cores = CoreSplit::choose(&CpuList::allowed()?, servers, clients)?;
    cores.client.pin_current_thread()?;
    let address = free_address(None)?;
    let mut running = RunningServer::start(server, address, Some(&cores.server), &interrupt)?;
    let subject = Own {
        server: &mut running,
        interrupt: &interrupt,
        on_progress: &|_| {},
    };
    search(args, &keys, id, subject)
}

fn search(
    args: &CapacityArgs,
    keys: &Keys,
    name: &str,
    subject: impl Subject,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let is_text = args.output == Output::Text;
    let cell = Cell {
        rooms: args.rooms,
        interval_ms: args.interval_ms,
    };
    let mut probing = Probing {
        subject,
        loading: Users { keys, cell },
        settings: &keys.search,
        steal_limit: StealLimit::default(),
        known: None,
        say: &|probe| {
            if is_text {
                eprintln!("  {probe}");
            }
        },
        probes: Vec::new(),
        notes: Vec::new(),
    };
    for repeat in 1..=args.repeats {
        if is_text {
            eprintln!("{name}, {cell}, search {repeat}");
        }
        if repeat > 1 {
            probing.subject.refresh()?;
            probing.probes.clear();
        }
        probing.warm_up()?;
        let (capacity, search_s) = probing.search()?;
        let row = Row::new(&Found {
            technology: name,
            cell,
            iteration: repeat,
            started_at: None,
            capacity,
            search_s,
            probes: &probing.probes,
        });
        probing.known = capacity.held;
        match args.output {
            Output::Text => writeln!(out, "{}", crate::runner::Row::figures(&row))?,
            Output::Json => writeln!(out, "{}", serde_json::to_string(&row)?)?,
        }
    }
    Ok(())
}
