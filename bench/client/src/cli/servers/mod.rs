//! `rtbench servers`: what there is to measure; adding to it, building it, running it by hand, and
//! checking that it keeps the protocol.

mod check;
mod choice;
mod facts;
mod list;
mod start;

use std::net::SocketAddr;
use std::time::Instant;

use clap::{Args, Subcommand};

use super::{Output, RepositoryArgs};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::server::{Registry, Server, skeleton};
use check::{Checker, check_chat};
use choice::Names;
use facts::{FactsArgs, facts};
use list::list;
use start::start;

const EXAMPLES: &str = "\
Examples:
  rtbench servers list
  rtbench servers build --all
  rtbench servers start node-ws --port 8080 --server-cpus 0
  rtbench servers check --all";

const NEW_EXAMPLES: &str = "\
Examples:
  rtbench servers new my-server";

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

const FACTS_EXAMPLES: &str = "\
Examples:
  rtbench servers facts --all
  rtbench servers facts bun node-ws --server-cpus 0 --out facts.json

It needs tokei, and a machine that does nothing else. Servers are built and started in copies.";

/// List, add, build, start, check or weigh the servers of bench/servers
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
    /// Lay out the folder of a new server
    #[command(after_help = NEW_EXAMPLES)]
    New {
        /// The server's id: lower-case letters, digits and hyphens
        name: String,
    },
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

        /// The port that it listens on [default: 8080, or the one that it always takes]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        port: Option<u16>,

        /// Cores for the server, as a Linux CPU list; by default all
        #[arg(long, value_name = "LIST")]
        server_cpus: Option<CpuList>,

        /// Take it as it is built already
        #[arg(long)]
        no_build: bool,
    },
    /// Check that servers keep the promises of their protocol
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        #[command(flatten)]
        names: Names,

        /// Check the chat server that listens at HOST:PORT already, instead of a server of the repository
        #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["names", "all"])]
        address: Option<SocketAddr>,

        /// Take the servers as they are built already
        #[arg(long)]
        no_build: bool,

        /// Lines to read, or one JSON object a line for each check
        #[arg(long, value_enum, default_value_t = Output::Text)]
        output: Output,
    },
    /// Measure what servers cost before anyone connects: lines of code, build time, size, readiness, memory
    #[command(after_help = FACTS_EXAMPLES)]
    Facts(FactsArgs),
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
        return check_chat(*address, *output);
    }
    let repository = args.repository.find()?;
    if let ServersCommand::New { name } = &args.command {
        return new(&repository, name);
    }
    let registry = Registry::read(&repository)?;
    let interrupt = Interrupt::listen()?;
    match &args.command {
        ServersCommand::New { .. } => {}
        ServersCommand::Facts(args) => facts(&repository, &registry, args, &interrupt)?,
        ServersCommand::List { output } => list(&registry, *output),
        ServersCommand::Build { names } => {
            let build = |server: &Server| build(server, &interrupt);
            names.choose(&registry)?.each("built", build)?;
        }
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
            start(server, *port, server_cpus.as_ref(), &interrupt)?;
        }
        ServersCommand::Check {
            names,
            no_build,
            output,
            ..
        } => {
            let mut checker = Checker::new(&repository, &interrupt, *output);
            let build_and_check = |server: &Server| {
                if !no_build {
                    build(server, &interrupt)?;
                }
                checker.check(server)
            };
            names.choose(&registry)?.each("checked", build_and_check)?;
        }
    }
    Ok(())
}

fn new(repository: &Repository, id: &str) -> Result<(), Error> {
    for file in skeleton::lay_out(repository, id)? {
        println!("{file}");
    }
    eprintln!("laid out; bench/servers/README.md says what to do next");
    Ok(())
}

fn build(server: &Server, interrupt: &Interrupt) -> Result<(), Error> {
    let started = Instant::now();
    server.build(interrupt)?;
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("built {} in {seconds:.1} s", server.id());
    Ok(())
}
