//! `rtbench agent` and `rtbench merge`, as they are typed: several agents share a load, and their files become one result.

mod support;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use support::agent_group::{AgentGroup, LEAD, faults, read, stderr};
use support::{ChatServer, Fault};

const COUNTS: [&str; 6] = [
    "sent_messages",
    "expected_deliveries",
    "received_deliveries",
    "lost_deliveries",
    "duplicated_deliveries",
    "out_of_order_deliveries",
];

/// The counts of one process that plays the whole load.
fn alone(server: &ChatServer, load: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args([
            "chat",
            "--output",
            "json",
            "--url",
            &server.target().to_string(),
        ])
        .args(load)
        .output()
        .expect("rtbench runs");
    assert!(output.status.success(), "{}", stderr(&output));
    counts(&serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn counts(row: &Value) -> Vec<Value> {
    COUNTS.iter().map(|field| row[field].clone()).collect()
}

#[test]
fn agents_together_count_what_one_client_counts() {
    let server = ChatServer::start(Fault::None);
    for (agents, load) in [
        (2, ["--rooms", "2", "--users", "5", "--messages", "30"]),
        (3, ["--rooms", "3", "--users", "2", "--messages", "10"]),
    ] {
        let merged = AgentGroup::run(&server, agents, &load).merge();
        let row = &merged["results"][0];
        assert_eq!(counts(row), alone(&server, &load), "{agents} agents");
        assert_eq!(
            (&row["outcome"], &row["lost_deliveries"]),
            (&json!("complete"), &json!(0))
        );
    }
    server.stop();
}

#[test]
fn what_agents_and_merging_write_keeps_its_schema() {
    let server = ChatServer::start(Fault::None);
    let group = AgentGroup::run(&server, 2, &["--users", "4", "--messages", "5"]);
    server.stop();
    assert_eq!(faults("agent.json", &group.file(1)), Vec::<String>::new());
    let merged = group.merge();
    assert_eq!(faults("result.json", &merged), Vec::<String>::new());
    let deliveries = merged["series"][0]["deliveries"]
        .as_array()
        .expect("a column");
    let sum: u64 = deliveries.iter().filter_map(Value::as_u64).sum();
    assert_eq!(sum, 80);
    assert_eq!(merged["run"]["parameters"]["agents"], 2);
}

#[test]
fn losses_duplicates_and_reorderings_are_added_up_over_the_agents() {
    let load = ["--users", "6", "--messages", "20", "--drain-timeout", "0.5"];
    for (fault, field) in [
        (Fault::Drop(9), "lost_deliveries"),
        (Fault::Duplicate(9), "duplicated_deliveries"),
        (Fault::Reorder(9), "out_of_order_deliveries"),
    ] {
        let server = ChatServer::start(fault);
        let merged = AgentGroup::run(&server, 2, &load).merge();
        server.stop();
        let row = &merged["results"][0];
        assert_eq!(row[field], 9, "{row}");
        assert_eq!(
            (&row["sent_messages"], &row["expected_deliveries"]),
            (&json!(120), &json!(720))
        );
    }
}

#[test]
fn agents_with_one_clock_have_the_latencies_of_all_deliveries() {
    let delay = Duration::from_millis(30);
    let server = ChatServer::start(Fault::Delay(delay));
    let group = AgentGroup::run(&server, 2, &["--users", "4", "--messages", "10"]);
    server.stop();
    let merged = group.merge();
    assert_eq!(merged["run"]["latency_kind"], "one_way");
    let row = &merged["results"][0];
    // Messages of the other agent too are on their way for no less than the delay.
    assert!(
        row["latency_min_ms"].as_f64().expect("a latency") >= 29.5,
        "{row}"
    );
    assert!(
        row["latency_p50_ms"].as_f64().expect("a latency") < 1_000.0,
        "{row}"
    );
}

#[test]
fn of_agents_with_clocks_of_their_own_only_what_came_back_counts_and_the_file_says_so() {
    let server = ChatServer::start(Fault::None);
    let group = AgentGroup::run(&server, 2, &["--users", "4", "--messages", "10"]);
    server.stop();
    let complete = counts(&group.merge()["results"][0]);
    group.set(1, "/agent/boot_id", json!("another boot"));
    // What the clocks' difference made of the other's messages: no latency, but a delivery.
    let other = |agent: u32| format!("/measured/received_from/{}", 1 - agent);
    for agent in [0, 1] {
        assert_eq!(
            group.file(agent).pointer(&other(agent)).expect("an entry")["deliveries"],
            40
        );
    }
    let merged = group.merge();
    assert_eq!(merged["run"]["latency_kind"], "round_trip");
    assert_eq!(counts(&merged["results"][0]), complete);
    let notes = merged["run"]["notes"].to_string();
    assert!(
        notes.contains("came back") && notes.contains("80 of 160"),
        "{notes}"
    );
    assert_eq!(faults("result.json", &merged), Vec::<String>::new());
}

#[test]
fn what_a_closed_connection_kept_from_being_sent_is_expected_and_lost_and_told() {
    let server = ChatServer::start(Fault::CloseOne { at_message: 20 });
    let load = [
        "--users",
        "4",
        "--messages",
        "20",
        "--interval-ms",
        "50",
        "--drain-timeout",
        "0.5",
    ];
    let merged = AgentGroup::run(&server, 2, &load).merge();
    server.stop();
    let row = &merged["results"][0];
    let count = |field: &str| row[field].as_u64().expect(field);
    assert_eq!(row["outcome"], "disconnected");
    assert_eq!(count("expected_deliveries"), 4 * 4 * 20);
    let unsent = 80 - count("sent_messages");
    assert!((1..=15).contains(&unsent), "{row}");
    let note = format!("{} of the lost deliveries", unsent * 4);
    assert!(
        merged["run"]["notes"].to_string().contains(&note),
        "{note} in {merged}"
    );
    assert!(count("lost_deliveries") >= unsent * 4, "{row}");
}

#[test]
fn cpu_and_memory_are_those_of_the_one_agent_beside_the_server() {
    let server = ChatServer::start(Fault::None);
    // The test's own process has the server in it.
    let pid = std::process::id().to_string();
    let load = ["--users", "2", "--messages", "5", "--pid", &pid];
    let group = AgentGroup::run(&server, 2, &load);
    server.stop();
    let output = group.try_merge(&group.paths());
    let message = stderr(&output);
    assert!(
        message.contains("measured.server") && message.contains("--pid"),
        "{message}"
    );
    group.set(0, "/measured/server", Value::Null);
    let row = group.merge()["results"][0].clone();
    let server = group.file(1)["measured"]["server"].clone();
    assert!(row["cpu_percent"].is_number(), "{row}");
    for field in ["cpu_percent", "memory_mib", "memory_peak_mib"] {
        assert_eq!(row[field], server[field], "{field}");
    }
}

#[test]
fn several_iterations_are_rows_of_one_file() {
    let server = ChatServer::start(Fault::None);
    let groups: Vec<AgentGroup> = ["1", "2"]
        .iter()
        .map(|n| {
            AgentGroup::run(
                &server,
                2,
                &["--users", "2", "--messages", "3", "--iteration", n],
            )
        })
        .collect();
    server.stop();
    let paths: Vec<PathBuf> = groups.iter().flat_map(AgentGroup::paths).collect();
    let output = groups[0].try_merge(&paths);
    assert!(output.status.success(), "{}", stderr(&output));
    let rows = read(&groups[0].result())["results"].clone();
    let iterations: Vec<&Value> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["iteration"])
        .collect();
    assert_eq!(iterations, [1, 2]);
}

#[test]
fn files_that_are_not_of_one_run_are_refused_with_file_and_field() {
    let server = ChatServer::start(Fault::None);
    let load = ["--users", "2", "--messages", "3"];
    let group = AgentGroup::run(&server, 2, &load);
    server.stop();
    let whole = group.file(1);
    for (pointer, value, expected) in [
        (
            "/workload/messages_per_user",
            json!(4),
            "expected_deliveries: found 6 (expected 8",
        ),
        (
            "/workload/interval_ms",
            json!(11.0),
            "workload.interval_ms: found 11.0 (expected 10.0, as in",
        ),
        (
            "/client/version",
            json!("9.9.9"),
            "client.version: found \"9.9.9\"",
        ),
        (
            "/start_at",
            json!("2026-01-01T00:00:00Z"),
            "start_at: found \"2026-01-01T00:00:00Z\"",
        ),
        ("/start_at", json!("noon"), "start_at: found \"noon\""),
        ("/iteration", json!(2), "no file of agent 1"),
        ("/agent/index", json!(0), "agent.index: found 0, which"),
        ("/agent/index", json!(7), "agent.index: found 7"),
        (
            "/measured/sent_messages_by_room",
            json!([]),
            "found 0 entries (expected 1)",
        ),
        (
            "/measured/sent_messages_by_room",
            json!([2]),
            "found 3 (expected at most 2",
        ),
        (
            "/measured/received_from/0/latency_us",
            json!("xyz"),
            "received_from[0].latency_us: found",
        ),
        (
            "/measured/received_from/0/latency_us_by_second",
            json!([]),
            "found 0 latencies (expected 3",
        ),
        (
            "/measured/sender_lag_us",
            json!("AAAA"),
            "sender_lag_us: found",
        ),
        ("/measured/outcome", json!("fine"), "unknown variant `fine`"),
    ] {
        group.set(1, pointer, value);
        let output = group.try_merge(&group.paths());
        let message = stderr(&output);
        assert!(!output.status.success(), "{expected}");
        assert!(
            message.contains("agent-") && message.contains(expected),
            "{expected} in: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!group.result().exists());
        group.set(1, "", whole.clone());
    }
    group.merge();
    let output = group.try_merge(&[group.path(1)]);
    assert!(
        stderr(&output).contains("no file of agent 0"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_agent_that_is_not_ready_by_the_start_ends_with_an_error_and_no_file() {
    let server = ChatServer::start(Fault::None);
    let group = AgentGroup::of(2);
    let agent = group.start_agent(&server, 0, "2026-01-01T00:00:00Z", &["--users", "2"]);
    let output = agent.wait_with_output().expect("the agent ends");
    server.stop();
    let message = stderr(&output);
    assert!(!output.status.success());
    assert!(
        message.contains("not ready for the start") && message.contains("--start-at"),
        "{message}"
    );
    assert!(!group.path(0).exists());
}

#[test]
fn what_a_peer_whose_clock_is_ahead_sends_before_the_start_counts() {
    let server = ChatServer::start(Fault::None);
    let group = AgentGroup::of(2);
    let start = jiff::Timestamp::try_from(SystemTime::now() + LEAD).expect("a time");
    let load = ["--users", "2", "--messages", "1"];
    let agent = group.start_agent(&server, 0, &format!("{start:.3}"), &load);
    // In the other agent's place: user 1, who is due half an interval after the start.
    let prefix = format!("r{:08x}-", start.as_millisecond() as u32);
    let (name, room) = (format!("{prefix}1"), format!("{prefix}room-0"));
    let url = server.target().to_string();
    let (mut peer, _) = tungstenite::connect(url).expect("a connection");
    let text = |value: Value| tungstenite::Message::text(value.to_string());
    peer.send(text(json!({ "chat": room, "name": name })))
        .expect("joined");
    let probe = peer.read().expect("a probe of the agent");
    assert!(probe.to_string().contains("join/"), "{probe}");
    std::thread::sleep(Duration::from_secs(1));
    let message = json!({ "name": name, "chat": room, "message": "0/05000000" });
    peer.send(text(message)).expect("sent");
    let output = agent.wait_with_output().expect("the agent ends");
    drop(peer);
    server.stop();
    assert!(output.status.success(), "{}", stderr(&output));
    let measured = &group.file(0)["measured"];
    assert_eq!(measured["received_from"][1]["deliveries"], 1, "{measured}");
    assert_eq!(measured["outcome"], "complete");
}
