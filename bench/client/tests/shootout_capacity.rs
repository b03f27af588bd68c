//! The search for the clients that a broadcast may go to, on servers whose capacity follows from how they are made.

#[allow(dead_code)]
#[path = "support/frame.rs"]
mod frame;
#[path = "broadcasts/server.rs"]
mod server;

use std::time::Duration;

use rtbench::error::Error;
use rtbench::interrupt::Interrupt;
use rtbench::runner::StealLimit;
use rtbench::search::{Elsewhere, Probe, Probing, Settings, Statistic};
use rtbench::server::{Endpoint, Envelope};
use rtbench::workloads::capacity::Found;
use rtbench::workloads::shootout_capacity::{Cell, Clients, Keys, Row};

use server::{BroadcastServer, Fault};

const CELL: Cell = Cell {
    broadcasts_per_s: 50,
};

fn keys(least_users: u32, most_users: u32) -> Keys {
    Keys {
        broadcasts_per_s: vec![CELL.broadcasts_per_s],
        payload_bytes: 64,
        drain_timeout_s: 2.0,
        read_interval_us: 250,
        local_addresses: Vec::new(),
        search: Settings {
            statistic: Statistic::P95,
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

fn search(fault: Fault, keys: &Keys) -> Result<(Row, Vec<Probe>), Error> {
    let server = BroadcastServer::start(fault, Envelope::None);
    let interrupt = Interrupt::default();
    let mut probing = Probing {
        subject: Elsewhere {
            target: &server.target(),
            pid: None,
            rest: Duration::from_millis(200),
            interrupt: &interrupt,
        },
        loading: Clients {
            keys,
            cell: CELL,
            endpoint: Endpoint::default(),
        },
        settings: &keys.search,
        steal_limit: StealLimit::default(),
        known: None,
        say: &|probe| eprintln!("{probe}"),
        probes: Vec::new(),
        notes: Vec::new(),
    };
    let (capacity, search_s) = probing.search()?;
    let probes = probing.probes;
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

/// 101 clients would be owed 5,050 deliveries a second, and the queue would grow by a hundredth of each second.
const BUCKET: Fault = Fault::TokenBucket { per_s: 5_000 };

#[test]
fn the_capacity_of_a_token_bucket_is_found_to_two_percent() {
    let (row, probes) = search(BUCKET, &keys(80, 400)).expect("a capacity");
    let off = row.carried_deliveries_per_s / 5_000.0 - 1.0;
    assert!(off.abs() <= 0.02, "{row:?} {probes:?}");
    assert_eq!(row.probes as usize, probes.len());
}

#[test]
fn a_server_whose_word_comes_before_its_deliveries_hides_no_queue() {
    let late = Fault::ResultFirst(Duration::from_millis(300));
    let (row, probes) = search(late, &keys(4, 8)).expect("a capacity");
    assert_eq!(row.carried_clients, 0, "{probes:?}");
    let reason = probes[0].fault.clone().unwrap_or_default();
    assert!(reason.starts_with("the last delivery came "), "{reason}");
}

#[test]
fn a_server_that_holds_the_most_may_hold_more() {
    let (row, _) = search(Fault::None, &keys(2, 4)).expect("a capacity");
    assert_eq!((row.carried_clients, row.failed_clients), (4, None));
    assert!(row.client_saturated && row.latency_p95_ms.is_some());
}

#[test]
fn a_server_that_loses_deliveries_or_results_holds_nothing() {
    for (fault, words) in [
        (Fault::Lose(1_000), "deliveries lost"),
        (Fault::LoseResults(1_000), "broadcasts without their result"),
    ] {
        let (row, probes) = search(fault, &keys(4, 8)).expect("a capacity");
        let found = (row.carried_clients, row.failed_clients);
        assert_eq!(found, (0, Some(4)), "{probes:?}");
        let reason = probes[0].fault.clone().unwrap_or_default();
        assert!(reason.ends_with(words), "{reason}");
    }
}

#[test]
fn a_server_that_breaks_the_protocol_is_an_error_and_no_capacity() {
    let error = search(Fault::Garbage, &keys(2, 4)).unwrap_err();
    assert!(error.to_string().contains("not of the protocol"), "{error}");
}
