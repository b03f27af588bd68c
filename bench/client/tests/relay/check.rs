//! The conformance check finds each way in which a relay can break its promises. A check takes half a minute, most of it waiting:
//! each has a test of its own, so that many are under way at once.

use std::process::Stdio;

use serde_json::Value;

use super::support::with_flaw;

const ONCE: &str = "every page hears what the broker publishes, once";
const ANY_TEXT: &str = "texts of any characters and lengths come as they were published";
const ORDER: &str = "messages reach every page in the broker's order";
const UNREAD: &str = "a page that does not read is cut off, and keeps nobody from hearing";
const AWAY: &str =
    "while the broker is away, pages stay connected, and the relay says so every second";
const BACK: &str = "once the broker is back, its messages are heard again";
const NOT_YET: &str =
    "a relay whose broker is not there yet takes pages all the same, and finds it later";

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
    assert_eq!(verdicts.len(), 11, "{verdicts:?}");
    let broken = verdicts.iter().filter(|verdict| verdict["passed"] == false);
    let promises: Vec<String> = broken
        .map(|verdict| verdict["promise"].as_str().expect("a text").to_owned())
        .collect();
    assert_eq!(output.status.success(), promises.is_empty());
    promises
}

/// The flaw breaks these promises, perhaps among others.
#[track_caller]
fn assert_breaks(flaw: &str, promises: &[&str]) {
    let broken = broken_promises(flaw);
    for promise in promises {
        assert!(
            broken.iter().any(|one| one == promise),
            "{flaw}: {broken:?}"
        );
    }
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_without_flaws_passes_all_checks() {
    assert_eq!(broken_promises(""), Vec::<String>::new());
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn lost_messages_are_found() {
    assert_breaks("loses every tenth", &[ORDER]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn messages_in_another_order_are_found() {
    assert_breaks("swaps neighbours", &[ORDER]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn messages_that_come_twice_are_found() {
    assert_breaks("says all twice", &[ONCE]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn messages_with_another_text_are_found() {
    assert_breaks("knows ASCII alone", &[ANY_TEXT]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn pages_that_wait_for_others_are_found() {
    assert_breaks("waits for its pages", &[UNREAD]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_that_gives_up_without_its_broker_is_found() {
    assert_breaks("gives up", &[BACK, NOT_YET]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_that_says_nothing_of_its_broker_is_found() {
    assert_eq!(broken_promises("says nothing"), [AWAY]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_that_closes_its_pages_without_its_broker_is_found() {
    assert_breaks("closes its pages", &[AWAY]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_without_a_root_is_found() {
    let root = "a request for / is answered with 200";
    assert_eq!(broken_promises("has no root"), [root]);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_that_ends_late_is_found() {
    let end = "asked to end, it ends within 5 s, with pages connected";
    assert_eq!(broken_promises("ends late"), [end]);
}
