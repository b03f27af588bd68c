//! `rtbench man`: the manual pages, made from what `--help` says.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::Cli;
use crate::result::write_aside;

const EXAMPLES: &str = "\
Examples:
  rtbench man | man -l -
  rtbench man --out-dir ~/.local/share/man/man1";

/// Print the manual page, or write those of all subcommands
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Write rtbench.1, rtbench-chat.1 and the others into this folder, and print nothing
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
}

/// Writes the pages.
///
/// # Errors
/// Standard output or a page cannot be written.
pub fn run(args: &ManArgs) -> Result<(), Box<dyn std::error::Error>> {
    let mut command = Cli::command().disable_help_subcommand(true);
    // Gives the subcommands their full names.
    command.build();
    match &args.out_dir {
        Some(folder) => write_pages(command, folder),
        None => Ok(io::stdout().write_all(&page(command)?)?),
    }
}

fn write_pages(command: Command, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    for subcommand in command.get_subcommands() {
        write_pages(subcommand.clone(), folder)?;
    }
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    Ok(write_aside(&path, &page(command)?)?)
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut roff = Vec::new();
    Man::new(command).render(&mut roff)?;
    Ok(roff)
}
