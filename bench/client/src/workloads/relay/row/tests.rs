use std::time::{Duration, SystemTime};

use super::*;
use crate::load::histogram_us;
use crate::relay::{Audit, Ending};
use crate::result::columns;
use crate::runner::Row as _;

const CELL: Cell = Cell {
    broker: Broker::Rabbitmq,
    pages: 10,
    pause_ms: 10,
};

fn hop(latencies_us: &[u64]) -> Hop {
    let mut hop = Hop::default();
    latencies_us.iter().for_each(|us| hop.record(*us));
    hop
}

fn observation() -> Observation {
    Observation {
        ending: Ending::DrainTimeout,
        audit: Audit {
            messages: 1_000,
            expected_deliveries: 10_000,
            received_deliveries: 9_997,
            lost_deliveries: 3,
            duplicated_deliveries: 2,
            out_of_order_deliveries: 1,
        },
        broker_hop: hop(&[1_000, 1_200, 4_000]),
        page_hop: hop(&[500, 700]),
        whole_way: hop(&[1_500, 4_700]),
        seconds: Vec::new(),
        publisher_lag_us: histogram_us(),
        window_started_at: SystemTime::UNIX_EPOCH,
        window: Duration::from_secs(10),
        client_cpu_percent: 12.34,
        client_busy_percent: 10.04,
    }
}

/// A row with every field.
fn full_row() -> Row {
    let usage = Usage {
        cpu_percent: Some(61.5),
        memory_mib: Some(20.125),
        memory_peak_mib: Some(21.5),
        steal_percent: Some(0.5),
        ..Usage::default()
    };
    Row::new("go-relay", CELL, 1, Outcome::DrainTimeout)
        .with_observation(&observation())
        .with_usage(&usage, &usage)
}

#[test]
fn a_full_row_is_valid_and_written_in_the_schemas_order() {
    let written = serde_json::to_value(full_row()).unwrap();
    let columns = columns("relay_row");
    let fields = columns.iter().map(|(field, _)| field);
    assert!(written.as_object().unwrap().keys().eq(fields), "{written}");
    let whole: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../../schema/result.json")).unwrap();
    let schema = serde_json::json!({
        "$ref": "#/definitions/relay_row", "definitions": whole["definitions"]
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator
        .iter_errors(&written)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
    let read: Row = serde_json::from_value(written).unwrap();
    assert_eq!((read.cell(), read.clone()), (CELL, full_row()));
}

#[test]
fn a_hop_has_all_of_the_studys_statistics() {
    let row = full_row();
    let [min, mode, p50, mean, max] = [
        row.broker_latency_min_ms,
        row.broker_latency_mode_ms,
        row.broker_latency_p50_ms,
        row.broker_latency_mean_ms,
        row.broker_latency_max_ms,
    ]
    .map(Option::unwrap);
    assert_eq!((min, mode, p50), (1.0, 1.0, 1.2));
    assert!((mean - 2.067).abs() < 0.01, "{mean}");
    assert!((max - 4.0).abs() < 0.01, "{max}");
    // Of the three, not of what they are a sample of.
    let sd = row.broker_latency_sd_ms.unwrap();
    assert!((sd - 1.370).abs() < 0.01, "{sd}");
}

#[test]
fn an_iteration_without_deliveries_has_no_latencies() {
    let seen = Observation {
        broker_hop: Hop::default(),
        page_hop: Hop::default(),
        whole_way: Hop::default(),
        ..observation()
    };
    let row = Row::new("go-relay", CELL, 1, Outcome::BrokerExited).with_observation(&seen);
    assert_eq!(
        (row.latency_mean_ms, row.page_latency_mode_ms),
        (None, None)
    );
}

#[test]
fn what_is_out_of_the_ordinary_is_told_first() {
    let figures = full_row().figures();
    let expected =
        "drain_timeout, 3 deliveries lost, 2 duplicated, 1 out of order, to the relay: mean";
    assert!(figures.starts_with(expected), "{figures}");
}
