//! The search for a capacity, on servers whose capacity follows from how they are made.

mod bucket;
#[path = "../support/mod.rs"]
mod support;

use std::time::Duration;

use rtbench::interrupt::Interrupt;
use rtbench::runner::StealLimit;
use rtbench::search::{Elsewhere, Probe, Probing, Settings, Statistic};
use rtbench::server::Endpoint;
use rtbench::workloads::capacity::Found;
use rtbench::workloads::shootout_capacity::{Cell, Clients, Keys, Row};

use bucket::{Bucket, start};

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

fn search(bucket: Bucket, keys: &Keys) -> (Row, Vec<Probe>) {
    let interrupt = Interrupt::default();
    let mut probing = Probing {
        subject: Elsewhere {
            target: &start(bucket),
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
        say: &|probe| eprintln!("{probe}"),
        probes: Vec::new(),
        notes: Vec::new(),
    };
    let (capacity, search_s) = probing.search(None).expect("a capacity");
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
    (row, probes)
}

/// 101 clients would be owed 5,050 deliveries a second, and the queue would grow by a hundredth of each second.
#[test]
fn the_capacity_of_a_token_bucket_is_found_to_two_percent() {
    let (row, probes) = search(Bucket::LetsThrough { per_s: 5_000 }, &keys(80, 400));
    let off = row.carried_deliveries_per_s / 5_000.0 - 1.0;
    assert!(off.abs() <= 0.02, "{row:?} {probes:?}");
    assert!(!row.client_saturated, "{row:?}");
    assert_eq!(row.probes as usize, probes.len());
}

#[test]
fn a_server_that_holds_the_most_may_hold_more() {
    let (row, _) = search(Bucket::LetsThrough { per_s: 5_000 }, &keys(2, 4));
    assert_eq!((row.carried_clients, row.failed_clients), (4, None));
    assert!(row.client_saturated && row.latency_p95_ms.is_some());
}

#[test]
fn a_server_that_loses_deliveries_or_results_holds_nothing() {
    for (bucket, fault) in [
        (Bucket::Leaks, "deliveries lost"),
        (Bucket::TellsNoResult, "broadcasts without their result"),
    ] {
        let (row, probes) = search(bucket, &keys(4, 8));
        assert_eq!((row.carried_clients, row.failed_clients), (0, Some(4)));
        let reason = probes[0].fault.clone().unwrap_or_default();
        assert!(reason.ends_with(fault), "{reason}");
    }
}
