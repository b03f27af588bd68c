//! `server.toml`: what is to be known of a server to build it, run it and see that it is ready.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::needs::{Need, OwnRuntime, Trial};
use super::original::Original;
use super::relay::Relay;
use crate::error::Error;

/// A command as its words; no shell is involved.
pub type CommandLine = Vec<String>;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The technology's id, as in `data/technologies.yml`; the same as the server's folder.
    pub technology: String,
    /// What a person calls it.
    pub name: String,
    pub language: String,
    pub protocols: Vec<Protocol>,
    /// Of a server of an earlier study: where its source is, and what it does not keep of the protocol.
    #[serde(default)]
    pub original: Option<Original>,
    /// The port that it listens on, if it cannot be told another.
    #[serde(default)]
    pub port: Option<u16>,
    /// Folders of other servers that it is built from too, relative to its folder.
    #[serde(default)]
    pub shares: Vec<PathBuf>,
    /// What must be there to build and run it.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// The runtimes that `run` and `versions` are to find, by command: the major version, at least.
    #[serde(default)]
    pub runtime: BTreeMap<String, u32>,
    /// Commands that build it, in order. All commands run in the server's folder, or in an original's copy.
    #[serde(default)]
    pub build: Vec<CommandLine>,
    /// The command that runs it.
    pub run: CommandLine,
    /// Files and folders that must be there to run it, beside the runtime.
    #[serde(default)]
    pub artifacts: Vec<String>,
    /// Of a server of the shootout's protocol: where and how it speaks it.
    #[serde(default)]
    pub shootout: Endpoint,
    /// Of a relay: the brokers that it speaks to.
    #[serde(default)]
    pub relay: Relay,
    /// Environment of `run`; `{host}` and `{port}` stand for where it is to listen.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    pub ready: Readiness,
    /// Commands that print the version of the runtime and of libraries, by name.
    #[serde(default)]
    pub versions: BTreeMap<String, CommandLine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    Chat,
    /// One record of a database over HTTP.
    Lookup,
    /// A small REST interface over a database.
    Bookstore,
    /// Messages of a broker, passed on to all pages over WebSocket.
    Relay,
    /// Echoes, and broadcasts to all clients, over WebSocket.
    Shootout,
}

impl fmt::Display for Protocol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chat => formatter.write_str("chat"),
            Self::Lookup => formatter.write_str("lookup"),
            Self::Bookstore => formatter.write_str("bookstore"),
            Self::Relay => formatter.write_str("relay"),
            Self::Shootout => formatter.write_str("shootout"),
        }
    }
}

/// Where a server of the shootout's protocol takes WebSockets, and in what its messages are wrapped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Endpoint {
    pub path: String,
    pub envelope: Envelope,
}

impl Default for Endpoint {
    fn default() -> Self {
        Self {
            path: "/ws".to_owned(),
            envelope: Envelope::None,
        }
    }
}

/// What the messages of the shootout's protocol are wrapped in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lowercase")]
pub enum Envelope {
    /// Nothing.
    None,
    /// Rails: a client subscribes to a channel, and all that it says and hears is of that channel.
    ActionCable,
}

/// How it is seen that the server is ready: a GET of `http` is answered with 2xx; without `http`, a
/// TCP connection is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readiness {
    #[serde(default)]
    pub http: Option<String>,
    #[serde(default = "default_timeout_s")]
    pub timeout_s: u64,
}

fn default_timeout_s() -> u64 {
    30
}

