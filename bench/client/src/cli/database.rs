//! `rtbench database`: a PostgreSQL instance of its own, to try by hand servers that need one.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::RepositoryArgs;
use crate::affinity::CpuList;
use crate::database::{DetachedDatabase, Schema};
use crate::error::Error;
use crate::interrupt::Interrupt;

const EXAMPLES: &str = "\
Examples:
  rtbench database start
  rtbench database fill
  rtbench database stop

`rtbench run` starts and fills a database of its own.";

const START_EXAMPLES: &str = "\
Examples:
  rtbench database start
  rtbench database start --port 5433 --cpus 0 --folder /tmp/another

It prints the DATABASE_URL that servers take from their environment.";

const FILL_EXAMPLES: &str = "\
Examples:
  rtbench database fill
  rtbench database fill --schema bookstore
  rtbench database fill --folder /tmp/another";

const STOP_EXAMPLES: &str = "\
Examples:
  rtbench database stop
  rtbench database stop --folder /tmp/another";

/// Run a private PostgreSQL instance for servers of lookups and of the bookstore, on loopback, from Debian's packages
///
/// PostgreSQL's own settings, but for addresses and the number of connections. Run by root, its server belongs to the Unix
/// user postgres.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DatabaseArgs {
    #[command(subcommand)]
    command: DatabaseCommand,

    #[command(flatten)]
    repository: RepositoryArgs,
}

#[derive(Debug, Subcommand)]
enum DatabaseCommand {
    /// Make an empty instance and start its server, which goes on until it is stopped
    #[command(after_help = START_EXAMPLES)]
    Start {
        #[command(flatten)]
        folder: FolderArgs,

        /// The port that it listens on; a free one by default
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        port: Option<u16>,

        /// Cores for the database, as a Linux CPU list; by default all
        #[arg(long, value_name = "LIST")]
        cpus: Option<CpuList>,
    },
    /// Make the table of a protocol anew: always the same
    #[command(after_help = FILL_EXAMPLES)]
    Fill {
        #[command(flatten)]
        folder: FolderArgs,

        /// Lookups' 10,000 users, or the bookstore without a book
        #[arg(long, value_enum, default_value_t = Schema::Lookup)]
        schema: Schema,
    },
    /// Stop the server, and remove the instance
    #[command(after_help = STOP_EXAMPLES)]
    Stop {
        #[command(flatten)]
        folder: FolderArgs,
    },
}

#[derive(Debug, Args)]
struct FolderArgs {
    /// The instance's folder; by default rtbench-database among the temporary files
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl FolderArgs {
    fn path(&self) -> PathBuf {
        self.folder
            .clone()
            .unwrap_or_else(DetachedDatabase::default_folder)
    }
}

/// Runs one of the subcommands.
///
/// # Errors
/// What stopped it.
pub fn run(args: &DatabaseArgs) -> Result<(), Error> {
    let interrupt = Interrupt::listen()?;
    match &args.command {
        DatabaseCommand::Start { folder, port, cpus } => {
            if let Some(cpus) = cpus {
                cpus.check_within(&CpuList::allowed()?)?;
                cpus.pin_current_thread()?;
            }
            let detached = DetachedDatabase::start(&folder.path(), *port, &interrupt)?;
            println!("DATABASE_URL={}", detached.instance().url());
            if let Some(pid) = detached.pid() {
                eprintln!("its process is {pid}; `rtbench database fill` fills it");
            }
            Ok(())
        }
        DatabaseCommand::Fill { folder, schema } => {
            let repository = args.repository.find()?;
            let detached = DetachedDatabase::find(&folder.path())?;
            detached.instance().fill(*schema, &repository, &interrupt)
        }
        DatabaseCommand::Stop { folder } => DetachedDatabase::in_folder(&folder.path())?.stop(),
    }
}
