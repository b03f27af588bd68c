//! `rtbench servers facts`: what servers cost before anyone connects, kept in `data/servers.json`.

use std::path::PathBuf;

use clap::Args;

use super::choice::Names;
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::result::{Client, Machine};
use crate::server::Registry;
use crate::server::facts::{Conditions, Counter, Facts, FactsFile, measure};

#[derive(Debug, Args)]
pub(super) struct FactsArgs {
    #[command(flatten)]
    names: Names,

    /// The file that keeps them; servers that are not measured now stay as they are in it [default: data/servers.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How often each server is started
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    starts: u16,

    /// Cores for the server, as a Linux CPU list; by default all
    #[arg(long, value_name = "LIST")]
    server_cpus: Option<CpuList>,
}

/// Measures servers, and keeps each one's facts as soon as it has them.
pub(super) fn facts(
    repository: &Repository,
    registry: &Registry,
    args: &FactsArgs,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let counter = Counter::find()?;
    let path = match &args.out {
        Some(path) => path.clone(),
        None => repository.path("data/servers.json"),
    };
    let mut file = FactsFile::read(&path)?;
    let conditions = Conditions {
        client: Client::current(repository.client_commit()),
        machine: Machine::current()?,
        cpus: args.server_cpus.clone().map_or_else(CpuList::allowed, Ok)?,
        starts: usize::from(args.starts),
        interrupt,
    };
    if let Some(warning) = conditions.machine.load_warning() {
        eprintln!("warning: {warning}");
    }
    let choice = args.names.choose(registry)?;
    choice.each("measured", |server| {
        server.check_needs()?;
        let lines = counter.count(server)?;
        let facts = measure(server, lines, &conditions)?;
        tell(&facts);
        file.set(facts);
        file.write(&path)
    })?;
    println!("{}", path.display());
    Ok(())
}

fn tell(facts: &Facts) {
    eprintln!(
        "{}: {} lines and {} of configuration, built in {:.1} s, {} MiB, ready in {} ms, {} MiB when idle",
        facts.technology,
        facts.source_lines,
        facts.configuration_lines,
        facts.build_s,
        facts.artifact_mib,
        facts.ready_median_ms,
        facts.idle_memory_mib,
    );
}
