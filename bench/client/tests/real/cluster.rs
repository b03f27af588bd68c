//! What node-cluster promises beyond the protocol, and what is left of a server that is stopped.

use rtbench::interrupt::Interrupt;
use rtbench::process::is_alive;
use rtbench::server::{RunningServer, free_address};
use rtbench::workloads::chat::conformance::{CHECKS, TIMEOUT, check};
use rustix::process::{Pid, Signal, kill_process};

use super::support::{built_servers, processes_on_port, wait_until};

fn start(id: &str) -> RunningServer {
    let server = built_servers().get(id).unwrap();
    let address = free_address(None).unwrap();
    RunningServer::start(server, address, None, &Interrupt::default()).unwrap()
}

fn assert_conforms(running: &RunningServer) {
    let verdicts = check(CHECKS, running.address(), "/chat", TIMEOUT, |_| {});
    let faults: Vec<_> = verdicts
        .iter()
        .filter(|verdict| verdict.fault.is_some())
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn node_cluster_runs_a_primary_and_workers() {
    let running = start("node-cluster");
    let processes = processes_on_port(running.address().port());
    assert!(processes.len() >= 3, "{processes:?}");
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn node_cluster_replaces_a_worker_that_dies() {
    let running = start("node-cluster");
    let port = running.address().port();
    let before = processes_on_port(port);
    let worker = *before.iter().find(|pid| **pid != running.pid()).unwrap();
    kill_process(Pid::from_raw(worker).unwrap(), Signal::KILL).unwrap();
    wait_until("the worker is replaced", || {
        !is_alive(worker) && processes_on_port(port).len() == before.len()
    });
    assert_conforms(&running);
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_stopped_server_leaves_no_process_and_frees_its_port() {
    for id in ["node-ws", "node-cluster"] {
        let running = start(id);
        let port = running.address().port();
        running.stop();
        assert_eq!(processes_on_port(port), Vec::<i32>::new(), "{id}");
        assert!(free_address(Some(port)).is_ok(), "{id}");
    }
}
