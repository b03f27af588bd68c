//! `rtbench servers`: what there is to measure; building it, running it by hand, and checking that
//! it keeps the protocol.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use super::{Output, RepositoryArgs};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::server::conformance::{self, CHECKS, PATIENCE, Verdict};
use crate::server::{Protocol, Registry, RunningServer, Server, free_address};

const EXAMPLES: &str = "\
Examples:
  rtbench servers list
  rtbench servers build --all
  rtbench servers start node-ws --port 8080 --server-cpus 0
  rtbench servers check --all";

const LIST_EXAMPLES: &str = "\
Examples:
  rtbench servers list
  rtbench servers list --output json | jq -r .technology";

const BUILD_EXAMPLES: &str = "\
Examples:
  rtbench servers build node-ws node-cluster
  rtbench servers build --all";

const START_EXAMPLES: &str = "\
Examples:
  rtbench servers start node-ws
  rtbench servers start node-ws --port 3000 --server-cpus 0 --no-build

It prints the process id that `rtbench chat --pid` takes.";

const CHECK_EXAMPLES: &str = "\
Examples:
  rtbench servers check node-ws
  rtbench servers check --all --no-build
  rtbench servers check --address 127.0.0.1:9000
  rtbench servers check --all --output json | jq 'select(.fault)'";

/// List, build, start or check the servers of bench/servers
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ServersArgs {
    #[command(subcommand)]
    command: ServersCommand,

    #[command(flatten)]
    repository: RepositoryArgs,
}

#[derive(Debug, Subcommand)]
enum ServersCommand {
    /// List the servers
    #[command(after_help = LIST_EXAMPLES)]
    List {
        /// A table to read, or one JSON object a line for each server
        #[arg(long, value_enum, default_value_t = Output::Text)]
        output: Output,
    },
    /// Build servers
    #[command(after_help = BUILD_EXAMPLES)]
    Build {
        #[command(flatten)]
        names: Names,
    },
    /// Build a server, start it and keep it running until Ctrl-C
    #[command(after_help = START_EXAMPLES)]
    Start {
        /// The server's id
        name: String,

        /// The port that it listens on
        #[arg(long, default_value_t = 8080, value_parser = clap::value_parser!(u16).range(1..))]
        port: u16,

        /// Cores for the server, as a Linux CPU list; by default all
        #[arg(long, value_name = "LIST")]
        server_cpus: Option<CpuList>,

        /// Take it as it is built already
        #[arg(long)]
        no_build: bool,
    },
    /// Check that servers keep the promises of the chat protocol
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        #[command(flatten)]
        names: Names,

        /// Check what listens at HOST:PORT already, instead of a server of the repository
        #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["names", "all"])]
        address: Option<SocketAddr>,

        /// Take the servers as they are built already
        #[arg(long)]
        no_build: bool,

        /// Lines to read, or one JSON object a line for each check
        #[arg(long, value_enum, default_value_t = Output::Text)]
        output: Output,
    },
}

#[derive(Debug, Args)]
struct Names {
    /// Ids of servers
    names: Vec<String>,

    /// All servers
    #[arg(long, conflicts_with = "names")]
    all: bool,
}

impl Names {
    fn choose<'a>(&self, registry: &'a Registry) -> Result<Vec<&'a Server>, Error> {
        if self.all {
            return Ok(registry.all().collect());
        }
        if self.names.is_empty() {
            return Err(Error::NoServerNamed {
                known: registry.ids(),
            });
        }
        self.names.iter().map(|name| registry.get(name)).collect()
    }
}

