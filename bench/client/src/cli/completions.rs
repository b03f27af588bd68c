//! `rtbench completions`: what a shell needs to complete the command line.

use std::io::{self, Write};

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::{Shell, generate};

use super::Cli;

const EXAMPLES: &str = "\
Examples:
  rtbench completions bash > ~/.local/share/bash-completion/completions/rtbench
  rtbench completions zsh > ~/.zfunc/_rtbench
  rtbench completions fish > ~/.config/fish/completions/rtbench.fish

The folder must be there. For zsh it must be among those of fpath, before compinit is called.";

/// Print a shell's completions for rtbench
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell that is to complete
    #[arg(value_enum)]
    shell: KnownShell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KnownShell {
    Bash,
    Zsh,
    Fish,
}

/// Writes the script to standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> io::Result<()> {
    let shell = match args.shell {
        KnownShell::Bash => Shell::Bash,
        KnownShell::Zsh => Shell::Zsh,
        KnownShell::Fish => Shell::Fish,
    };
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "rtbench", &mut script);
    io::stdout().write_all(&script)
}
