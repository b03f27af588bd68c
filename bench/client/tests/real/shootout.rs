//! A run of the shootout on a real server: idle clients, a closed loop, a fixed rate, echoes.

use std::path::Path;

use serde_json::{Value, json};

use super::support::{assert_success, faults, rows, rtbench};

/// The one row of that comparison, which is as the schema has it.
fn row(folder: &Path, comparison: &str) -> Value {
    let mut rows = rows(&folder.join(comparison).join("shootout-smoke.tsv"));
    assert_eq!(rows.len(), 1, "{comparison}");
    let row = rows.remove(0);
    let definition = format!("{}_row", comparison.replace('-', "_"));
    assert_eq!(faults(&row, &definition), Vec::<String>::new());
    let place = json!([row["technology"], row["outcome"], row["iteration"]]);
    assert_eq!(place, json!(["node-ws-shootout", "complete", 1]));
    row
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_goes_through_all_levels_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = rtbench(&["run", "../plans/shootout-smoke.toml", "--out-dir"]);
    assert_success(&command.arg(folder.path()).output().unwrap());

    let idle = row(folder.path(), "shootout-idle");
    assert_eq!(idle["clients"], 100);
    let per_connection_kib = idle["memory_per_connection_kib"].as_f64().unwrap();
    // A WebSocket of node's has buffers and objects, and no mebibyte of them.
    assert!(per_connection_kib < 1024.0, "{idle}");

    let closed = row(folder.path(), "shootout");
    let broadcasts = closed["broadcasts"].as_u64().unwrap();
    assert_eq!(
        (&closed["clients"], &closed["failed_broadcasts"]),
        (&json!(20), &json!(0))
    );
    assert_eq!(closed["received_deliveries"], json!(20 * broadcasts));
    // 4 broadcasts are under way, all the time and no more.
    let under_way = closed["completed_broadcasts_per_s"].as_f64().unwrap()
        * closed["latency_mean_ms"].as_f64().unwrap()
        / 1000.0;
    assert!(under_way <= 4.0 * 1.02, "{closed}");

    let open = row(folder.path(), "shootout-rate");
    let counts = [
        &open["broadcasts"],
        &open["expected_deliveries"],
        &open["lost_deliveries"],
    ];
    assert_eq!(counts, [&json!(20), &json!(400), &json!(0)]);
    assert!(open["cpu_percent"].is_number(), "{open}");

    let echoes = row(folder.path(), "shootout-echo");
    let counts = [
        &echoes["rate_per_s"],
        &echoes["messages"],
        &echoes["failed_messages"],
    ];
    assert_eq!(counts, [&json!(200), &json!(200), &json!(0)]);
}
