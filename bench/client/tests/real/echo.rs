//! A run of echoes: the client's own, then a chat server's, in a closed loop and at a fixed rate.

use std::path::Path;

use serde_json::{Value, json};

use super::support::{assert_success, faults, rows, run_plan};

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_chat_server_echoes_as_it_is_after_the_clients_own_echo() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Path::new("../plans/echo-smoke.toml");
    assert_success(&run_plan(plan, folder.path(), &[]).output().unwrap());

    let closed = rows(&folder.path().join("echo/echo-smoke.tsv"));
    let places: Vec<Value> = closed
        .iter()
        .map(|row| json!([row["technology"], row["connections"]]))
        .collect();
    let expected = [
        json!(["rtbench-echo", 1]),
        json!(["rtbench-echo", 4]),
        json!(["node-ws", 1]),
        json!(["node-ws", 4]),
    ];
    assert_eq!(places, expected);
    for row in &closed {
        assert_eq!(faults(row, "echo_row"), Vec::<String>::new());
        assert_eq!(
            (&row["outcome"], &row["failed_messages"]),
            (&json!("complete"), &json!(0))
        );
        // Each connection has one message under way, and all of them are under way all the time.
        let under_way = row["messages_per_s"].as_f64().unwrap()
            * row["latency_mean_ms"].as_f64().unwrap()
            / 1000.0;
        assert!(
            under_way <= row["connections"].as_f64().unwrap() * 1.02,
            "{row}"
        );
        assert_eq!(
            row["cpu_percent"].is_number(),
            row["technology"] == "node-ws"
        );
    }

    let open = rows(&folder.path().join("echo-rate/echo-smoke.tsv"));
    let technologies: Vec<&Value> = open.iter().map(|row| &row["technology"]).collect();
    assert_eq!(technologies, ["rtbench-echo", "node-ws"]);
    for row in &open {
        assert_eq!(faults(row, "echo_rate_row"), Vec::<String>::new());
        assert_eq!(row["outcome"], "complete");
        // 4 connections for a second, 200 messages a second in all.
        assert_eq!(
            (&row["rate_per_s"], &row["messages"]),
            (&json!(200), &json!(200))
        );
    }
}
