//! The conformance check finds each way in which a server can break the shootout's protocol.

mod flawed;

use std::time::Duration;

use rtbench::server::{Endpoint, Envelope};
use rtbench::workloads::shootout::conformance::{CHECKS, Scale, check};

use flawed::{FEW, Flaw, start};

/// A flawed server keeps its checks waiting in vain.
const SHORT: Scale = Scale {
    timeout: Duration::from_millis(500),
    crowd: 2 * FEW as u32,
};

fn endpoint(envelope: Envelope) -> Endpoint {
    Endpoint {
        envelope,
        ..Endpoint::default()
    }
}

/// The check of that promise fails with a fault in which these words are.
#[track_caller]
fn assert_breaks(flaw: Flaw, promise: &str, words: &str) {
    let checks: Vec<_> = CHECKS
        .iter()
        .filter(|check| check.promise == promise)
        .collect();
    assert_eq!(checks.len(), 1, "the promise is worded so: {promise}");
    let address = start(flaw, Envelope::None);
    for verdict in check(checks, address, &endpoint(Envelope::None), SHORT, |_| {}) {
        let fault = verdict
            .fault
            .unwrap_or_else(|| panic!("{flaw:?}: {promise}"));
        assert!(fault.contains(words), "{flaw:?}: {fault}");
    }
}

fn assert_passes_all(envelope: Envelope) {
    let scale = Scale {
        crowd: SHORT.crowd,
        ..Scale::default()
    };
    let address = start(Flaw::None, envelope);
    let verdicts = check(CHECKS, address, &endpoint(envelope), scale, |_| {});
    assert_eq!(verdicts.len(), CHECKS.len());
    for verdict in verdicts {
        assert_eq!(verdict.fault, None, "{}", verdict.promise);
    }
}

#[test]
fn a_server_without_flaws_passes_all_checks() {
    assert_passes_all(Envelope::None);
}

#[test]
fn so_does_one_of_action_cable() {
    assert_passes_all(Envelope::ActionCable);
}

#[test]
fn echoes_that_are_heard_by_others_or_twice_are_found() {
    let promise = "an echo comes back to its sender alone, once";
    assert_breaks(Flaw::EchoesToAll, promise, "bob heard");
    assert_breaks(Flaw::EchoesTwice, promise, "a second time: ada heard");
}

#[test]
fn changed_payloads_are_found() {
    let promise = "a payload of any JSON comes back as it was";
    assert_breaks(Flaw::BreaksUtf8, promise, "did not hear the echo of");
    assert_breaks(Flaw::ForgetsNull, promise, "the echo of null");
    let promise = "a payload of 1 MiB arrives as it was sent";
    assert_breaks(Flaw::CutsLongPayloads, promise, "(1048");
}

#[test]
fn broadcasts_that_do_not_reach_all_or_come_twice_are_found() {
    let promise = "every client hears a broadcast, the sender too, once";
    assert_breaks(Flaw::ForgetsTheSender, promise, "ada did not hear");
    assert_breaks(Flaw::BroadcastsTwice, promise, "a second time: ada heard");
}

#[test]
fn results_that_others_are_told_or_nobody_or_twice_are_found() {
    let promise = "the sender of a broadcast alone is told its result, once";
    assert_breaks(Flaw::TellsAllTheResult, promise, "bob heard");
    assert_breaks(Flaw::TellsTheResultTwice, promise, "a second time: ada");
    assert_breaks(Flaw::TellsNoResult, promise, "ada did not hear");
}

#[test]
fn a_result_that_is_told_too_early_is_found() {
    let promise = "once the result is there, the broadcast is on its way to all";
    assert_breaks(Flaw::ResultFirst, promise, "after the result: bob did not");
}

#[test]
fn wrong_counts_are_found() {
    let promise = "the result says to how many clients the broadcast went";
    assert_breaks(Flaw::CountsNobody, promise, "has no listenCount");
    assert_breaks(Flaw::NeverForgets, promise, "found 3 (expected 2");
}

#[test]
fn broadcasts_out_of_order_are_found() {
    let promise = "broadcasts of one sender reach every client in their order";
    assert_breaks(Flaw::Reorders, promise, "bob heard 3 (expected 2)");
}

#[test]
fn a_server_that_dies_of_what_is_malformed_or_unknown_is_found() {
    let promise = "malformed JSON and unknown types do no harm to others";
    assert_breaks(Flaw::DiesOfMalformedJson, promise, "ada did not hear");
    assert_breaks(Flaw::DiesOfUnknownTypes, promise, "ada did not hear");
}

#[test]
fn clients_who_do_harm_to_others_are_found() {
    let promise = "a client who does not read keeps nobody from hearing";
    assert_breaks(Flaw::WaitsForTheSlowest, promise, "MiB unread: ");
    let promise = "a client who vanishes does no harm";
    assert_breaks(Flaw::DiesOfTheVanished, promise, "did not hear");
}

#[test]
fn frames_that_are_not_understood_are_found() {
    let promise = "a message in fragments is one message";
    assert_breaks(Flaw::TakesNoFragments, promise, "ada");
    assert_breaks(Flaw::IgnoresPings, "a ping is answered", "ada got no pong");
}

#[test]
fn a_crowd_of_which_some_do_not_hear_is_found() {
    let promise = "10,000 clients hear a broadcast, all of them";
    let fault = "20 of 40 clients heard it within 10 s";
    assert_breaks(Flaw::ReachesFew, promise, fault);
}
