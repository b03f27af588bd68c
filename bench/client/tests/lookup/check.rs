//! The conformance check finds each way in which a lookup server can break its promises.

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
    assert_eq!(verdicts.len(), 8, "{verdicts:?}");
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
fn users_that_do_not_come_from_the_database_are_found() {
    assert_eq!(
        broken_promises("answers from memory"),
        [
            "while the database is away, the answer is 503, in JSON",
            "once the database is back, users are answered again"
        ]
    );
    assert_eq!(
        broken_promises("always the first"),
        ["the users are drawn at random"]
    );
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn answers_in_another_form_are_found() {
    assert_eq!(
        broken_promises("in one line"),
        ["the JSON is indented by two spaces"]
    );
    let not_found = "another path is answered with 404, in JSON".to_owned();
    assert!(broken_promises("in HTML").contains(&not_found));
    assert_eq!(
        broken_promises("takes any method"),
        ["another method is answered with 404 or 405"]
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
}
