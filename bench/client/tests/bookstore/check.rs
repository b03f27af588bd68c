//! The conformance check finds each way in which a bookstore can break its promises.

use std::process::Stdio;

use serde_json::Value;

use super::support::with_flaw;

/// The promises that a server with this flaw was found to break.
fn broken_promises(flaw: &str) -> Vec<String> {
    let repository = with_flaw(flaw);
    let mut command = repository.rtbench(&["servers", "check", "small", "--output", "json"]);
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let verdicts = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<Value> = verdicts
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(verdicts.len(), 13, "{verdicts:?}");
    let broken = verdicts.iter().filter(|verdict| verdict["passed"] == false);
    let promises: Vec<String> = broken
        .map(|verdict| verdict["promise"].as_str().expect("a text").to_owned())
        .collect();
    assert_eq!(output.status.success(), promises.is_empty());
    promises
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_server_without_flaws_passes_all_checks() {
    assert_eq!(broken_promises(""), Vec::<String>::new());
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn books_that_are_not_as_promised_are_found() {
    assert_eq!(
        broken_promises("writes prices as texts"),
        [
            "a book is added with 201, and answered as JSON, with its members in order",
            "names of any characters and prices to the cent come back as they were sent"
        ]
    );
    assert_eq!(
        broken_promises("lists the newest first"),
        ["all books are listed, ordered by id"]
    );
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn what_a_server_should_have_refused_is_found() {
    assert_eq!(
        broken_promises("takes prices below zero"),
        ["a bad book is answered with 400 by the member that is wrong, and not added"]
    );
    assert_eq!(
        broken_promises("takes any method"),
        ["another method is answered with 405"]
    );
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn requests_that_get_no_answer_are_found() {
    assert_eq!(
        broken_promises("hangs up after each answer"),
        ["requests that come at once are answered in turn, and the next one too"]
    );
    assert_eq!(
        broken_promises("fails without its database"),
        [
            "while the database is away, the answer is 503, in JSON",
            "once the database is back, books are answered again"
        ]
    );
}
