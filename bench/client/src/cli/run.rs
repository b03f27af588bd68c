//! `rtbench run`: a plan, from building its servers to its result files.

use std::path::PathBuf;

use clap::Args;

use super::RepositoryArgs;
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::runner::{CellFilter, Options};
use crate::workloads;

const EXAMPLES: &str = "\
Examples:
  rtbench run bench/plans/chat.toml
  rtbench run bench/plans/chat.toml --servers node-ws --only rooms=1,users=10 --out-dir /tmp/try
  rtbench run bench/plans/lookup.toml --only concurrency=16
  rtbench run bench/plans/echo.toml --servers node-ws --only rate_per_s=1000

A run that was stopped goes on where it was when it is run again. Results that are there are kept: to measure
them anew, say --fresh.";

/// Run a plan: measure its servers cell by cell, and write their result files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// The plan, as in bench/plans/
    plan: PathBuf,

    /// Measure these servers in place of the plan's
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    servers: Option<Vec<String>>,

    /// Measure these cells only, such as rooms=1,users=10, or concurrency=16; may be given several times
    #[arg(long, value_name = "CELL")]
    only: Vec<CellFilter>,

    /// What the order is drawn from in which the servers take turns; another in each run by default
    #[arg(long, value_name = "SEED")]
    order_seed: Option<u32>,

    /// Where the results' folders are; data/ of the repository by default
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,

    /// Measure anew what has been measured already, and replace it once the new results are whole
    #[arg(long)]
    fresh: bool,

    /// Measure nothing more: publish the rounds that all servers have ended, three at least, and leave out what is after them
    #[arg(long, conflicts_with = "fresh")]
    whole_rounds: bool,

    /// Take the servers as they are built already
    #[arg(long)]
    no_build: bool,

    /// The port that servers listen on; a free one by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,

    /// Cores for the servers, as a Linux CPU list; by default all but the client's
    #[arg(long, value_name = "LIST")]
    server_cpus: Option<CpuList>,

    /// Cores for the client, as a Linux CPU list; by default the last one
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    #[command(flatten)]
    repository: RepositoryArgs,
}

impl RunArgs {
    /// The command as result files have it: nothing in it depends on where the repository lies.
    fn command(&self, repository: &Repository) -> String {
        let mut words = vec![format!("rtbench run {}", repository.relative(&self.plan))];
        if let Some(servers) = &self.servers {
            words.push(format!("--servers {}", servers.join(",")));
        }
        words.extend(self.only.iter().map(|filter| format!("--only {filter}")));
        words.extend(self.order_seed.map(|seed| format!("--order-seed {seed}")));
        let lists = [
            ("--server-cpus", &self.server_cpus),
            ("--client-cpus", &self.client_cpus),
        ];
        for (option, list) in lists {
            words.extend(list.as_ref().map(|list| format!("{option} {list}")));
        }
        words.join(" ")
    }
}

/// Runs the plan and says where its results are.
///
/// # Errors
/// What stopped the run, or the names of the servers that failed.
pub fn run(args: RunArgs) -> Result<(), Error> {
    let repository = args.repository.find()?;
    let interrupt = Interrupt::listen()?;
    let options = Options {
        command: args.command(&repository),
        plan: args.plan,
        servers: args.servers,
        only: args.only,
        order_seed: args.order_seed,
        out_dir: args.out_dir,
        fresh: args.fresh,
        whole_rounds: args.whole_rounds,
        build: !args.no_build,
        port: args.port,
        server_cpus: args.server_cpus,
        client_cpus: args.client_cpus,
    };
    let summary = workloads::run(&repository, &options, &interrupt)?;
    for path in &summary.published {
        println!("{}", path.display());
    }
    if summary.failed.is_empty() {
        Ok(())
    } else {
        Err(Error::SomeFailed {
            failed: summary.failed,
        })
    }
}
