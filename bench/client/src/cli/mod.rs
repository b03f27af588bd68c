//! The command line: one module a subcommand.

mod agent;
mod broadcast;
mod calibrate;
mod capacity;
mod chat;
mod compare;
mod completions;
mod database;
mod export;
mod http;
mod load;
mod man;
mod merge;
mod run;
mod servers;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::error::Error;
use crate::repository::Repository;

const EXAMPLES: &str = "\
Examples:
  rtbench run bench/plans/chat.toml
  rtbench chat --url ws://127.0.0.1:3000/chat --rooms 1 --users 60
  rtbench compare before.json after.json --fail-if-slower 10%

Each subcommand has examples of its own: rtbench help chat.";

/// An open-loop load client for real-time servers that accounts for every delivery, and the runner
/// of published plans
///
/// Colours are used on a terminal only, and nowhere if NO_COLOR is set.
#[derive(Debug, Parser)]
#[command(name = "rtbench", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Chat(chat::ChatArgs),
    Broadcast(broadcast::BroadcastArgs),
    Agent(agent::AgentArgs),
    Merge(merge::MergeArgs),
    Run(run::RunArgs),
    Http(http::HttpArgs),
    Database(database::DatabaseArgs),
    Calibrate(calibrate::CalibrateArgs),
    Capacity(capacity::CapacityArgs),
    Servers(servers::ServersArgs),
    Compare(compare::CompareArgs),
    Export(export::ExportArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// For whom figures are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// To be read
    Text,
    /// For other programs
    Json,
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
        Command::Broadcast(args) => broadcast::run(&args),
        Command::Agent(args) => agent::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Run(args) => Ok(run::run(args)?),
        Command::Http(args) => http::run(&args),
        Command::Database(args) => Ok(database::run(&args)?),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Capacity(args) => capacity::run(&args),
        Command::Servers(args) => Ok(servers::run(&args)?),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => Ok(export::run(&args)?),
        Command::Completions(args) => Ok(completions::run(&args)?),
        Command::Man(args) => man::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// `rtbench` and all its subcommands but the generated `help`, with their words.
    fn commands() -> Vec<clap::Command> {
        fn walk(command: &clap::Command, found: &mut Vec<clap::Command>) {
            found.push(command.clone());
            for subcommand in command.get_subcommands() {
                walk(subcommand, found);
            }
        }
        let mut root = Cli::command().disable_help_subcommand(true);
        root.build();
        let mut found = Vec::new();
        walk(&root, &mut found);
        found
    }

    fn words(command: &clap::Command) -> String {
        command.get_bin_name().unwrap_or_default().to_owned()
    }

    /// The example lines of a command's help, without what a shell does with them.
    fn examples(command: &mut clap::Command) -> Vec<String> {
        let help = command.render_long_help().to_string();
        let lines = help
            .lines()
            .skip_while(|line| !line.starts_with("Examples:"));
        lines
            .skip(1)
            .take_while(|line| line.starts_with("  "))
            .map(|line| line.split(['|', '>', '#']).next().unwrap_or_default())
            .map(|line| line.trim().to_owned())
            .collect()
    }

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_of_itself_that_can_be_parsed() {
        for mut command in commands() {
            let words = words(&command);
            let examples = examples(&mut command);
            assert!(!examples.is_empty(), "{words} has no examples");
            for example in examples {
                assert!(example.starts_with(&words), "{words}: {example}");
                let parsed = Cli::try_parse_from(example.split_whitespace());
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn every_command_and_argument_is_explained() {
        for command in commands() {
            let words = words(&command);
            assert!(command.get_about().is_some(), "{words}");
            for argument in command.get_arguments() {
                assert!(
                    argument.get_help().is_some(),
                    "{words}: {}",
                    argument.get_id()
                );
            }
        }
    }
}