impl Manifest {
    /// Reads and checks the manifest in a server's folder.
    ///
    /// # Errors
    /// It cannot be read, or something in it is not as expected; the message names the place.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join("server.toml");
        let text = std::fs::read_to_string(&path).map_err(Error::io("read", &path))?;
        let manifest: Self =
            toml::from_str(&text).map_err(|error| Error::invalid_toml(&path, &text, &error))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        match manifest.fault(&name) {
            None => Ok(manifest),
            Some(fault) => Err(Error::invalid(&path, fault)),
        }
    }

    fn fault(&self, folder: &str) -> Option<String> {
        if self.technology != folder {
            return Some(format!(
                "technology: found `{}` (expected `{folder}`, its folder's name)",
                self.technology
            ));
        }
        if !is_technology_id(&self.technology) {
            return Some(format!(
                "technology: found `{}` (expected {TECHNOLOGY_ID})",
                self.technology
            ));
        }
        if self.protocols.is_empty() {
            return Some(
                "protocols: found none (expected `chat`, `lookup`, `bookstore`, `relay` or `shootout`)"
                    .to_owned(),
            );
        }
        if let Some(path) = self
            .ready
            .http
            .as_ref()
            .filter(|path| !path.starts_with('/'))
        {
            return Some(format!(
                "ready.http: found `{path}` (expected a path from `/`)"
            ));
        }
        if self.port == Some(0) {
            return Some("port: found 0 (expected the port that it always listens on)".to_owned());
        }
        if let Some(fault) = self.original.as_ref().and_then(Original::fault) {
            return Some(fault);
        }
        if let Some(fault) = self.fault_of_relay() {
            return Some(fault);
        }
        if self.needs.contains(&Need::Command(String::new())) {
            return Some("needs: found an empty word (expected a command's name)".to_owned());
        }
        if let Some(name) = self
            .needed_runtimes()
            .find(|name| !self.runtime.contains_key(*name))
        {
            return Some(format!(
                "needs: found the runtime `{name}` (expected one of [runtime])"
            ));
        }
        self.commands()
            .any(|command| command.first().is_none_or(String::is_empty))
            .then(|| "found an empty command (expected a program and its arguments)".to_owned())
    }

    fn fault_of_relay(&self) -> Option<String> {
        let is_relay = self.protocols.contains(&Protocol::Relay);
        match (is_relay, self.relay.brokers.is_empty()) {
            (true, true) => Some(
                "relay.brokers: found none (expected the brokers that it speaks to)".to_owned(),
            ),
            (false, false) => {
                Some("relay.brokers: found some (expected none but of a relay)".to_owned())
            }
            _ => self.relay.fault(),
        }
    }

    fn needed_runtimes(&self) -> impl Iterator<Item = &String> {
        self.needs.iter().filter_map(|need| match need {
            Need::Runtime(OwnRuntime { name }) => Some(name),
            Need::Command(_) | Need::Trial(_) => None,
        })
    }

    fn commands(&self) -> impl Iterator<Item = &CommandLine> {
        let trials = self.needs.iter().filter_map(|need| match need {
            Need::Trial(Trial { command, .. }) => Some(command),
            Need::Command(_) | Need::Runtime(_) => None,
        });
        let build = self.build.iter().chain([&self.run]);
        build.chain(self.versions.values()).chain(trials)
    }

    /// The environment of `run`, for a server that is to listen at `address`.
    #[must_use]
    pub fn environment(&self, address: SocketAddr) -> BTreeMap<String, String> {
        let host = address.ip().to_string();
        let port = address.port().to_string();
        self.env
            .iter()
            .map(|(name, value)| {
                let value = value.replace("{host}", &host).replace("{port}", &port);
                (name.clone(), value)
            })
            .collect()
    }
}

/// What a technology's id is made of, in words.
pub(super) const TECHNOLOGY_ID: &str = "lower-case letters, digits and single hyphens";

/// As in `schema/result.json`.
pub(super) fn is_technology_id(text: &str) -> bool {
    text.split('-').all(|part| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(allowed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
        technology = "one"
        name = "One"
        language = "C"
        protocols = ["chat"]
        run = ["./one"]
        [env]
        LISTEN = "{host}:{port}"
        [ready]
        http = "/"
    "#;

    fn read(text: &str) -> Result<Manifest, Error> {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("one");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("server.toml"), text).unwrap();
        Manifest::read(&folder)
    }

    #[test]
    fn host_and_port_are_put_into_the_environment() {
        let manifest = read(WHOLE).unwrap();
        let environment = manifest.environment("127.0.0.1:9000".parse().unwrap());
        assert_eq!(environment["LISTEN"], "127.0.0.1:9000");
    }

    #[test]
    fn a_technology_is_lower_case_letters_digits_and_single_hyphens() {
        for id in ["node-ws", "go", "h2o-2"] {
            assert!(is_technology_id(id), "{id}");
        }
        for id in ["", "Node", "node_ws", "-a", "a-", "a--b", "ä"] {
            assert!(!is_technology_id(id), "{id}");
        }
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases = [
            (
                WHOLE.replace("\"one\"", "\"two\""),
                "technology: found `two`",
            ),
            (
                WHOLE.replace("language", "langauge"),
                "unknown field `langauge`",
            ),
            (
                WHOLE.replace("\"chat\"", "\"http\""),
                "unknown variant `http`",
            ),
            (WHOLE.replace("[\"chat\"]", "[]"), "protocols: found none"),
            (
                WHOLE.replace("http = \"/\"", "http = \"x\""),
                "ready.http: found `x`",
            ),
            (WHOLE.replace("[\"./one\"]", "[]"), "found an empty command"),
            (WHOLE.replace("run =", "ruin ="), "line 6"),
            (
                WHOLE.replace("run =", "needs = [7]\nrun ="),
                "line 6: expected a command's name, { runtime",
            ),
            (
                WHOLE.replace("run =", "needs = [\"\"]\nrun ="),
                "needs: found an empty word",
            ),
            (
                WHOLE.replace("run =", "needs = [{ runtime = \"java\" }]\nrun ="),
                "needs: found the runtime `java` (expected one of [runtime])",
            ),
            (
                WHOLE.replace("\"chat\"", "\"relay\""),
                "relay.brokers: found none",
            ),
            (
                WHOLE.replace("[env]", "[relay.brokers]\nnats = \"nats\"\n[env]"),
                "relay.brokers: found some",
            ),
            (
                WHOLE.replace("run =", "port = 0\nrun ="),
                "port: found 0",
            ),
            (
                WHOLE.replace(
                    "[env]",
                    "[original]\nsubmodule = \"a\"\nfolder = \"b\"\nbreaks = { \"a leg\" = \"it fell\" }\n[env]",
                ),
                "original.breaks: found `a leg`",
            ),
            (
                WHOLE.replace(
                    "run =",
                    "needs = [{ what = \"a compiler\", try = [] }]\nrun =",
                ),
                "found an empty command",
            ),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{expected} in: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
