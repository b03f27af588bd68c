//! Servers of an earlier study, as their authors left them. The source is in a git submodule, which may be
//! absent; it is built in a copy, so that the submodule stays clean.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::manifest::CommandLine;
use super::{Server, tracked};
use crate::error::Error;
use crate::workloads::{chat, shootout};

/// The copy in which an original is built and run, in its folder of `bench/servers`.
const COPY: &str = "source";

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Original {
    /// The git submodule that holds the source, relative to the repository.
    pub submodule: String,
    /// The server's folder in it.
    pub folder: String,
    /// Whether what a user says right after its first frame may go to the wrong room. The check then pauses
    /// after it, as the load client always does.
    #[serde(default)]
    pub joins_late: bool,
    /// Promises of the protocol that it does not keep, and why. They are not tried.
    #[serde(default)]
    pub breaks: BTreeMap<String, String>,
}

impl Original {
    /// What is missing where the submodule is not checked out, and the command that fetches it.
    #[must_use]
    pub fn absence(&self) -> String {
        let submodule = &self.submodule;
        format!("{submodule} is not checked out (git submodule update --init {submodule})")
    }

    pub(super) fn fault(&self) -> Option<String> {
        let of_chat = chat::conformance::CHECKS.iter().map(|check| check.promise);
        let of_shootout = shootout::conformance::CHECKS.iter();
        let known = of_chat.chain(of_shootout.map(|check| check.promise));
        let is_known = |promise: &&String| known.clone().any(|known| known == **promise);
        let unknown = self.breaks.keys().find(|promise| !is_known(promise))?;
        Some(format!(
            "original.breaks: found `{unknown}` (expected a promise as `rtbench servers check` words it)"
        ))
    }
}

impl Server {
    /// The folder in which its commands run: an original's copy, or its own.
    #[must_use]
    pub fn workplace(&self) -> PathBuf {
        match self.manifest.original {
            Some(_) => self.folder.join(COPY),
            None => self.folder.clone(),
        }
    }

    /// The folder of what its authors wrote: an original's in the submodule, or its own.
    #[must_use]
    pub fn code_folder(&self) -> PathBuf {
        match (&self.upstream, &self.manifest.original) {
            (Some(upstream), Some(original)) => upstream.join(&original.folder),
            _ => self.folder.clone(),
        }
    }

    /// Sees that an original's submodule is checked out; other servers are always there.
    ///
    /// # Errors
    /// It is not; the message says how to fetch it.
    pub fn check_available(&self) -> Result<(), Error> {
        match &self.manifest.original {
            Some(original) if !self.is_available() => Err(Error::OriginalAbsent {
                server: self.source.clone(),
                absence: original.absence(),
            }),
            _ => Ok(()),
        }
    }

    /// Whether its source is there: an original's submodule may not be checked out. Git leaves an empty folder
    /// for one that is not.
    #[must_use]
    pub fn is_available(&self) -> bool {
        let upstream = self.upstream.as_ref();
        upstream.is_none_or(|upstream| upstream.join(".git").exists())
    }

    /// The command that tells which commit of the submodule an original is of, by the submodule's name.
    pub(super) fn upstream_version(&self) -> Option<(String, CommandLine)> {
        let upstream = self.upstream.as_ref()?;
        let name = upstream.file_name()?.to_string_lossy().into_owned();
        let words = [
            "git",
            "-C",
            upstream.to_str()?,
            "describe",
            "--tags",
            "--always",
            "--dirty",
        ];
        Some((name, words.map(str::to_owned).to_vec()))
    }

    /// The promise's reason, if the server is an original that does not keep it.
    #[must_use]
    pub fn breaks(&self, promise: &str) -> Option<&str> {
        let original = self.manifest.original.as_ref()?;
        original.breaks.get(promise).map(String::as_str)
    }

    /// Makes an original's copy anew.
    pub(super) fn lay_out_original(&self) -> Result<(), Error> {
        if self.manifest.original.is_none() {
            return Ok(());
        }
        let copy = self.workplace();
        if copy.exists() {
            std::fs::remove_dir_all(&copy).map_err(Error::io("removed", &copy))?;
        }
        tracked::copy(&self.code_folder(), &copy)
    }
}
