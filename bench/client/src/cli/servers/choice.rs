//! Which servers a command is for, and doing it for each of them: one that fails, or whose toolchain is
//! missing, stops no other.

use std::fmt::Write as _;
use std::time::Instant;

use clap::Args;

use crate::error::Error;
use crate::server::{Registry, Server};

#[derive(Debug, Args)]
pub(super) struct Names {
    /// Ids of servers
    names: Vec<String>,

    /// All servers; those whose toolchain is missing are skipped, or fail if CI=true; originals that are not
    /// checked out are skipped
    #[arg(long, conflicts_with = "names")]
    all: bool,
}

impl Names {
    pub(super) fn choose<'a>(&self, registry: &'a Registry) -> Result<Choice<'a>, Error> {
        if self.names.is_empty() && !self.all {
            return Err(Error::NoServerNamed {
                known: registry.ids(),
            });
        }
        let servers: Result<Vec<&Server>, Error> = if self.all {
            Ok(registry.all().collect())
        } else {
            self.names.iter().map(|name| registry.get(name)).collect()
        };
        let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        Ok(Choice {
            servers: servers?,
            all: self.all,
            is_ci,
        })
    }
}

/// Servers to do something for.
pub(super) struct Choice<'a> {
    servers: Vec<&'a Server>,
    all: bool,
    is_ci: bool,
}

impl Choice<'_> {
    /// Whether a server with this error is skipped rather than failed.
    fn skips(&self, error: &Error) -> bool {
        match error {
            Error::OriginalAbsent { .. } => self.all,
            Error::NeedMissing { .. } => self.all && !self.is_ci,
            _ => false,
        }
    }

    /// Acts for all servers, also after one has failed, and closes with a line that says for how many it
    /// was `done` and what became of the others.
    ///
    /// # Errors
    /// The only server's error, the user's interrupt, or the names of the servers that failed.
    pub(super) fn each(
        &self,
        done: &str,
        mut act: impl FnMut(&Server) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let started = Instant::now();
        let (mut skipped, mut failed) = (Vec::new(), Vec::new());
        for server in &self.servers {
            let id = || server.id().to_owned();
            match act(server) {
                Ok(()) => {}
                Err(error @ Error::Interrupted { .. }) => return Err(error),
                Err(error) if self.skips(&error) => {
                    eprintln!("skipped: {error}");
                    skipped.push(id());
                }
                Err(error) if self.servers.len() == 1 => return Err(error),
                Err(error) => {
                    eprintln!("error: {error}");
                    failed.push(id());
                }
            }
        }
        if self.servers.len() > 1 {
            let seconds = started.elapsed().as_secs_f64();
            let summary = summary(done, self.servers.len(), &skipped, &failed);
            eprintln!("{summary} in {seconds:.1} s");
        }
        if failed.is_empty() {
            Ok(())
        } else {
            Err(Error::SomeFailed { failed })
        }
    }
}

fn summary(done: &str, total: usize, skipped: &[String], failed: &[String]) -> String {
    let count = total - skipped.len() - failed.len();
    let mut text = format!("{done} {count} of {total} servers");
    for (what, servers) in [("skipped", skipped), ("failed", failed)] {
        if !servers.is_empty() {
            let _ = write!(text, ", {what} {}: {}", servers.len(), servers.join(" "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_counts_what_was_skipped_and_what_failed() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(summary("built", 3, &[], &[]), "built 3 of 3 servers");
        assert_eq!(
            summary("built", 5, &names(&["a", "b"]), &names(&["c"])),
            "built 2 of 5 servers, skipped 2: a b, failed 1: c"
        );
    }
}
