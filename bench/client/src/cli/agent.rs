//! `rtbench agent`: plays one agent's share of a load that several machines carry, and writes what it saw.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::chat::description;
use super::load::{LoadArgs, at_least_one};
use crate::agents::{Agent, AgentFile, Measured};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::timestamp;
use crate::process::UsageObserver;
use crate::repository::Repository;
use crate::result::{Client, Machine, write_aside};
use crate::rooms::{self, AgentRun};

const EXAMPLES: &str = "\
Examples:
  rtbench agent --agent 0 --agents 2 --start-at 2026-11-21T12:00:00Z --url ws://10.0.0.9:3000/chat --users 60 -o agent-0.json
  rtbench agent --agent 1 --agents 2 --start-at 2026-11-21T12:00:00Z --url ws://10.0.0.9:3000/chat --users 60 -o agent-1.json

All agents get the same load, start and number of agents; `rtbench merge` makes one result of their files.
bench/distributed/ has a playbook and a manifest that run them.";

/// Play one agent's share of a load's users, from a common start on, and write what it saw
///
/// The users of each room are divided among the agents, so that messages cross from agent to agent. The agent
/// connects and joins its users at once, and waits for the start. An agent that is not ready by then ends with an error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AgentArgs {
    /// Which agent this is, from 0; in a Kubernetes Indexed Job, its index by default
    #[arg(long, value_name = "INDEX", env = "JOB_COMPLETION_INDEX")]
    agent: u32,

    /// How many agents share the users
    #[arg(long, value_name = "COUNT", value_parser = at_least_one())]
    agents: u32,

    /// When the first message is due, as in RFC 3339: the same for all agents, and long enough ahead to join
    #[arg(long, value_name = "TIME")]
    start_at: jiff::Timestamp,

    /// Number of the iteration, where there are several
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = at_least_one())]
    iteration: u32,

    #[command(flatten)]
    load: LoadArgs,

    /// Where to write; standard output by default, as one line
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Plays the share and writes the agent's file. What was lost is no error: merging tells.
///
/// # Errors
/// The agent is not ready by the start, or could not measure at all; the user interrupts; the file cannot be written.
pub fn run(args: &AgentArgs) -> Result<(), Box<dyn std::error::Error>> {
    let load = args.load.of_rooms();
    let run = AgentRun {
        agent: args.agent,
        agents: args.agents,
        start: args.start_at.into(),
    };
    let machine = Machine::current()?;
    let warning = machine.load_warning();
    let agent = Agent::of(&run)?;
    args.load.client.prepare()?;
    let interrupt = Interrupt::listen()?;
    eprintln!(
        "agent {} of {}: {}, from {} on",
        args.agent,
        args.agents,
        description(&load),
        timestamp(run.start)
    );
    let mut observer = UsageObserver::new(args.load.client.pid, &interrupt, &|_| {});
    let seen = rooms::run_agent(&args.load.client.url, &load, &run, &mut observer);
    interrupt.check()?;
    let (seen, usage) = (seen?, observer.finish());
    let mut notes: Vec<String> = warning
        .map(|warning| format!("Agent {}: warning: {warning}.", args.agent))
        .into_iter()
        .collect();
    notes.extend(usage.notes.iter().cloned());
    let file = AgentFile {
        command: format!(
            "rtbench agent --agents {} {}",
            args.agents,
            args.load.words()
        ),
        client: Client::current(commit()),
        machine,
        agent,
        iteration: args.iteration,
        start_at: timestamp(run.start),
        workload: (&load).into(),
        measured: Measured::new(&load, &seen, &usage),
        notes,
    };
    eprintln!(
        "agent {}: {}, {} of {} deliveries received by its users",
        args.agent,
        file.measured.outcome.as_str(),
        file.measured.received_deliveries(),
        file.measured.expected_deliveries
    );
    write(&file, args.output.as_deref())?;
    Ok(())
}

/// Of the client's source, where the agent runs inside the repository.
fn commit() -> Option<String> {
    Repository::find(None).ok()?.client_commit()
}

fn write(file: &AgentFile, output: Option<&Path>) -> Result<(), Error> {
    let json = file.to_json();
    match output {
        Some(path) => write_aside(path, json.as_bytes()),
        None => std::io::stdout()
            .write_all(json.as_bytes())
            .map_err(Error::io("written", Path::new("standard output"))),
    }
}
