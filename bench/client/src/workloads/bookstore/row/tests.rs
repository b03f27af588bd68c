use std::time::{Duration, SystemTime};

use super::*;
use crate::http_load::{Counts, End};
use crate::load::histogram_us;
use crate::result::{columns, read_tsv, write_tsv};
use crate::runner::Row as _;

const LEVELS: [(Level, &str); 3] = [
    (Level::Users(2_000), "bookstore_row"),
    (Level::RatePercent(50), "bookstore_rate_row"),
    (Level::Books(100), "bookstore_mix_row"),
];

fn observation() -> Observation {
    let mut latency_us = histogram_us();
    for ms in [1, 2, 3, 4, 10_000] {
        latency_us.record(ms * 1_000).unwrap();
    }
    Observation {
        started_at: SystemTime::UNIX_EPOCH,
        end: End::GivenUp,
        window: Duration::from_millis(20_500),
        counts: Counts {
            requests: 7,
            failed_requests: 4,
            status_errors: 1,
            timed_out_requests: 2,
            refused_connections: 1,
            broken_connections: 0,
            unavailable_responses: 1,
        },
        requests_per_s: 0.146,
        unsent_requests: Some(5),
        apdex: [Some(3.0 / 7.0), Some(3.0 / 7.0)],
        latency_us,
        seconds: Vec::new(),
        lag_us: histogram_us(),
        client_cpu_percent: 12.34,
    }
}

/// A row with every field that rows of the level have.
fn full_row(level: Level) -> Row {
    let usage = Usage {
        cpu_percent: Some(61.5),
        memory_mib: Some(20.125),
        memory_peak_mib: Some(21.5),
        steal_percent: Some(0.5),
        ..Usage::default()
    };
    let target = level.rate_percent().map(|_| 1_000.0);
    Row::new("go-bookstore", level, target, 1, Outcome::Incomplete)
        .with_observation(&observation())
        .with_usage(&usage, &usage)
}

#[test]
fn a_full_row_of_each_level_is_valid_and_written_in_the_order_of_columns() {
    let whole: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../../schema/result.json")).unwrap();
    for (level, definition) in LEVELS {
        let written = serde_json::to_value(full_row(level)).unwrap();
        let columns = columns(definition);
        let fields = columns.iter().map(|(field, _)| field);
        assert!(written.as_object().unwrap().keys().eq(fields), "{written}");
        let schema = serde_json::json!({
            "$ref": format!("#/definitions/{definition}"), "definitions": whole["definitions"]
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }
}

#[test]
fn what_is_written_is_read_back_the_same_with_its_level() {
    for (level, definition) in LEVELS {
        let row = full_row(level);
        let tsv = write_tsv(std::slice::from_ref(&row), definition).unwrap();
        let read: Vec<Row> = read_tsv(&tsv, definition).unwrap();
        assert_eq!(read, [row]);
        assert_eq!(read[0].cell(), level);
    }
}

#[test]
fn what_failed_is_told_by_kind_the_most_frequent_first() {
    let figures = full_row(Level::Users(2_000)).figures();
    let expected = "incomplete, 4 of 7 failed (2 timed out, 1 refused, 1 with another status), 5 unsent, 0.100 requests/s";
    assert!(figures.starts_with(expected), "{figures}");
}

#[test]
fn figures_are_rounded_as_in_result_files() {
    let row = full_row(Level::Users(2_000));
    assert_eq!(row.requests_per_s, Some(0.1));
    assert_eq!((row.apdex_100_500, row.window_s), (Some(0.429), Some(20.5)));
}

#[test]
fn after_failed_requests_the_server_is_started_anew() {
    let of = |outcome| Row::new("go-bookstore", Level::Users(1), None, 1, outcome);
    assert!(of(Outcome::Complete).leaves_the_server_sound());
    assert!(!of(Outcome::FailedRequests).leaves_the_server_sound());
}
