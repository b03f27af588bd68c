//! Everything that can stop a command, worded for the user: where, what was found, what was
//! expected.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::server::{LogTail, Need};

/// What stopped a command. `Display` is one line, followed by the tail of a server's log where
/// there is one.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "no folder from {start} upwards holds bench/servers: run rtbench inside the repository, or name it with --root"
    )]
    RepositoryNotFound { start: PathBuf },

    #[error("no server was named: name servers (known: {}), or all with --all", list(.known))]
    NoServerNamed { known: Vec<String> },

    #[error("unknown server `{name}` (known: {})", list(.known))]
    UnknownServer { name: String, known: Vec<String> },

    #[error("server id: found `{found}` (expected {expected})")]
    InvalidServerId {
        found: String,
        expected: &'static str,
    },

    #[error("{folder} is there already: choose another name")]
    ServerExists { folder: String },

    #[error(
        "tokei, which counts lines of code, is not on PATH: install it (cargo install --locked tokei)"
    )]
    CounterMissing,

    #[error("unknown cell `{wanted}` (the plan has: {})", .known.join("; "))]
    UnknownCell { wanted: String, known: Vec<String> },

    #[error("{path}: {reason}")]
    InvalidFile { path: PathBuf, reason: String },

    #[error("server `{server}` speaks {}, not {wanted}", list(.speaks))]
    ProtocolNotSpoken {
        server: String,
        wanted: String,
        speaks: Vec<String>,
    },

    #[error("{source_folder}: needs {need}")]
    NeedMissing { source_folder: String, need: Need },

    #[error("{server}: {runtime} is not there, which `script/bootstrap bench` brings")]
    RuntimeMissing { server: String, runtime: String },

    #[error("{server}: not available: {absence}")]
    OriginalAbsent { server: String, absence: String },

    #[error(
        "server `{server}` listens on port {port} only, which is taken by another process: stop it"
    )]
    FixedPortTaken { server: String, port: u16 },

    #[error("server `{server}` listens on port {fixed} only: found --port {found}")]
    PortFixed {
        server: String,
        fixed: u16,
        found: u16,
    },

    #[error("server `{server}` does not build: `{command}` {how}{tail}")]
    BuildFailed {
        server: String,
        command: String,
        how: String,
        tail: LogTail,
    },

    #[error("server `{server}`: `{command}` cannot be run: {source}")]
    CommandNotRun {
        server: String,
        command: String,
        source: std::io::Error,
    },

    #[error("{address} is taken by another process: stop it, or choose another port with --port")]
    PortTaken { address: std::net::SocketAddr },

    #[error("server `{server}` did not come up within {timeout_s} s: expected {expected}{tail}")]
    NotReady {
        server: String,
        timeout_s: u64,
        expected: String,
        tail: LogTail,
    },

    #[error("server `{server}` ended while it was starting ({status}){tail}")]
    EndedEarly {
        server: String,
        status: std::process::ExitStatus,
        tail: LogTail,
    },

    #[error("server `{server}` ended by itself ({status}){tail}")]
    EndedByItself {
        server: String,
        status: std::process::ExitStatus,
        tail: LogTail,
    },

    #[error("{server}: {failed} of {total} checks failed")]
    ConformanceFailed {
        server: String,
        failed: usize,
        total: usize,
    },

    #[error("CPU list `{list}`: {reason} (expected cores as in `0`, `0-2` or `0-2,4`)")]
    InvalidCpuList { list: String, reason: String },

    #[error("CPU list `{list}`: core {cpu} is not there (this process may use {available})")]
    NoSuchCpu {
        list: String,
        cpu: usize,
        available: String,
    },

    #[error(
        "{path} is there, of another run ({difference}): measure anew with --fresh, which replaces it, or write elsewhere with --out-dir"
    )]
    OtherRun { path: PathBuf, difference: String },

    #[error(
        "{reason}: no record of this version's, which cannot be gone on with; measure anew with --fresh, which replaces it"
    )]
    NoRecord { reason: String },

    #[error(
        "--whole-rounds: this comparison's servers don't take turns in rounds; run the plan again to go on with it"
    )]
    NoRounds,

    #[error(
        "--whole-rounds: {found} rounds are whole, expected at least {least}; run the plan again to go on with it"
    )]
    TooFewRounds { found: u32, least: u32 },

    #[error("server `{server}`: {source}")]
    Load {
        server: String,
        source: Box<dyn std::error::Error + Send + Sync>,
    },

    #[error(transparent)]
    Connection(#[from] crate::websocket::ConnectionError),

    #[error(transparent)]
    Chat(#[from] crate::rooms::ChatError),

    #[error(
        "the noise floor was not measured: the echo within this process did not answer everything ({outcome})"
    )]
    NotCalibrated { outcome: &'static str },

    #[error(
        "PostgreSQL's {program} is neither below /usr/lib/postgresql nor on PATH: install PostgreSQL (Debian's package: postgresql)"
    )]
    PostgresMissing { program: &'static str },

    #[error(
        "root must not run PostgreSQL's server, and there is no Unix user `{user}` to run it: install Debian's package postgresql, or run rtbench as another user"
    )]
    NoPostgresUser { user: &'static str },

    #[error("the database: `{command}` {how}{tail}")]
    Database {
        command: String,
        how: String,
        tail: LogTail,
    },

    #[error(
        "{program}, which a broker needs, is neither below /usr nor on PATH: install it (Debian's package: {package})"
    )]
    BrokerMissing {
        program: &'static str,
        package: &'static str,
    },

    #[error("the broker {broker} {how}{tail}")]
    Broker {
        broker: String,
        how: String,
        tail: LogTail,
    },

    #[error(transparent)]
    Publisher(#[from] crate::broker::PublisherError),

    #[error(
        "server `{server}` speaks to {}, not to {wanted}: take it out of the plan, or name others with --servers",
        list(.speaks)
    )]
    BrokerNotSpoken {
        server: String,
        wanted: String,
        speaks: Vec<String>,
    },

    #[error(
        "{folder} is there already: take it down with `rtbench database stop`, or name another with --folder"
    )]
    FolderTaken { folder: PathBuf },

    #[error("no database runs in {folder}: start one with `rtbench database start`")]
    NoDatabase { folder: PathBuf },

    #[error(
        "oha, which loads servers over HTTP, is not on PATH: install it with `script/bootstrap bench`"
    )]
    LoadToolMissing,

    #[error("{tool} {how}{tail}")]
    LoadTool {
        tool: &'static str,
        how: String,
        tail: LogTail,
    },

    #[error(
        "server `{server}` has no highest rate yet, which fixed rates are parts of: measure all of its closed loops first"
    )]
    NoPeak { server: String },

    #[error("{path} cannot be {action}: {source}")]
    Io {
        action: &'static str,
        path: PathBuf,
        source: std::io::Error,
    },

    #[error("{what} cannot be read: {source}")]
    Proc {
        what: String,
        source: procfs::ProcError,
    },

    #[error("no process has the id {pid}")]
    NoSuchProcess { pid: i32 },

    #[error("{what}: {source}")]
    System {
        what: &'static str,
        source: std::io::Error,
    },

    #[error("{a} and {b} cannot be compared: {reason}")]
    NotComparable {
        a: PathBuf,
        b: PathBuf,
        reason: String,
    },

    #[error(
        "B is slower by more than {limit_percent} % in {} of {comparisons} comparisons: {}",
        .slower.len(),
        .slower.join("; ")
    )]
    Slower {
        limit_percent: f64,
        comparisons: usize,
        slower: Vec<String>,
    },

    #[error("not finished: {}", list(.failed))]
    SomeFailed { failed: Vec<String> },

    #[error("interrupted{hint}")]
    Interrupted { hint: &'static str },
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }

    pub(crate) fn invalid(path: &Path, reason: impl std::fmt::Display) -> Self {
        // A parser's message can span lines; the user gets one.
        let reason = reason.to_string().trim().replace('\n', " ");
        Self::InvalidFile {
            path: path.to_owned(),
            reason,
        }
    }

    pub(crate) fn invalid_toml(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let reason = error.message().trim().replace('\n', " ");
        match error.span() {
            None => Self::invalid(path, reason),
            Some(span) => {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                Self::invalid(path, format!("line {line}: {reason}"))
            }
        }
    }

    /// The command's exit status: 130 after Ctrl-C, as shells have it, else 1.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Interrupted { .. } => 130,
            _ => 1,
        }
    }
}

fn list(items: &[String]) -> String {
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{separator}{item}");
    }
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}
