//! `rtbench servers check`: whether a server keeps its protocols.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use super::Output;
use crate::broker::{Broker, RunningBroker};
use crate::database::{Database, Schema};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::server::{Protocol, Relay, RunningServer, Server, Verdict, free_address};
use crate::websocket::raise_open_file_limit;
use crate::workloads::bookstore::check_bookstore;
use crate::workloads::chat::conformance::{self as chat, Timing};
use crate::workloads::lookup::check_lookup;
use crate::workloads::relay::check_relay;
use crate::workloads::shootout::conformance::{self as shootout, CROWD_PROMISE, Scale};

/// Tries all promises of a protocol on the server at an address, which uses that database.
type CheckWithDatabase =
    fn(SocketAddr, &mut Database, &Interrupt, &mut dyn FnMut(&Verdict)) -> Vec<Verdict>;

/// Checks servers of the repository, each by its protocols.
pub(super) struct Checker<'a> {
    repository: &'a Repository,
    interrupt: &'a Interrupt,
    output: Output,
    /// Started for the first server that needs one; each server finds the table of its protocol.
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
            self.check_with_database(server, Schema::Lookup, check_lookup)?;
        }
        if protocols.contains(&Protocol::Bookstore) {
            self.check_with_database(server, Schema::Bookstore, check_bookstore)?;
        }
        if protocols.contains(&Protocol::Shootout) {
            self.check_shootout(server)?;
        }
        for broker in server.manifest.relay.brokers.keys() {
            self.check_relay(server, *broker)?;
        }
        Ok(())
    }

    /// For the promises that the server makes.
    fn check_chat(&self, server: &Server, address: SocketAddr) -> Result<(), Error> {
        report(server.id(), self.output, |tell| {
            self.tell_broken(server, chat::CHECKS.iter().map(|check| check.promise));
            let promised = chat::promised(server);
            chat::check(promised, address, "/chat", Timing::of(server), tell)
        })
    }

    /// The same, as far as this machine allows.
    fn check_shootout(&self, server: &Server) -> Result<(), Error> {
        let scale = Scale::default();
        // Before the server starts, which inherits the limit.
        let too_few_files = raise_open_file_limit(scale.crowd).err();
        let running = self.start(server, &BTreeMap::new())?;
        let address = running.address();
        let checked = report(server.id(), self.output, |tell| {
            self.tell_broken(server, shootout::CHECKS.iter().map(|check| check.promise));
            if let Some(reason) = &too_few_files {
                let why = ("not tried", reason.to_string());
                tell_untried(server.id(), CROWD_PROMISE, &why, self.output);
            }
            let tried = shootout::promised(server)
                .filter(|check| check.promise != CROWD_PROMISE || too_few_files.is_none());
            shootout::check(tried, address, &server.manifest.shootout, scale, tell)
        });
        self.interrupt.check()?;
        checked
    }

    fn tell_broken(&self, server: &Server, promises: impl Iterator<Item = &'static str>) {
        for promise in promises {
            if let Some(reason) = server.breaks(promise) {
                let why = ("not kept, not tried", reason.to_owned());
                tell_untried(server.id(), promise, &why, self.output);
            }
        }
    }

    /// The same of a protocol whose servers have a database, which the check takes away from them.
    fn check_with_database(
        &mut self,
        server: &Server,
        schema: Schema,
        check: CheckWithDatabase,
    ) -> Result<(), Error> {
        let mut database = match self.database.take() {
            Some(database) => {
                let instance = database.instance();
                instance.fill(schema, self.repository, self.interrupt)?;
                database
            }
            None => Database::start(schema, self.repository, None, self.interrupt)?,
        };
        let url = database.instance().url();
        let environment = BTreeMap::from([("DATABASE_URL".to_owned(), url)]);
        let running = self.start(server, &environment)?;
        let address = running.address();
        let checked = report(server.id(), self.output, |tell| {
            check(address, &mut database, self.interrupt, tell)
        });
        self.database = Some(database);
        self.interrupt.check()?;
        checked
    }

    /// The same of a relay, with one of the brokers that it speaks to, which the check takes away from it.
    fn check_relay(&self, server: &Server, broker: Broker) -> Result<(), Error> {
        let mut running = RunningBroker::start(broker, None, self.interrupt)?;
        let environment = Relay::offer(broker, running.addresses());
        let mut relay = self.start(server, &environment)?;
        let id = server.id();
        let checked = report(&format!("{id} ({broker})"), self.output, |tell| {
            check_relay(&mut relay, &mut running, self.interrupt, tell)
        });
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
        chat::check(chat::CHECKS, address, "/chat", chat::TIMEOUT, tell)
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

/// Of a promise that an original is known not to keep, or that can't be tried on this machine.
fn tell_untried(server: &str, promise: &str, (untried, reason): &(&str, String), output: Output) {
    match output {
        Output::Text => println!("  --    {promise}: {untried}: {reason}"),
        Output::Json => println!(
            "{}",
            serde_json::json!({ "server": server, "promise": promise, "not_tried": reason })
        ),
    }
}
