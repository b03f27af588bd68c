//! What a user of script/bench-client is told.

use std::process::{Command, Output};

use serde_json::Value;

/// Runs it with the programs of this machine, or with none.
fn bench_client(arguments: &[&str], path: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench-client"));
    // Measured by the floor alone, which is built beside it and needs nothing else.
    assert!(env!("CARGO_BIN_EXE_floor").ends_with("floor"));
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_quick_round_has_figures_of_every_kind() {
    let arguments = [
        "--quick",
        "--clients",
        "floor",
        "--read-intervals-us",
        "500",
    ];
    let output = bench_client(&[&arguments[..], &["--output", "json"]].concat(), None);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let cell = &report["cells"][0];
    assert_eq!(cell["cell"]["rooms"], 2);
    assert_eq!(cell["clients"][0]["client"], "floor, 500 µs");
    let figures = &cell["clients"][0]["rounds"][0];
    for field in [
        "cpu_s_per_million_deliveries",
        "deliveries_per_s",
        "client_cpu_percent",
        "server_cpu_percent",
        "peak_memory_mib",
    ] {
        assert!(figures[field].as_f64().unwrap() > 0.0, "{field}: {figures}");
    }
    assert_eq!(
        figures["latency_p50_ms"],
        Value::Null,
        "the floor takes none"
    );
    let conditions = &report["conditions"];
    assert!(conditions["machine"]["cpu_count"].as_u64().unwrap() > 0);
    assert!(report["highest_rates"][0]["rounds"][0]["users"].is_u64());
}

#[test]
fn a_client_that_cannot_be_built_is_named_with_the_way_out() {
    let output = bench_client(&["--quick", "--clients", "node-ws"], Some(""));
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(
        message.contains("error: node-ws: `npm ci") && message.contains("--clients"),
        "{message}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn what_is_no_cell_is_refused_with_what_was_expected() {
    let output = bench_client(&["--cells", "60"], None);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("expected ROOMSxUSERS"), "{message}");
}
