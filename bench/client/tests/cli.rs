//! `rtbench chat` as a user types it.

mod support;

use std::io::Read;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use support::{ChatServer, Fault};

fn rtbench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args(arguments)
        .output()
        .expect("rtbench runs")
}

fn chat(server: &ChatServer, arguments: &[&str]) -> Output {
    let url = server.target().to_string();
    rtbench(
        &[
            &["chat", "--url", &url, "--users", "2", "--messages", "5"],
            arguments,
        ]
        .concat(),
    )
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn each_iteration_is_a_line_of_json_with_the_fields_of_result_files() {
    let server = ChatServer::start(Fault::None);
    let output = chat(
        &server,
        &["--rooms", "2", "--iterations", "2", "--output", "json"],
    );
    server.stop();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows.len(), 2);
    for (row, iteration) in rows.iter().zip(1..) {
        assert_eq!(row["iteration"], iteration);
        assert_eq!(
            (&row["rooms"], &row["users"], &row["messages_per_user"]),
            (&2.into(), &2.into(), &5.into())
        );
        assert_eq!(row["outcome"], "complete");
        assert_eq!(
            (&row["expected_deliveries"], &row["received_deliveries"]),
            (&40.into(), &40.into())
        );
        assert!(
            row["latency_p99_ms"].is_number() && row["client_cpu_percent"].is_number(),
            "{row}"
        );
    }
}

#[test]
fn the_summary_shows_account_latency_lag_and_the_clients_cpu() {
    let server = ChatServer::start(Fault::Drop(1));
    let output = chat(&server, &["--drain-timeout", "0.2"]);
    server.stop();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "20 expected, 19 received, 1 lost",
        "p99.9",
        "sender lag",
        "% of a core",
        "drain time-out ended",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
}

#[test]
fn too_low_a_limit_of_open_files_is_told_with_both_numbers() {
    let server = ChatServer::start(Fault::None);
    let url = server.target().to_string();
    let script = r#"ulimit -n 60; exec "$0" chat --url "$1" --users 100"#;
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_rtbench"), &url])
        .output()
        .expect("sh runs");
    server.stop();
    let message = stderr(&output);
    assert!(!output.status.success());
    assert!(
        message.starts_with("rtbench: too few file descriptors: 1") && message.contains("60"),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn what_cannot_be_run_is_refused_with_what_was_expected() {
    for (arguments, expected) in [
        (
            ["--url", "http://127.0.0.1:1/", "--users", "1"],
            "ws://HOST:PORT/PATH",
        ),
        (["--url", "ws://127.0.0.1:1/", "--users", "0"], "1.."),
        (
            ["--url", "ws://127.0.0.1:1/", "--interval-ms", "0"],
            "more than 0",
        ),
        (
            ["--url", "ws://127.0.0.1:1/", "--drain-timeout", "soon"],
            "expected a number",
        ),
        (
            ["--url", "ws://127.0.0.1:1/", "--users", "1"],
            "cannot connect to 127.0.0.1:1",
        ),
    ] {
        let output = rtbench(&[&["chat"], &arguments[..]].concat());
        assert!(!output.status.success());
        assert!(
            stderr(&output).contains(expected),
            "{expected} in:\n{}",
            stderr(&output)
        );
    }
}

#[test]
fn ctrl_c_ends_a_slow_ramp_of_connections() {
    let server = ChatServer::start(Fault::None);
    let url = server.target().to_string();
    let ramp = ["--users", "1000", "--connect-rate", "20"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .args(["chat", "--url", &url])
        .args(ramp)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("rtbench runs");
    // What it loads is printed before the first user connects, and after it listens for signals.
    let mut first = [0];
    let stdout = child.stdout.as_mut().expect("it is piped");
    stdout.read_exact(&mut first).expect("it prints");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    server.stop();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
}

#[test]
fn idle_users_are_in_the_summary_and_in_the_json() {
    let server = ChatServer::start(Fault::None);
    let idle = ["--idle-users", "5", "--local-addr", "127.0.0.2-127.0.0.3"];
    let text = chat(&server, &idle);
    let json = chat(&server, &[&idle[..], &["--output", "json"]].concat());
    server.stop();
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    assert!(
        text.contains("besides 5 idle users")
            && text.contains("5, of whom the server disconnected 0"),
        "{text}"
    );
    let row: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(
        (&row["idle_users"], &row["closed_idle_users"]),
        (&5.into(), &0.into())
    );
    assert_eq!(row["expected_deliveries"], 20);
}
