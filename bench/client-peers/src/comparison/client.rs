//! Who takes part: how each client is built, started, and asked for its versions.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;
use rtbench::repository::Repository;
use serde::{Serialize, Serializer};

use super::cell::{Cell, INTERVAL};
use super::error::Error;

const RTBENCH: &str = "bench/client/target/release/rtbench";

/// A program that can load the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Program {
    Rtbench,
    /// The least that a client can do: it only counts frames
    Floor,
    /// Node.js with ws
    NodeWs,
    /// Go with gws
    GoGws,
    K6,
}

impl Program {
    /// Whether it reads in rounds, at an interval that can be chosen.
    fn reads_in_rounds(self) -> bool {
        matches!(self, Self::Rtbench | Self::Floor)
    }

    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Rtbench => "rtbench",
            Self::Floor => "floor",
            Self::NodeWs => "node-ws",
            Self::GoGws => "go-gws",
            Self::K6 => "k6",
        }
    }

    /// Where its build commands run.
    fn folder(self) -> &'static str {
        match self {
            Self::Rtbench => "bench/client",
            Self::Floor => "bench/client-peers",
            Self::NodeWs => "bench/client-peers/node-ws",
            Self::GoGws => "bench/client-peers/go-gws",
            Self::K6 => "bench/client-peers/k6",
        }
    }

    /// What builds it; nothing where that is there already.
    fn build_command(self) -> &'static [&'static str] {
        match self {
            Self::Rtbench => &["cargo", "build", "--quiet", "--release", "--locked"],
            // In the same build as this program.
            Self::Floor => &[],
            Self::NodeWs => &["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
            Self::GoGws => &["go", "build", "-o", "bin/load", "."],
            Self::K6 => &["go", "build", "-o", "bin/k6", "go.k6.io/k6"],
        }
    }

    fn version_commands(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Rtbench => &[&["target/release/rtbench", "--version"]],
            Self::Floor => &[],
            Self::NodeWs => &[
                &["node", "--print", "`Node.js ${process.versions.node}`"],
                &[
                    "node",
                    "--print",
                    "`ws ${require('ws/package.json').version}`",
                ],
            ],
            Self::GoGws => &[
                &["go", "env", "GOVERSION"],
                &[
                    "go",
                    "list",
                    "-m",
                    "-f",
                    "gws {{.Version}}",
                    "github.com/lxzan/gws",
                ],
            ],
            Self::K6 => &[&["bin/k6", "version"]],
        }
    }
}

/// One that takes part: a program, and how often it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    pub program: Program,
    /// Microseconds between two rounds of reads; `None` where the program has no such rounds.
    pub read_interval_us: Option<u32>,
}

impl Client {
    /// The programs, those that read in rounds once for each interval.
    #[must_use]
    pub fn all(programs: &[Program], read_intervals_us: &[u32]) -> Vec<Self> {
        let clients_of = |program: &Program| {
            let program = *program;
            let intervals: Vec<Option<u32>> = if program.reads_in_rounds() {
                read_intervals_us.iter().copied().map(Some).collect()
            } else {
                vec![None]
            };
            intervals.into_iter().map(move |read_interval_us| Self {
                program,
                read_interval_us,
            })
        };
        programs.iter().flat_map(clients_of).collect()
    }

    /// The command that has it load the server at `address`.
    ///
    /// # Errors
    /// This program's own place is unknown.
    pub fn command(
        &self,
        repository: &Repository,
        address: SocketAddr,
        cell: &Cell,
    ) -> Result<Command, Error> {
        let read_interval_us = self.read_interval_us.unwrap_or_default().to_string();
        let (rooms, users) = (cell.rooms.to_string(), cell.users.to_string());
        let messages = cell.messages_per_user.to_string();
        let interval_ms = INTERVAL.as_millis().to_string();
        let url = format!("ws://{address}/chat");
        let mut command = Command::new(self.executable(repository)?);
        match self.program {
            Program::Rtbench => command.args(["chat", "--output", "json", "--url", &url]),
            Program::Floor => command.args(["--address", &address.to_string()]),
            Program::NodeWs => command.arg("load.js"),
            Program::GoGws => &mut command,
            // Without its own server, which would listen on a fixed port.
            Program::K6 => command.args([
                "run",
                "--quiet",
                "--no-usage-report",
                "--address",
                "",
                "load.js",
            ]),
        };
        if self.program.reads_in_rounds() {
            command
                .args([
                    "--rooms",
                    &rooms,
                    "--users",
                    &users,
                    "--messages",
                    &messages,
                ])
                .args([
                    "--interval-ms",
                    &interval_ms,
                    "--read-interval-us",
                    &read_interval_us,
                ]);
        } else {
            command
                .envs([("URL", &url), ("ROOMS", &rooms), ("USERS", &users)])
                .envs([("MESSAGES", &messages), ("INTERVAL_MS", &interval_ms)]);
        }
        command.current_dir(repository.path(self.program.folder()));
        Ok(command)
    }

    fn executable(&self, repository: &Repository) -> Result<PathBuf, Error> {
        let in_folder = |name: &str| repository.path(self.program.folder()).join(name);
        Ok(match self.program {
            Program::Rtbench => repository.path(RTBENCH),
            Program::Floor => beside_this_program("floor")?,
            Program::NodeWs => "node".into(),
            Program::GoGws => in_folder("bin/load"),
            Program::K6 => in_folder("bin/k6"),
        })
    }
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.program.id())?;
        match self.read_interval_us {
            Some(us) if us >= 1_000 && us % 1_000 == 0 => write!(formatter, ", {} ms", us / 1_000),
            Some(us) => write!(formatter, ", {us} µs"),
            None => Ok(()),
        }
    }
}

impl Serialize for Client {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Installs and builds the programs; what is there already is kept.
///
/// # Errors
/// The first command that cannot be run or fails.
pub fn build(programs: &[Program], repository: &Repository) -> Result<(), Error> {
    for program in programs {
        if let [name, arguments @ ..] = program.build_command() {
            eprintln!("building {}", program.id());
            run(program, &repository.path(program.folder()), name, arguments)?;
        }
    }
    Ok(())
}

/// What a program and its libraries are, as they say themselves.
///
/// # Errors
/// The first command that cannot be run or fails.
pub fn versions(program: Program, repository: &Repository) -> Result<String, Error> {
    let folder = repository.path(program.folder());
    let versions = program
        .version_commands()
        .iter()
        .map(|command| run(&program, &folder, command[0], &command[1..]))
        .collect::<Result<Vec<String>, Error>>()?;
    Ok(versions.join(", "))
}

/// What the command prints.
fn run(program: &Program, folder: &Path, name: &str, arguments: &[&str]) -> Result<String, Error> {
    // A path that is relative to the folder would be looked up from here.
    let executable = match name.contains('/') {
        true => folder.join(name),
        false => name.into(),
    };
    let words = [&[name], arguments].concat().join(" ");
    let output = Command::new(executable)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|source| Error::CommandNotRun {
            client: program.id(),
            command: words.clone(),
            source,
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(Error::CommandFailed {
        client: program.id(),
        command: words,
        status: output.status,
        stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

fn beside_this_program(name: &str) -> Result<PathBuf, Error> {
    let this = std::env::current_exe().map_err(Error::system("find this program"))?;
    Ok(this.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_reads_in_rounds_takes_part_once_for_each_interval() {
        let programs = [Program::Rtbench, Program::NodeWs];
        let names: Vec<String> = Client::all(&programs, &[250, 1_000])
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(names, ["rtbench, 250 µs", "rtbench, 1 ms", "node-ws"]);
    }
}
