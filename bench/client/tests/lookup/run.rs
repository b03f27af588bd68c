//! Whole runs of lookups, those that are disturbed among them.

use std::time::Duration;

use rtbench::server::free_address;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::support::with_flaw;
use crate::small_server::{assert_success, child_of, column, is_there, text, wait_until};

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_run_measures_the_database_alone_then_the_server_then_fixed_rates() {
    let repository = with_flaw("");
    repository.plan(
        "iterations = 1\nhold_s = 2\nconcurrency = [1, 2]\nrate_percents = [50]\nrate_concurrency = 2\n",
    );
    let output = repository.rtbench(&["run", "plan.toml"]).output().unwrap();
    assert_success(&output);

    let table = repository.table("data/lookup/plan.tsv");
    assert_eq!(table[0][..3], ["System", "Concurrency", "RequestsPerSec"]);
    let systems = ["postgresql", "postgresql", "small", "small"];
    assert_eq!(column(&table, "System"), systems);
    assert_eq!(column(&table, "Concurrency"), ["1", "2", "1", "2"]);
    assert_eq!(column(&table, "outcome"), ["complete"; 4]);
    assert_eq!(column(&table, "failed_requests"), ["0"; 4]);
    let numbers = |table: &[Vec<String>], name: &str| -> Vec<f64> {
        let cells = column(table, name);
        cells.iter().map(|cell| cell.parse().unwrap()).collect()
    };
    for name in [
        "RequestsPerSec",
        "LatencyAvg",
        "Latency99",
        "cpu_percent",
        "memory_mib",
        "database_cpu_percent",
        "database_memory_mib",
        "client_cpu_percent",
    ] {
        let values = numbers(&table, name);
        assert!(
            values.iter().all(|value| *value > 0.0),
            "{name}: {values:?}"
        );
    }

    let rates = repository.table("data/lookup-rate/plan.tsv");
    assert_eq!(column(&rates, "System"), ["small"]);
    assert_eq!(column(&rates, "rate_percent"), ["50"]);
    let peak = numbers(&table, "RequestsPerSec")[2..]
        .iter()
        .copied()
        .fold(0.0, f64::max);
    let target = numbers(&rates, "target_requests_per_s")[0];
    assert!((target - peak / 2.0).abs() <= 0.1, "{target} of {peak}");

    let beside = std::fs::read_to_string(repository.path("data/lookup/plan.run.json")).unwrap();
    let beside: Value = serde_json::from_str(&beside).unwrap();
    assert!(beside["run"]["tools"]["oha"].is_string(), "{beside}");
    assert!(beside["run"]["tools"]["postgresql"].is_string(), "{beside}");
    let schema = include_str!("../../../../schema/result.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let schema = serde_json::json!({
        "$ref": "#/definitions/run_file", "definitions": schema["definitions"]
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator
        .iter_errors(&beside)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_database_that_is_killed_marks_its_iteration_and_the_run_goes_on() {
    let repository = with_flaw("");
    repository.plan("iterations = 2\nhold_s = 4\nconcurrency = [2]\n");
    let child = repository.rtbench(&["run", "plan.toml"]).spawn().unwrap();
    // The server's turn comes after the database's own.
    let partial = repository.path("data/lookup/.plan.json.partial");
    wait_until("the database's turn is over", || partial.exists());
    child_of(&child, "oha");
    std::thread::sleep(Duration::from_millis(500));
    let postmaster = child_of(&child, "postgres");
    kill_process(Pid::from_raw(postmaster).unwrap(), Signal::KILL).unwrap();

    let output = child.wait_with_output().unwrap();
    assert_success(&output);
    let table = repository.table("data/lookup/plan.tsv");
    assert_eq!(
        column(&table, "System"),
        ["postgresql", "postgresql", "small", "small"]
    );
    assert_eq!(
        column(&table, "outcome"),
        ["complete", "complete", "database_exited", "complete"]
    );
    let unavailable: u64 = column(&table, "unavailable_responses")[2].parse().unwrap();
    assert!(unavailable > 0, "{}", text(&output.stderr));
    assert_eq!(column(&table, "unavailable_responses")[3], "0");
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_server_stays_for_a_round_unless_its_database_ends() {
    let repository = with_flaw("");
    repository.plan("iterations = 1\nhold_s = 3\nconcurrency = [1, 2, 3]\n");
    let child = repository.rtbench(&["run", "plan.toml"]).spawn().unwrap();
    let first = child_of(&child, "python3");
    std::thread::sleep(Duration::from_secs(4));
    assert!(is_there(first), "it is there for its second level");
    let postmaster = child_of(&child, "postgres");
    kill_process(Pid::from_raw(postmaster).unwrap(), Signal::KILL).unwrap();
    wait_until("the server is started anew", || !is_there(first));

    let output = child.wait_with_output().unwrap();
    assert_success(&output);
    let table = repository.table("data/lookup/plan.tsv");
    let of_server = table[1..].iter().filter(|row| row[0] == "small");
    assert_eq!(of_server.count(), 3);
    let outcomes = column(&table, "outcome");
    let ended = outcomes
        .iter()
        .filter(|outcome| *outcome == "database_exited");
    assert_eq!(ended.count(), 1, "{outcomes:?}");
    let complete = outcomes.iter().filter(|outcome| *outcome == "complete");
    assert_eq!(complete.count(), 5, "{outcomes:?}");
}

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_run_that_is_interrupted_leaves_no_process_and_goes_on() {
    let repository = with_flaw("");
    let port = free_address(None).unwrap().port().to_string();
    repository.plan("iterations = 1\nhold_s = 2\nconcurrency = [1, 2]\n");
    let run = || repository.rtbench(&["run", "plan.toml", "--port", &port]);
    let child = run().spawn().unwrap();
    let partial = repository.path("data/lookup/.plan.json.partial");
    wait_until("the first turn is over", || partial.exists());
    let left = [child_of(&child, "postgres"), child_of(&child, "oha")];
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(left.iter().all(|pid| !is_there(*pid)), "{left:?}");
    assert!(!repository.path("data/lookup/plan.tsv").exists());
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&partial).unwrap()).unwrap();
    let first = kept["results"][0]["started_at"]
        .as_str()
        .unwrap()
        .to_owned();

    assert_success(&run().output().unwrap());
    assert!(!partial.exists());
    let table = repository.table("data/lookup/plan.tsv");
    assert_eq!(table.len(), 5);
    assert_eq!(column(&table, "started_at")[0], first);
}

#[test]
fn without_the_load_tool_one_is_told_how_to_install_it() {
    let repository = with_flaw("");
    repository.plan("iterations = 1\nhold_s = 1\nconcurrency = [1]\n");
    for arguments in [
        &["run", "plan.toml"][..],
        &["http", "--url", "http://127.0.0.1:1/"],
    ] {
        let output = repository
            .rtbench(arguments)
            .env("PATH", repository.path(""))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            text(&output.stderr),
            "rtbench: oha, which loads servers over HTTP, is not on PATH: install it with `script/bootstrap bench`\n"
        );
    }
}
