//! The search for a capacity, on servers whose capacity follows from how they are made.

mod support;

use std::time::Duration;

use rtbench::error::Error;
use rtbench::interrupt::Interrupt;
use rtbench::runner::StealLimit;
use rtbench::search::{Elsewhere, Probe, Probing, Settings, Statistic};
use rtbench::workloads::capacity::Found;
use rtbench::workloads::chat_capacity::{Cell, Keys, Row, Users};

use support::{ChatServer, Fault};

const CELL: Cell = Cell {
    rooms: 1,
    interval_ms: 1_000,
};

fn keys(least_users: u32, most_users: u32) -> Keys {
    Keys {
        rooms: 1,
        intervals_ms: vec![CELL.interval_ms],
        drain_timeout_s: 2.0,
        read_interval_us: 250,
        search: Settings {
            statistic: Statistic::P99,
            limit_ms: 100.0,
            least_users,
            most_users,
            precision_percent: 1.0,
            probe_s: 4,
            warmup_s: 1,
            settled_percent: 5.0,
        },
    }
}

/// Searches from what is known, and from nothing.
fn search(fault: Fault, keys: &Keys, known: Option<u32>) -> Result<(Row, Vec<Probe>), Error> {
    let server = ChatServer::start(fault);
    let interrupt = Interrupt::default();
    let mut probing = Probing {
        subject: Elsewhere {
            target: &server.target(),
            pid: None,
            rest: Duration::from_millis(200),
            interrupt: &interrupt,
        },
        loading: Users { keys, cell: CELL },
        settings: &keys.search,
        steal_limit: StealLimit::default(),
        known,
        say: &|probe| eprintln!("{probe}"),
        probes: Vec::new(),
        notes: Vec::new(),
    };
    let found = probing.search();
    let probes = std::mem::take(&mut probing.probes);
    drop(probing);
    server.stop();
    let (capacity, search_s) = found?;
    let row = Row::new(&Found {
        technology: "bucket",
        cell: CELL,
        iteration: 1,
        started_at: None,
        capacity,
        search_s,
        probes: &probes,
    });
    Ok((row, probes))
}

/// 101 users would be owed 10,201 deliveries a second, and the queue would grow by a hundredth of each second.
const BUCKET: Fault = Fault::TokenBucket { per_s: 10_100 };

#[test]
fn the_capacity_of_a_token_bucket_is_found_to_two_percent() {
    let (row, probes) = search(BUCKET, &keys(80, 400), None).expect("a capacity");
    let off = row.carried_deliveries_per_s / 10_100.0 - 1.0;
    assert!(off.abs() <= 0.02, "{row:?} {probes:?}");
    assert!(!row.client_saturated, "{row:?}");
    assert_eq!(row.probes as usize, probes.len());
}

#[test]
fn a_repeat_finds_the_same_from_what_is_known_with_few_probes() {
    let (row, probes) = search(BUCKET, &keys(20, 400), Some(98)).expect("a capacity");
    let off = row.carried_deliveries_per_s / 10_100.0 - 1.0;
    assert!(off.abs() <= 0.02, "{row:?} {probes:?}");
    assert!(probes.len() <= 5, "{probes:?}");
}

#[test]
fn a_server_that_holds_the_most_may_hold_more() {
    let (row, _) = search(Fault::None, &keys(2, 4), None).expect("a capacity");
    assert_eq!((row.carried_users, row.failed_users), (4, None));
    assert!(row.client_saturated);
}

#[test]
fn a_server_that_loses_a_delivery_holds_nothing() {
    let (row, probes) = search(Fault::Drop(1_000), &keys(4, 8), None).expect("a capacity");
    assert_eq!((row.carried_users, row.failed_users), (0, Some(4)));
    let reason = probes[0].fault.clone().unwrap_or_default();
    assert!(reason.ends_with("deliveries lost"), "{reason}");
}

#[test]
fn a_server_that_breaks_the_protocol_is_an_error_and_no_capacity() {
    let error = search(Fault::Garbage, &keys(2, 4), None).unwrap_err();
    assert!(error.to_string().contains("not a chat delivery"), "{error}");
}
