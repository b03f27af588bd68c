//! Rows as they are written, by the schema, and as they are told.

use std::time::{Duration, SystemTime};

use super::*;
use crate::broadcast::Audit;
use crate::load::histogram_us;
use crate::result::columns;
use crate::rooms;
use crate::runner::Row as _;

const LEVELS: [(Level, &str); 4] = [
    (Level::AtOnce { clients: 1000 }, "shootout_row"),
    (
        Level::Rate {
            broadcasts_per_s: 20,
            clients: 1000,
        },
        "shootout_rate_row",
    ),
    (Level::Idle { clients: 1000 }, "shootout_idle_row"),
    (Level::Echoes { per_s: 5000 }, "shootout_echo_row"),
];

fn observation() -> Observation {
    let histogram = |values_us: &[u64]| {
        let mut histogram = histogram_us();
        for us in values_us {
            histogram.record(*us).unwrap();
        }
        histogram
    };
    Observation {
        outcome: rooms::Outcome::Complete,
        audit: Audit {
            messages: 100,
            sent_messages: 100,
            failed_broadcasts: 1,
            expected_deliveries: 100_000,
            received_deliveries: 99_990,
            lost_deliveries: 10,
            duplicated_deliveries: 2,
            out_of_order_deliveries: 3,
        },
        latency_us: histogram(&[1_500, 2_000]),
        delivery_us: histogram(&[1_000]),
        first_delivery_us: histogram(&[500]),
        last_delivery_us: histogram(&[1_900]),
        seconds: Vec::new(),
        sender_lag_us: histogram(&[20]),
        window_started_at: SystemTime::UNIX_EPOCH,
        window: Duration::from_secs(5),
        drain: Duration::from_millis(500),
        client_cpu_percent: 40.0,
        client_busy_percent: 45.0,
    }
}

fn full_row(level: Level) -> Row {
    let usage = Usage {
        cpu_percent: Some(33.3),
        memory_mib: Some(60.0),
        memory_peak_mib: Some(61.5),
        steal_percent: Some(0.5),
        ..Usage::default()
    };
    let row = Row::new("node-ws-shootout", level, 1000, 1)
        .with_observation(Outcome::Complete, &observation())
        .with_usage(&usage);
    match level {
        Level::Idle { .. } => row.with_memory(40.0, Some(60.0)),
        _ => row,
    }
}

#[test]
fn a_full_row_is_valid_and_written_in_the_order_of_columns() {
    let whole: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../../schema/result.json")).unwrap();
    for (level, definition) in LEVELS {
        let written = serde_json::to_value(full_row(level)).unwrap();
        let columns = columns(definition);
        let fields: Vec<&String> = columns.iter().map(|(field, _)| field).collect();
        let written_fields: Vec<&String> = written.as_object().unwrap().keys().collect();
        assert_eq!(written_fields, fields, "{definition}");
        let schema = serde_json::json!({
            "$ref": format!("#/definitions/{definition}"), "definitions": whole["definitions"]
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{definition}");
    }
}

#[test]
fn a_row_tells_its_level_even_if_nothing_was_measured() {
    for (level, _) in LEVELS {
        let row = Row::new("a", level, 1000, 1).with_outcome(Outcome::NotConnected);
        assert_eq!(row.level(), level);
        assert_eq!(full_row(level).level(), level);
    }
}

#[test]
fn each_connection_has_its_share_of_what_they_added() {
    let row = full_row(Level::Idle { clients: 1000 });
    assert_eq!(row.memory_per_connection_kib, Some(20.48));
    let incomplete = Row::new("a", Level::Idle { clients: 1000 }, 1000, 1)
        .with_outcome(Outcome::Disconnected)
        .with_memory(40.0, Some(60.0));
    assert_eq!(incomplete.memory_per_connection_kib, None);
}

#[test]
fn rates_are_those_until_the_last_arrival() {
    let row = full_row(Level::AtOnce { clients: 1000 });
    assert_eq!(row.completed_broadcasts_per_s, Some(18.0));
}

#[test]
fn an_iterations_figures_are_one_line() {
    assert_eq!(
        full_row(LEVELS[1].0).figures(),
        "complete, 1 failed, 10 deliveries lost, 18.0 broadcasts/s, p50 1.50 ms, p95 2.00 ms, last p50 1.90 ms, \
         CPU 33.3 %, memory 60.0 MiB"
    );
    assert_eq!(
        full_row(LEVELS[2].0).figures(),
        "complete, each connection 20.5 KiB, CPU 33.3 %, memory 60.0 MiB"
    );
}
