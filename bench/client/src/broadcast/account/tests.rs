//! What is lost, late, out of order, duplicated or unanswered, and what nobody asked for.

use super::*;
use crate::server::Envelope;

const CLIENTS: Clients = Clients {
    count: 3,
    envelope: Envelope::None,
    greeting: 0,
};

/// What a client receives at so many microseconds.
fn receive(
    account: &mut Account,
    kind: &str,
    number: u32,
    client: u32,
    at_us: u64,
) -> Result<(), BroadcastError> {
    let payload = account.payload(number).text(64);
    let text = format!(r#"{{"type":"{kind}","payload":{payload}}}"#);
    account.receive(&CLIENTS, client, text.as_bytes(), at_us * 1_000)
}

/// So many messages in turn by clients 0 and 1, a millisecond apart from 1 ms on.
fn account(kind: Kind, messages: u32) -> Account {
    let mut account = Account::new(kind, CLIENTS.count);
    for n in 0..messages {
        let number = account.add(n % 2, u64::from(n + 1) * 1_000_000);
        account.sent(number);
    }
    account
}

#[test]
fn a_broadcast_is_whole_once_all_have_it_and_its_sender_the_result() {
    let mut account = account(Kind::Broadcast, 1);
    for (client, at_us) in [(2, 1_300), (0, 1_100), (1, 1_200)] {
        receive(&mut account, "broadcast", 0, client, at_us).unwrap();
    }
    assert!(!account.is_complete());
    receive(&mut account, "broadcastResult", 0, 0, 1_150).unwrap();
    assert!(account.is_complete());
    let expected = Audit {
        messages: 1,
        sent_messages: 1,
        expected_deliveries: 3,
        received_deliveries: 3,
        ..Audit::default()
    };
    assert_eq!(account.audit(), expected);
    let (first_us, last_us) = account.first_and_last_us();
    let latencies = [account.latency_us(), &first_us, &last_us].map(Histogram::max);
    assert_eq!(latencies, [150, 100, 300]);
    assert_eq!(account.last_arrival_ns(), 1_300_000);
}

#[test]
fn a_broadcast_is_done_with_its_result_or_its_last_delivery() {
    let mut account = account(Kind::Broadcast, 2);
    for (number, result_us, delivery_us) in [(0, 1_500, 1_200), (1, 2_100, 1_000_300)] {
        receive(&mut account, "broadcastResult", number, number, result_us).unwrap();
        for client in 0..3 {
            receive(&mut account, "broadcast", number, client, delivery_us).unwrap();
        }
    }
    let seconds = account.done_by_second(0, 2_000_000_000);
    let latencies: Vec<Option<u64>> = seconds.iter().map(|second| second.latency_max_us).collect();
    assert_eq!(latencies[0], Some(500));
    assert!(latencies[1].is_some_and(|us| us.abs_diff(998_300) <= 998));
}

#[test]
fn results_that_are_missing_or_come_twice_are_failures() {
    let mut account = account(Kind::Broadcast, 3);
    receive(&mut account, "broadcastResult", 0, 0, 1_100).unwrap();
    receive(&mut account, "broadcastResult", 0, 0, 1_200).unwrap();
    receive(&mut account, "broadcastResult", 1, 1, 2_100).unwrap();
    let audit = account.audit();
    assert_eq!((audit.failed_broadcasts, audit.lost_deliveries), (2, 9));
    assert_eq!((account.unanswered(), account.latency_us().len()), (1, 2));
}

#[test]
fn order_is_told_per_sender_and_receiver() {
    let mut account = account(Kind::Broadcast, 5);
    // 1 and 3 are the other sender's.
    for number in [2, 3, 0, 1, 4, 4] {
        receive(&mut account, "broadcast", number, 2, 9_000).unwrap();
    }
    let audit = account.audit();
    let of_order = (audit.out_of_order_deliveries, audit.duplicated_deliveries);
    assert_eq!(of_order, (2, 1));
}

#[test]
fn an_echo_is_expected_by_its_sender_alone() {
    let mut account = account(Kind::Echo, 2);
    receive(&mut account, "echo", 0, 0, 1_250).unwrap();
    receive(&mut account, "echo", 0, 0, 1_400).unwrap();
    let audit = account.audit();
    assert_eq!((audit.expected_deliveries, audit.lost_deliveries), (2, 1));
    assert_eq!(audit.duplicated_deliveries, 1);
    assert_eq!(account.latency_us().max(), 250);
    receive(&mut account, "echo", 1, 1, 2_100).unwrap();
    assert!(account.is_complete());
}

#[test]
fn what_nobody_asked_for_is_an_error() {
    let mut of_broadcasts = account(Kind::Broadcast, 1);
    let unsent = of_broadcasts.add(1, 2_000_000);
    for (kind, number, client) in [
        ("echo", 0, 0),
        ("broadcastResult", 0, 1),
        ("broadcast", unsent, 0),
        ("broadcast", 7, 0),
    ] {
        let received = receive(&mut of_broadcasts, kind, number, client, 9_000);
        assert!(received.is_err(), "{kind} {number}");
    }
    let mut of_echoes = account(Kind::Echo, 1);
    for (kind, client) in [("echo", 1), ("broadcast", 0), ("broadcastResult", 0)] {
        let received = receive(&mut of_echoes, kind, 0, client, 9_000);
        assert!(received.is_err(), "{kind}");
    }
}

#[test]
fn what_an_earlier_load_has_left_is_not_of_this_one() {
    let mut account = account(Kind::Broadcast, 1);
    let load = account.load.wrapping_add(1);
    let payload = Payload { load, number: 0 }.text(64);
    let text = format!(r#"{{"type":"broadcast","payload":{payload}}}"#);
    let received = account.receive(&CLIENTS, 0, text.as_bytes(), 9_000_000);
    assert!(received.is_ok());
    assert_eq!(account.received(), 0);
    let foreign = br#"{"type":"broadcast","payload":null}"#;
    assert!(account.receive(&CLIENTS, 0, foreign, 9_000_000).is_err());
}

#[test]
fn of_clients_that_are_gone_nothing_is_awaited() {
    let mut account = account(Kind::Broadcast, 2);
    for number in 0..2 {
        for client in 0..2 {
            receive(&mut account, "broadcast", number, client, 9_000).unwrap();
        }
    }
    receive(&mut account, "broadcastResult", 0, 0, 9_000).unwrap();
    assert!(!account.has_all_of(|_| true));
    assert!(
        !account.has_all_of(|client| client != 2),
        "a result is missing"
    );
    assert!(account.has_all_of(|client| client == 0));
}

#[test]
fn after_the_end_only_duplicates_count() {
    let mut account = account(Kind::Broadcast, 1);
    receive(&mut account, "broadcast", 0, 0, 1_100).unwrap();
    let payload = account.payload(0).text(64);
    let text = format!(r#"{{"type":"broadcast","payload":{payload}}}"#);
    for client in 0..2 {
        account.receive_late(&CLIENTS, client, text.as_bytes());
    }
    let audit = account.audit();
    assert_eq!(
        (audit.received_deliveries, audit.duplicated_deliveries),
        (1, 1)
    );
}
