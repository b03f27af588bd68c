//! The conformance check finds each way in which a chat server can break the protocol.

mod flawed;

use std::process::Command;
use std::time::Duration;

use rtbench::workloads::chat::conformance::{CHECKS, TIMEOUT, Timing, check};

use flawed::{Flaw, LATE, start};

/// A flawed server keeps its checks waiting in vain.
const SHORT_TIMEOUT: Duration = Duration::from_millis(500);

#[track_caller]
fn assert_breaks(flaw: Flaw, promises: &[&str]) {
    let checks: Vec<_> = CHECKS
        .iter()
        .filter(|check| promises.contains(&check.promise))
        .collect();
    assert_eq!(checks.len(), promises.len(), "the promises are worded so");
    for verdict in check(checks, start(flaw), "/chat", SHORT_TIMEOUT, |_| {}) {
        assert!(verdict.fault.is_some(), "{flaw:?}: {}", verdict.promise);
    }
}

#[test]
fn a_server_without_flaws_passes_all_checks() {
    let verdicts = check(CHECKS, start(Flaw::None), "/chat", TIMEOUT, |_| {});
    assert_eq!(verdicts.len(), CHECKS.len());
    for verdict in verdicts {
        assert_eq!(verdict.fault, None, "{}", verdict.promise);
    }
}

#[test]
fn a_server_that_lets_users_in_late_passes_only_those_who_wait() {
    let joins = "a user joins a room with the first frame";
    assert_breaks(Flaw::JoinsLate, &[joins]);
    let timing = Timing {
        timeout: TIMEOUT,
        settling: 4 * LATE,
    };
    let checks = CHECKS.iter().filter(|check| check.promise == joins);
    for verdict in check(checks, start(Flaw::JoinsLate), "/chat", timing, |_| {}) {
        assert_eq!(verdict.fault, None, "{}", verdict.promise);
    }
}

#[test]
fn a_sender_that_does_not_hear_itself_is_found() {
    assert_breaks(
        Flaw::ForgetsTheSender,
        &["the sender hears its own message"],
    );
}

#[test]
fn a_message_that_goes_to_its_sender_alone_is_found() {
    assert_breaks(
        Flaw::EchoesOnly,
        &["every user of the room hears a message, once"],
    );
}

#[test]
fn a_message_that_comes_twice_is_found() {
    assert_breaks(
        Flaw::SaysItTwice,
        &["every user of the room hears a message, once"],
    );
}

#[test]
fn a_message_that_leaks_into_other_rooms_is_found() {
    let promises = ["no user of another room hears it", "two rooms work at once"];
    assert_breaks(Flaw::LeaksIntoOtherRooms, &promises);
}

#[test]
fn names_that_are_not_guarded_are_found() {
    let refused = "a name in use is refused and its connection closed";
    assert_breaks(Flaw::TakesAnyName, &[refused]);
    assert_breaks(Flaw::RefusesWithoutClosing, &[refused]);
    let kept = "who has the name stays in the room after the refusal";
    assert_breaks(Flaw::ReplacesTheFirst, &[kept]);
}

#[test]
fn names_that_stay_in_use_are_found() {
    let promises = [
        "a name is free again after its user left",
        "a user who vanishes does no harm, and its name is free again",
    ];
    assert_breaks(Flaw::NeverFreesNames, &promises);
}

#[test]
fn changed_messages_are_found() {
    assert_breaks(Flaw::BreaksUtf8, &["text in UTF-8 arrives as it was sent"]);
    assert_breaks(
        Flaw::CutsLongMessages,
        &["a message of 64 KiB arrives as it was sent"],
    );
}

#[test]
fn a_server_that_dies_of_malformed_json_is_found() {
    assert_breaks(
        Flaw::DiesOfMalformedJson,
        &["malformed JSON does no harm to others"],
    );
}

#[test]
fn the_command_shows_each_check_and_fails_with_a_count() {
    let check = |flaw| {
        Command::new(env!("CARGO_BIN_EXE_rtbench"))
            .args(["servers", "check", "--address", &start(flaw).to_string()])
            .output()
            .unwrap()
    };
    let sound = check(Flaw::None);
    assert!(sound.status.success());
    let stdout = String::from_utf8(sound.stdout).unwrap();
    assert_eq!(
        stdout.matches("\n  ok    ").count(),
        CHECKS.len(),
        "{stdout}"
    );

    let flawed = check(Flaw::BreaksUtf8);
    assert_eq!(flawed.status.code(), Some(1));
    let stdout = String::from_utf8(flawed.stdout).unwrap();
    assert!(
        stdout.contains("\n  FAIL  text in UTF-8 arrives as it was sent: "),
        "{stdout}"
    );
    let stderr = String::from_utf8(flawed.stderr).unwrap();
    assert!(stderr.ends_with("1 of 12 checks failed\n"), "{stderr}");
}

#[test]
fn for_programs_each_check_is_a_line_of_json() {
    let output = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args(["servers", "check", "--output", "json", "--address"])
        .arg(start(Flaw::BreaksUtf8).to_string())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(verdicts.len(), CHECKS.len());
    for verdict in verdicts {
        let broken = verdict["promise"] == "text in UTF-8 arrives as it was sent";
        assert_eq!(verdict["passed"], !broken, "{verdict}");
        assert_eq!(verdict["fault"].is_string(), broken, "{verdict}");
    }
}
