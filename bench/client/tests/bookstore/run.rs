//! Whole runs of the bookstore, one of a server that fails among them.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::support::with_flaw;
use crate::small_server::{Repository, assert_success, child_of, wait_until};

const PLAN: &str = "iterations = 1\nusers = [10]\nbooks = [1, 50]\nrate_percents = [50]\nrate_connections = 3\nhold_s = 2\n";

/// A comparison's file, which is as the schema has it.
fn published(repository: &Repository, comparison: &str) -> Value {
    let path = repository.path("data").join(comparison).join("plan.json");
    let text = std::fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator
        .iter_errors(&file)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
    file
}

fn number(row: &Value, field: &str) -> f64 {
    row[field]
        .as_f64()
        .unwrap_or_else(|| panic!("{field} in {row}"))
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_run_measures_users_then_the_mix_then_fixed_rates() {
    let repository = with_flaw("");
    repository.plan(PLAN);
    assert_success(&repository.rtbench(&["run", "plan.toml"]).output().unwrap());
    let of_users = published(&repository, "bookstore");
    let of_mix = published(&repository, "bookstore-mix");
    let of_rate = published(&repository, "bookstore-rate");

    let users = &of_users["results"][0];
    let counts = ["users", "requests", "failed_requests", "unsent_requests"];
    let counts = counts.map(|field| &users[field]);
    assert_eq!(counts, [&json!(10), &json!(30), &json!(0), &json!(0)]);
    assert_eq!(of_users["results"].as_array().unwrap().len(), 1);
    for field in [
        "requests_per_s",
        "latency_p999_ms",
        "apdex_100_500",
        "apdex_500_1500",
        "memory_mib",
        "database_memory_mib",
        "client_cpu_percent",
    ] {
        assert!(number(users, field) > 0.0, "{field}: {users}");
    }

    let mixes = of_mix["results"].as_array().unwrap();
    let books: Vec<&Value> = mixes.iter().map(|row| &row["books"]).collect();
    assert_eq!(books, [&json!(1), &json!(50)]);
    for row in mixes.iter().chain([users, &of_rate["results"][0]]) {
        assert_eq!(row["outcome"], "complete", "{row}");
    }

    let rates = mixes.iter().chain([users]);
    let peak = rates.map(|row| number(row, "requests_per_s"));
    let peak = peak.fold(0.0, f64::max);
    let rate = &of_rate["results"][0];
    let target = number(rate, "target_requests_per_s");
    assert!((target - peak / 2.0).abs() <= 0.11, "{target} of {peak}");
    let due = (target * 2.0).round();
    assert_eq!(number(rate, "requests"), due);

    for file in [&of_users, &of_mix, &of_rate] {
        let series = file["series"].as_array().unwrap();
        let rows = file["results"].as_array().unwrap();
        assert_eq!(series.len(), rows.len());
        for (course, row) in series.iter().zip(rows) {
            let by_second = course["requests"].as_array().unwrap();
            let sum: u64 = by_second.iter().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(json!(sum), row["requests"]);
        }
    }
    let run = &of_users["run"];
    assert!(run["tools"]["postgresql"].is_string(), "{run}");
    assert_eq!(run["parameters"]["lists_per_user"], 3);
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_run_that_fails_is_a_result() {
    let repository = with_flaw("");
    repository.plan("iterations = 1\nusers = [2]\nbooks = [1]\nhold_s = 6\n");
    let child = repository.rtbench(&["run", "plan.toml"]).spawn().unwrap();
    let partial = repository.path("data/bookstore/.plan.json.partial");
    wait_until("the users have left", || partial.exists());
    std::thread::sleep(Duration::from_secs(2));
    let postmaster = child_of(&child, "postgres");
    kill_process(Pid::from_raw(postmaster).unwrap(), Signal::KILL).unwrap();
    assert_success(&child.wait_with_output().unwrap());

    let file = published(&repository, "bookstore-mix");
    let mix = &file["results"][0];
    assert_eq!(mix["outcome"], "failed_requests", "{mix}");
    assert!(number(mix, "unavailable_responses") > 0.0, "{mix}");
    let kinds = [
        "status_errors",
        "timed_out_requests",
        "refused_connections",
        "broken_connections",
    ];
    let sum: f64 = kinds.iter().map(|kind| number(mix, kind)).sum();
    assert_eq!(sum, number(mix, "failed_requests"));
    assert!(number(mix, "requests_per_s") > 0.0, "{mix}");
    assert!(number(mix, "apdex_500_1500") < 1.0, "{mix}");
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn what_is_measured_is_gone_on_with_and_not_measured_again() {
    let repository = with_flaw("");
    repository.plan(PLAN);
    let run = |only: &[&str]| {
        let arguments = [&["run", "plan.toml"][..], only].concat();
        assert_success(&repository.rtbench(&arguments).output().unwrap());
    };
    run(&["--only", "users=10"]);
    let first = published(&repository, "bookstore")["results"][0]["started_at"].clone();
    run(&["--only", "users=10", "--only", "rate_percent=50"]);
    let users = published(&repository, "bookstore");
    assert_eq!(users["results"][0]["started_at"], first);
    assert_eq!(users["series"].as_array().unwrap().len(), 1);
    let rates = published(&repository, "bookstore-rate");
    assert_eq!(rates["results"].as_array().unwrap().len(), 1);
}
