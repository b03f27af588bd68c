//! Everything that can stop the comparison, worded for the user.

use std::io;
use std::process::ExitStatus;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Rtbench(#[from] rtbench::error::Error),

    #[error(
        "{client}: `{command}` cannot be run ({source}): install it, or leave this client out with --clients"
    )]
    CommandNotRun {
        client: &'static str,
        command: String,
        source: io::Error,
    },

    #[error("{client}: `{command}` failed ({status})\n{stderr}")]
    CommandFailed {
        client: &'static str,
        command: String,
        status: ExitStatus,
        stderr: String,
    },

    #[error("{client} cannot be started: {source}")]
    NotStarted { client: String, source: io::Error },

    #[error("{client}, {cell}: {fault}")]
    Faulty {
        client: String,
        cell: String,
        fault: String,
    },

    #[error("could not {what}: {source}")]
    System {
        what: &'static str,
        source: io::Error,
    },
}

impl Error {
    /// For `map_err`.
    pub(super) fn system(what: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
