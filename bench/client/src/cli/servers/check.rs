//! `rtbench servers check`: whether a server keeps its protocols.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use super::Output;
use crate::database::Database;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::server::{Protocol, RunningServer, Server, Verdict, free_address};
use crate::workloads::chat::conformance::{self, CHECKS, Check, TIMEOUT, Timing, promised};
use crate::workloads::lookup::check_lookup;

/// Checks servers of the repository, each by its protocols.
pub(super) struct Checker<'a> {
    repository: &'a Repository,
    interrupt: &'a Interrupt,
    output: Output,
    /// Started for the first server that needs one.
    database: Option<Database>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        repository: &'a Repository,
        interrupt: &'a Interrupt,
        output: Output,
    ) -> Self {
        Self {
            repository,
            interrupt,
            output,
            database: None,
        }
    }

    /// Starts a server that is built, and checks it.
    pub(super) fn check(&mut self, server: &Server) -> Result<(), Error> {
        let protocols = &server.manifest.protocols;
        if protocols.contains(&Protocol::Chat) {
            let running = self.start(server, &BTreeMap::new())?;
            self.check_chat(server, running.address())?;
        }
        if protocols.contains(&Protocol::Lookup) {
            self.check_lookup(server)?;
        }
        Ok(())
    }

    /// For the promises that the server makes.
    fn check_chat(&self, server: &Server, address: SocketAddr) -> Result<(), Error> {
        report(server.id(), self.output, |tell| {
            for Check { promise, .. } in CHECKS {
                if let Some(reason) = server.breaks(promise) {
                    tell_untried(server.id(), promise, reason, self.output);
                }
            }
            conformance::check(promised(server), address, "/chat", Timing::of(server), tell)
        })
    }

    fn check_lookup(&mut self, server: &Server) -> Result<(), Error> {
        let mut database = match self.database.take() {
            Some(database) => database,
            None => Database::start(self.repository, None, self.interrupt)?,
        };
        let url = database.instance().url();
        let environment = BTreeMap::from([("DATABASE_URL".to_owned(), url)]);
        let running = self.start(server, &environment)?;
        let address = running.address();
        let checked = report(server.id(), self.output, |tell| {
            check_lookup(address, &mut database, self.interrupt, tell)
        });
        self.database = Some(database);
        self.interrupt.check()?;
        checked
    }

    fn start(
        &self,
        server: &Server,
        environment: &BTreeMap<String, String>,
    ) -> Result<RunningServer, Error> {
        let address = free_address(None)?;
        RunningServer::start_with(server, address, environment, None, self.interrupt)
    }
}

/// Checks what listens at `address` as a chat server, for all promises.
pub(super) fn check_chat(address: SocketAddr, output: Output) -> Result<(), Error> {
    report(&address.to_string(), output, |tell| {
        conformance::check(CHECKS, address, "/chat", TIMEOUT, tell)
    })
}

/// Tells each verdict as it comes, and their sum.
fn report(
    server: &str,
    output: Output,
    check: impl FnOnce(&mut dyn FnMut(&Verdict)) -> Vec<Verdict>,
) -> Result<(), Error> {
    if output == Output::Text {
        println!("{server}");
    }
    let verdicts = check(&mut |verdict| tell(server, verdict, output));
    let total = verdicts.len();
    let failed = verdicts
        .iter()
        .filter(|verdict| verdict.fault.is_some())
        .count();
    if output == Output::Text {
        println!("{server}: {} of {total} checks passed", total - failed);
    }
    if failed == 0 {
        return Ok(());
    }
    Err(Error::ConformanceFailed {
        server: server.to_owned(),
        failed,
        total,
    })
}

fn tell(server: &str, verdict: &Verdict, output: Output) {
    let Verdict { promise, fault } = verdict;
    match (output, fault) {
        (Output::Text, None) => println!("  ok    {promise}"),
        (Output::Text, Some(fault)) => println!("  FAIL  {promise}: {fault}"),
        (Output::Json, _) => println!(
            "{}",
            serde_json::json!({
                "server": server,
                "promise": promise,
                "passed": fault.is_none(),
                "fault": fault,
            })
        ),
    }
}

/// Of a promise that an original is known not to keep.
fn tell_untried(server: &str, promise: &str, reason: &str, output: Output) {
    match output {
        Output::Text => println!("  --    {promise}: not kept, not tried: {reason}"),
        Output::Json => println!(
            "{}",
            serde_json::json!({ "server": server, "promise": promise, "not_tried": reason })
        ),
    }
}
