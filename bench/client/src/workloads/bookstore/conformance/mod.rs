//! Whether a server keeps the promises of the bookstore's protocol, as `bench/database` has them, one check a promise.

mod bad_books;
mod book;
mod checks;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use super::{BOOKS, CLEANUP};
use crate::conformance::http::{self, Answer};
use crate::database::Database;
use crate::interrupt::Interrupt;
use crate::server::Verdict;
use checks::CHECKS;

/// How long an answer may take: a pool may have a request wait for a connection for 30 s, also while there is no database. Some
/// more for a busy machine.
const ANSWER: Duration = Duration::from_secs(40);
/// How long a server has to find the database, or to find it again, and much more for a busy machine.
const RECOVERY: Duration = Duration::from_secs(30);
const RETRY: Duration = Duration::from_millis(100);

/// One promise, and how it is tried.
#[derive(Debug)]
struct Check {
    promise: &'static str,
    run: fn(&mut CheckContext) -> Result<(), String>,
}

/// The server that is checked, and its database, which is taken away from it.
struct CheckContext<'a> {
    agent: Agent,
    address: SocketAddr,
    database: &'a mut Database,
    interrupt: &'a Interrupt,
}

/// Tries the promises on the server that listens at `address` and uses `database`, telling each verdict as it comes. The
/// database runs in the end.
pub fn check_bookstore(
    address: SocketAddr,
    database: &mut Database,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(&Verdict),
) -> Vec<Verdict> {
    let mut context = CheckContext {
        agent: http::agent(ANSWER),
        address,
        database,
        interrupt,
    };
    let verdict = |check: &Check| {
        let tried = context.await_empty_store();
        let tried = tried.and_then(|()| (check.run)(&mut context));
        let resumed = context.resume();
        let verdict = Verdict {
            promise: check.promise,
            fault: tried.and(resumed).err(),
        };
        tell(&verdict);
        verdict
    };
    CHECKS.iter().map(verdict).collect()
}

impl CheckContext<'_> {
    fn resume(&mut self) -> Result<(), String> {
        let resumed = self.database.resume(self.interrupt);
        resumed.map_err(|error| error.to_string())
    }

    fn await_empty_store(&self) -> Result<(), String> {
        self.awaited(|| self.empty()?.expect(200))
            .map_err(|fault| format!("POST {CLEANUP}: {fault}"))
    }

    /// Asks until it is answered as it should be: a server that has just started, or lost its database, takes its time to connect, and
    /// so does each of its processes.
    fn awaited<T>(&self, ask: impl Fn() -> Result<T, String>) -> Result<T, String> {
        let deadline = Instant::now() + RECOVERY;
        loop {
            match ask() {
                Ok(answer) => return Ok(answer),
                Err(fault) if Instant::now() > deadline => {
                    return Err(format!("after {RECOVERY:?}: {fault}"));
                }
                Err(_) => std::thread::sleep(RETRY),
            }
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn get(&self, path: &str) -> Result<Answer, String> {
        let got = self.agent.get(self.url(path)).call();
        Answer::of(got).map_err(|fault| format!("GET {path}: {fault}"))
    }

    fn empty(&self) -> Result<Answer, String> {
        let sent = self.agent.post(self.url(CLEANUP)).send_empty();
        Answer::of(sent).map_err(|fault| format!("POST {CLEANUP}: {fault}"))
    }

    /// Sends what may be a book.
    fn post(&self, body: &str) -> Result<Answer, String> {
        let sent = self
            .agent
            .post(self.url(BOOKS))
            .content_type("application/json")
            .send(body);
        Answer::of(sent).map_err(|fault| format!("POST {BOOKS} {body:?}: {fault}"))
    }

    /// Adds a book; as it is answered.
    fn add(&self, name: &str, price: f64) -> Result<Value, String> {
        let body = json!({ "name": name, "price": price }).to_string();
        let answer = self.post(&body)?;
        answer.expect(201).and_then(|()| answer.json())
    }

    /// All books.
    fn list(&self) -> Result<Value, String> {
        let answer = self.get(BOOKS)?;
        answer.expect(200).and_then(|()| answer.json())
    }
}