/// Runs one of the subcommands.
///
/// # Errors
/// What stopped it, or the names of the servers that failed.
pub fn run(args: &ServersArgs) -> Result<(), Error> {
    if let ServersCommand::Check {
        address: Some(address),
        output,
        ..
    } = &args.command
    {
        return check(&address.to_string(), *address, *output);
    }
    let registry = Registry::read(&args.repository.find()?)?;
    let interrupt = Interrupt::listen()?;
    match &args.command {
        ServersCommand::List { output } => {
            match output {
                Output::Text => list(&registry),
                Output::Json => list_json(&registry),
            }
            Ok(())
        }
        ServersCommand::Build { names } => each(&names.choose(&registry)?, |server| {
            build(server, &interrupt)
        }),
        ServersCommand::Start {
            name,
            port,
            server_cpus,
            no_build,
        } => {
            let server = registry.get(name)?;
            if !no_build {
                build(server, &interrupt)?;
            }
            start(server, *port, server_cpus.as_ref(), &interrupt)
        }
        ServersCommand::Check {
            names,
            no_build,
            output,
            ..
        } => {
            let servers = names.choose(&registry)?;
            each(&servers, |server| {
                registry.speaking(server.id(), Protocol::Chat)?;
                if !no_build {
                    build(server, &interrupt)?;
                }
                let running = RunningServer::start(server, free_address(None)?, None, &interrupt)?;
                check(server.id(), running.address(), *output)
            })
        }
    }
}

/// Does it for all servers, also after one has failed.
fn each(servers: &[&Server], act: impl Fn(&Server) -> Result<(), Error>) -> Result<(), Error> {
    let mut failed = Vec::new();
    for server in servers {
        match act(server) {
            Ok(()) => {}
            Err(error @ Error::Interrupted { .. }) => return Err(error),
            Err(error) if servers.len() == 1 => return Err(error),
            Err(error) => {
                eprintln!("error: {error}");
                failed.push(server.id().to_owned());
            }
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Error::SomeFailed { failed })
    }
}

fn list(registry: &Registry) {
    let width = |column: fn(&Server) -> usize| registry.all().map(column).max().unwrap_or(0);
    let id_width = width(|server| server.id().chars().count());
    let name_width = width(|server| server.manifest.name.chars().count());
    for server in registry.all() {
        let manifest = &server.manifest;
        let protocols: Vec<String> = manifest.protocols.iter().map(ToString::to_string).collect();
        println!(
            "{:id_width$}  {:name_width$}  {}  {}",
            manifest.technology,
            manifest.name,
            manifest.language,
            protocols.join(", "),
        );
    }
}

fn list_json(registry: &Registry) {
    for server in registry.all() {
        let manifest = &server.manifest;
        let protocols: Vec<String> = manifest.protocols.iter().map(ToString::to_string).collect();
        println!(
            "{}",
            serde_json::json!({
                "technology": manifest.technology,
                "name": manifest.name,
                "language": manifest.language,
                "protocols": protocols,
            })
        );
    }
}

fn build(server: &Server, interrupt: &Interrupt) -> Result<(), Error> {
    let started = Instant::now();
    server.build(interrupt)?;
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("built {} in {seconds:.1} s", server.id());
    Ok(())
}

fn start(
    server: &Server,
    port: u16,
    cpus: Option<&CpuList>,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let address = free_address(Some(port))?;
    let mut running = RunningServer::start(server, address, cpus, interrupt)?;
    println!(
        "{} listens at {address} (process {}); Ctrl-C stops it",
        server.id(),
        running.pid()
    );
    while !interrupt.is_asked() {
        if let Some(error) = running.ended_by_itself() {
            return Err(error);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn check(server: &str, address: SocketAddr, output: Output) -> Result<(), Error> {
    if output == Output::Text {
        println!("{server}");
    }
    let tell = |verdict: &Verdict| match output {
        Output::Text => tell_verdict(verdict),
        Output::Json => println!(
            "{}",
            serde_json::json!({
                "server": server,
                "promise": verdict.promise,
                "passed": verdict.fault.is_none(),
                "fault": verdict.fault,
            })
        ),
    };
    let verdicts = conformance::check(CHECKS, address, "/chat", PATIENCE, tell);
    let total = verdicts.len();
    let failed = verdicts
        .iter()
        .filter(|verdict: &&Verdict| verdict.fault.is_some())
        .count();
    if output == Output::Text {
        println!("{server}: {} of {total} checks passed", total - failed);
    }
    if failed == 0 {
        return Ok(());
    }
    Err(Error::ConformanceFailed {
        server: server.to_owned(),
        failed,
        total,
    })
}

fn tell_verdict(verdict: &Verdict) {
    match &verdict.fault {
        None => println!("  ok    {}", verdict.promise),
        Some(fault) => println!("  FAIL  {}: {fault}", verdict.promise),
    }
}
