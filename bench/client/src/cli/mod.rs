//! The command line: one module a subcommand.

mod calibrate;
mod chat;
mod export;
mod run;
mod servers;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::error::Error;
use crate::repository::Repository;

#[derive(Debug, Parser)]
#[command(name = "rtbench", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Chat(chat::ChatArgs),
    Run(run::RunArgs),
    Calibrate(calibrate::CalibrateArgs),
    Servers(servers::ServersArgs),
    Export(export::ExportArgs),
}

/// Where the repository is.
#[derive(Debug, Args)]
struct RepositoryArgs {
    /// The repository; by default the nearest folder upwards that holds bench/servers
    #[arg(long, value_name = "FOLDER", global = true)]
    root: Option<PathBuf>,
}

impl RepositoryArgs {
    fn find(&self) -> Result<Repository, Error> {
        Repository::find(self.root.as_deref())
    }
}

/// Runs the command that the user typed.
///
/// # Errors
/// Whatever stopped it, worded for the user.
pub fn run(cli: Cli) -> Result<(), Box<dyn std::error::Error>> {
    match cli.command {
        Command::Chat(args) => chat::run(&args),
        Command::Run(args) => Ok(run::run(args)?),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Servers(args) => Ok(servers::run(&args)?),
        Command::Export(args) => Ok(export::run(&args)?),
    }
}
