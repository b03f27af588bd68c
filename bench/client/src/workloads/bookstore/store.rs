//! The store before an iteration: what is in it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ureq::Agent;

use super::requests::BOOK;
use super::{BOOKS, CLEANUP};
use crate::conformance::http::{self, Answer};

/// How long a server has to find its database again, as `bench/database` promises it.
const RECOVERY: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_millis(100);

/// Empties the store through the server, and adds one book, as the study's test began.
///
/// # Errors
/// What the server answered, in place of what it promises.
pub(super) fn with_one_book(address: SocketAddr) -> Result<(), String> {
    let agent = http::agent(http::ANSWER);
    let deadline = Instant::now() + RECOVERY;
    loop {
        match empty(&agent, address).and_then(|()| add(&agent, address)) {
            Err(_) if Instant::now() < deadline => std::thread::sleep(RETRY),
            tried => return tried,
        }
    }
}

fn empty(agent: &Agent, address: SocketAddr) -> Result<(), String> {
    let emptied = agent
        .post(format!("http://{address}{CLEANUP}"))
        .send_empty();
    let is_empty = Answer::of(emptied).and_then(|answer| answer.expect(200));
    is_empty.map_err(|fault| format!("POST {CLEANUP}: {fault}"))
}

fn add(agent: &Agent, address: SocketAddr) -> Result<(), String> {
    let added = agent
        .post(format!("http://{address}{BOOKS}"))
        .content_type("application/json")
        .send(BOOK);
    let is_there = Answer::of(added).and_then(|answer| answer.expect(201));
    is_there.map_err(|fault| format!("POST {BOOKS}: {fault}"))
}
