//! A run that is stopped, in whatever way, leaves no process and no half-written file, and goes on
//! when it is run again.

use std::path::Path;
use std::process::{Child, Output};

use rtbench::rooms::Outcome;
use rtbench::server::free_address;
use rtbench::workloads::chat::ChatFile;
use rustix::process::{Pid, Signal, kill_process};

use super::support::{
    assert_success, processes_on_port, run_plan, signal, slow_plan, smoke, text, wait_until,
    written_bytes,
};

struct Stopped {
    folder: tempfile::TempDir,
    port: u16,
    output: Output,
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.join("chat"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs the smoke plan for the cluster and stops it within the second cell.
fn run_and_stop(with: impl Fn(&Child)) -> Stopped {
    let folder = tempfile::tempdir().unwrap();
    let port = free_address(None).unwrap().port();
    let arguments = ["--servers", "node-cluster", "--port", &port.to_string()];
    let child = smoke(folder.path(), &arguments).spawn().unwrap();
    let partial = folder.path().join("chat/.node-cluster.json.partial");
    wait_until("the first cell is whole", || partial.exists());
    wait_until("the second cell's server runs", || {
        processes_on_port(port).len() >= 3
    });
    with(&child);
    let output = child.wait_with_output().unwrap();
    Stopped {
        folder,
        port,
        output,
    }
}

#[track_caller]
fn assert_goes_on(stopped: &Stopped) {
    wait_until("no process is left", || {
        processes_on_port(stopped.port).is_empty()
    });
    let folder = stopped.folder.path();
    assert_eq!(names(folder), [".node-cluster.json.partial"]);
    let kept = ChatFile::read(&folder.join("chat/.node-cluster.json.partial")).unwrap();
    assert_eq!(kept.results.len(), 2, "the first cell");

    let port = stopped.port.to_string();
    let arguments = ["--servers", "node-cluster", "--port", &port];
    assert_success(&smoke(folder, &arguments).output().unwrap());
    assert_eq!(names(folder), ["node-cluster.json"]);
    let whole = ChatFile::read(&folder.join("chat/node-cluster.json")).unwrap();
    assert_eq!(whole.results.len(), 4);
    assert_eq!(whole.results[..2], kept.results[..]);
    assert_eq!(whole.run.started_at, kept.run.started_at);
    assert!(kept.run.order_seed().is_some());
    assert_eq!(whole.run.order_seed(), kept.run.order_seed());
    assert!(
        whole
            .run
            .notes
            .iter()
            .any(|note| note.starts_with("Resumed at "))
    );
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn after_sigterm() {
    let stopped = run_and_stop(|child| signal(child, Signal::TERM));
    assert_eq!(stopped.output.status.code(), Some(130));
    let stderr = text(&stopped.output.stderr);
    assert!(
        stderr.ends_with("run the same command again to go on with the cells that are missing\n"),
        "{stderr}"
    );
    assert_goes_on(&stopped);
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn after_ctrl_c() {
    let stopped = run_and_stop(|child| signal(child, Signal::INT));
    assert_eq!(stopped.output.status.code(), Some(130));
    assert_goes_on(&stopped);
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn after_sigkill() {
    let stopped = run_and_stop(|child| signal(child, Signal::KILL));
    assert_eq!(stopped.output.status.code(), None);
    assert_goes_on(&stopped);
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_that_dies_mid_run_is_a_result_and_an_error_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_address(None).unwrap().port();
    let plan = slow_plan(folder.path());
    let child = run_plan(&plan, folder.path(), &["--port", &port.to_string()])
        .spawn()
        .unwrap();
    wait_until("the server listens", || {
        std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    let server = processes_on_port(port)[0];
    // Of some 80 kB that the first iteration's deliveries take.
    wait_until("the first iteration is under way", || {
        written_bytes(server) > 20_000
    });
    kill_process(Pid::from_raw(server).unwrap(), Signal::KILL).unwrap();

    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("1 room × 2 users: error: server `node-ws` ended by itself (signal: 9"),
        "{stderr}"
    );
    assert!(stderr.ends_with("not finished: node-ws\n"), "{stderr}");
    let file = ChatFile::read(&folder.path().join("chat/node-ws.json")).unwrap();
    let outcomes: Vec<_> = file.results.iter().map(|row| row.outcome).collect();
    let expected = [Outcome::ServerExited, Outcome::Complete].map(Some);
    assert_eq!(outcomes, expected);
    assert!(file.results[0].lost_deliveries > Some(0));
    assert_eq!(file.results[0].cpu_percent, None);
    assert_eq!(file.results[1].lost_deliveries, Some(0));
}
