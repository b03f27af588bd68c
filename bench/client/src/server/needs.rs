//! What a server's toolchain must offer: commands on PATH, and what only a trial can tell, such as a
//! library's headers. It is looked for before anything is built.

use std::fmt;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::Server;
use super::manifest::CommandLine;
use crate::error::Error;

/// Debian's packages of commands that servers commonly need.
const DEBIAN_PACKAGES: &[(&str, &str)] = &[
    ("bundle", "ruby-bundler"),
    ("c++", "g++"),
    ("cmake", "cmake"),
    ("elixir", "elixir"),
    ("erl", "erlang-base"),
    ("erlc", "erlang-base"),
    ("go", "golang-go"),
    ("java", "default-jdk-headless"),
    ("javac", "default-jdk-headless"),
    ("make", "make"),
    ("mix", "elixir"),
    ("mvn", "maven"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("python3", "python3"),
    ("ruby", "ruby"),
];

/// One thing that must be there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a command's name, { runtime = \"command\" }, or { what = \"…\", try = [\"command\", …] }"
)]
pub enum Need {
    /// A command on PATH.
    Command(String),
    /// The server's own runtime, for which what PATH has can't stand in.
    Runtime(OwnRuntime),
    /// What is there if a command succeeds.
    Trial(Trial),
}

/// One that `[runtime]` of the manifest asks for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnRuntime {
    #[serde(rename = "runtime")]
    pub name: String,
}

/// What is there if a command succeeds in the server's folder.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// For people: what it is, and where it is to be had.
    pub what: String,
    #[serde(rename = "try")]
    pub command: CommandLine,
}

impl fmt::Display for Need {
    /// What is missing, worded to follow `needs`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(name) => {
                write!(formatter, "{name}, which is not on PATH")?;
                let package = DEBIAN_PACKAGES.iter().find(|(command, _)| command == name);
                package.map_or(Ok(()), |(_, package)| {
                    write!(formatter, " (Debian's package: {package})")
                })
            }
            Self::Runtime(runtime) => write!(
                formatter,
                "the {} of its [runtime], which `script/bootstrap bench` brings",
                runtime.name
            ),
            Self::Trial(trial) => write!(
                formatter,
                "{}, and `{}` fails",
                trial.what,
                trial.command.join(" ")
            ),
        }
    }
}

impl Server {
    /// The first thing that is missing to build and run the server.
    #[must_use]
    pub fn missing_need(&self) -> Option<&Need> {
        let needs = &self.manifest.needs;
        needs.iter().find(|need| !self.meets(need))
    }

    /// Sees that all that the server needs is there.
    ///
    /// # Errors
    /// Something is missing, or an original's submodule is; the message names it.
    pub fn check_needs(&self) -> Result<(), Error> {
        self.check_available()?;
        match self.missing_need() {
            None => Ok(()),
            Some(need) => Err(Error::NeedMissing {
                source_folder: self.source.clone(),
                need: need.clone(),
            }),
        }
    }

    fn meets(&self, need: &Need) -> bool {
        match need {
            Need::Command(name) => which::which_global(name).is_ok(),
            Need::Runtime(runtime) => self.has_runtime(&runtime.name),
            Need::Trial(trial) => Command::new(&trial.command[0])
                .args(&trial.command[1..])
                .current_dir(&self.folder)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;
    use super::*;

    fn server(needs: &str) -> Server {
        let text = format!(
            "technology = \"one\"\nname = \"One\"\nlanguage = \"sh\"\nprotocols = [\"chat\"]\n\
             needs = {needs}\nrun = [\"sh\"]\n[ready]\n"
        );
        Server {
            folder: std::env::temp_dir(),
            manifest: toml::from_str::<Manifest>(&text).unwrap(),
            source: "bench/servers/one".to_owned(),
            upstream: None,
            runtimes: std::env::temp_dir(),
        }
    }

    fn fault(needs: &str) -> Option<String> {
        let missing = server(needs).check_needs();
        missing.err().map(|error| error.to_string())
    }

    #[test]
    fn nothing_is_missing_where_commands_are_there_and_trials_succeed() {
        assert_eq!(fault(r#"["sh", { what = "truth", try = ["true"] }]"#), None);
        assert_eq!(fault("[]"), None);
    }

    #[test]
    fn a_command_that_is_not_on_path_is_named_with_the_servers_folder() {
        assert_eq!(
            fault(r#"["sh", "no-such-compiler"]"#).unwrap(),
            "bench/servers/one: needs no-such-compiler, which is not on PATH"
        );
    }

    #[test]
    fn a_common_command_is_named_with_its_package() {
        assert_eq!(
            Need::Command("mvn".to_owned()).to_string(),
            "mvn, which is not on PATH (Debian's package: maven)"
        );
    }

    #[test]
    fn a_runtime_that_nothing_can_stand_in_for_is_missing_until_it_is_brought() {
        let mut server = server(r#"["sh", { runtime = "tongue" }]"#);
        let root = tempfile::tempdir().unwrap();
        server.runtimes = root.path().to_owned();
        server.manifest.runtime.insert("tongue".to_owned(), 25);
        let missing = server.check_needs().unwrap_err().to_string();
        let expected = "bench/servers/one: needs the tongue of its [runtime], which `script/bootstrap bench` brings";
        assert_eq!(missing, expected);
        std::fs::create_dir_all(root.path().join("tongue-25/bin")).unwrap();
        assert!(server.check_needs().is_ok());
    }

    #[test]
    fn a_trial_that_fails_or_cannot_be_run_is_told_with_its_command() {
        assert_eq!(
            fault(r#"[{ what = "luck (Debian: libluck-dev)", try = ["sh", "-c", "exit 1"] }]"#)
                .unwrap(),
            "bench/servers/one: needs luck (Debian: libluck-dev), and `sh -c exit 1` fails"
        );
        assert!(fault(r#"[{ what = "luck", try = ["no-such-command"] }]"#).is_some());
    }
}
