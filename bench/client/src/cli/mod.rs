//! The command line: one module a subcommand.

mod chat;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "rtbench", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Chat(chat::ChatArgs),
}

/// Runs the command that the user typed.
///
/// # Errors
/// Whatever stopped it, worded for the user.
pub fn run(cli: Cli) -> Result<(), Box<dyn std::error::Error>> {
    match cli.command {
        Command::Chat(args) => chat::run(&args),
    }
}
