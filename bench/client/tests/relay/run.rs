//! Whole runs of relays, those in which relay, broker or client are killed among them.

use std::net::TcpListener;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use rtbench::process::Tree;
use rtbench::server::free_address;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::support::with_flaw;
use crate::small_server::{Repository, assert_success, child_of, is_there, text, wait_until};

const PARTIAL: &str = "data/relay/.plan.json.partial";

fn kill(pid: i32) {
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).expect("a whole file")
}

/// The comparison's file, which is as the schema has it.
fn published(repository: &Repository) -> Value {
    let file = read(&repository.path("data/relay/plan.json"));
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

fn column(file: &Value, field: &str) -> Vec<Value> {
    let rows = file["results"].as_array().unwrap();
    rows.iter().map(|row| row[field].clone()).collect()
}

fn run(repository: &Repository, further: &[&str]) -> Child {
    let arguments = [&["run", "plan.toml"][..], further].concat();
    repository.rtbench(&arguments).spawn().unwrap()
}

#[track_caller]
fn succeeds(child: Child) {
    assert_success(&child.wait_with_output().unwrap());
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_run_measures_both_hops_of_each_cell() {
    let repository = with_flaw("");
    repository.plan(
        "iterations = 2\nmessages = 100\ncells = [{ pages = 1, pause_ms = [10, 0] }, { pages = 3, pause_ms = [10] }]\n",
    );
    succeeds(run(&repository, &[]));
    let file = published(&repository);
    assert_eq!(
        column(&file, "pages"),
        [1, 1, 1, 1, 3, 3].map(|pages| json!(pages))
    );
    assert_eq!(column(&file, "outcome"), vec![json!("complete"); 6]);
    assert_eq!(column(&file, "broker"), vec![json!("nats"); 6]);
    for (row, course) in file["results"]
        .as_array()
        .unwrap()
        .iter()
        .zip(file["series"].as_array().unwrap())
    {
        let number = |field: &str| {
            row[field]
                .as_f64()
                .unwrap_or_else(|| panic!("{field} in {row}"))
        };
        assert_eq!(
            number("received_deliveries"),
            number("messages") * number("pages")
        );
        assert!(number("broker_latency_mean_ms") > 0.0, "{row}");
        assert!(number("page_latency_mean_ms") > 0.0, "{row}");
        // Each message has all of its deliveries, so the means add up.
        let sum = number("broker_latency_mean_ms") + number("page_latency_mean_ms");
        let whole = number("latency_mean_ms");
        assert!((sum - whole).abs() < 0.05 + whole / 100.0, "{row}");
        assert!(number("broker_memory_mib") > 0.0, "{row}");
        let deliveries = course["deliveries"].as_array().unwrap();
        let sum: u64 = deliveries.iter().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(json!(sum), row["received_deliveries"]);
    }
    assert!(file["run"]["tools"]["nats"].is_string());
    assert_eq!(file["run"]["parameters"]["message_characters"], 12);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn losses_and_disorder_are_results() {
    let plan = "iterations = 1\nmessages = 100\ncells = [{ pages = 2, pause_ms = [5] }]\n";
    let measured = |flaw| {
        let repository = with_flaw(flaw);
        repository.plan(plan);
        succeeds(run(&repository, &[]));
        published(&repository)["results"][0].clone()
    };
    let lossy = measured("loses every tenth");
    assert_eq!(
        (&lossy["outcome"], &lossy["lost_deliveries"]),
        (&json!("drain_timeout"), &json!(20))
    );
    let disorderly = measured("swaps neighbours");
    assert_eq!(disorderly["outcome"], "complete");
    assert_eq!(disorderly["out_of_order_deliveries"], 20);
    assert_eq!(measured("says all twice")["duplicated_deliveries"], 200);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_or_a_broker_that_is_killed_marks_its_iteration_and_the_run_goes_on() {
    let repository = with_flaw("");
    repository.plan("iterations = 3\nmessages = 300\ncells = [{ pages = 1, pause_ms = [10] }]\n");
    let child = run(&repository, &[]);
    let relay = child_of(&child, "python3");
    std::thread::sleep(Duration::from_secs(2));
    kill(relay);
    wait_until("the first iteration is over", || {
        repository.path(PARTIAL).exists()
    });
    wait_until("the next relay runs", || {
        child_of(&child, "python3") != relay
    });
    std::thread::sleep(Duration::from_secs(2));
    kill(child_of(&child, "nats-server"));
    // It is told that a server ended by itself, also where all iterations are there.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("server `small` ended by itself"));
    let outcomes = column(&published(&repository), "outcome");
    let expected = ["server_exited", "broker_exited", "complete"];
    assert_eq!(outcomes, expected.map(|outcome| json!(outcome)));
}

/// Kills the client in its second iteration: no process of it stays, its port is free, what it has kept is whole, and it goes on.
fn is_killed_and_goes_on(broker: &str, processes: &[&str]) {
    let repository = with_flaw("");
    let port = free_address(None).unwrap().port();
    repository.plan("iterations = 3\nmessages = 200\ncells = [{ pages = 1, pause_ms = [10] }]\n");
    let further = ["--port".to_owned(), port.to_string()];
    let further: Vec<&str> = further.iter().map(String::as_str).collect();
    let mut child = run(&repository, &further);
    wait_until("an iteration is kept", || repository.path(PARTIAL).exists());
    let left: Vec<i32> = processes
        .iter()
        .map(|name| child_of(&child, name))
        .collect();
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until(&format!("{broker} and the relay have ended"), || {
        left.iter().all(|pid| !is_there(*pid))
    });
    wait_until("the port is free", || {
        TcpListener::bind(("127.0.0.1", port)).is_ok()
    });
    assert!(!repository.path("data/relay/plan.json").exists());
    let kept = read(&repository.path(PARTIAL));
    let first = kept["results"][0]["started_at"].clone();

    succeeds(run(&repository, &further));
    let file = published(&repository);
    assert_eq!(
        column(&file, "iteration"),
        [1, 2, 3].map(|iteration| json!(iteration))
    );
    assert_eq!(column(&file, "started_at")[0], first);
    assert!(!repository.path(PARTIAL).exists());
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_client_that_is_killed_leaves_nothing_and_goes_on() {
    is_killed_and_goes_on("NATS", &["nats-server", "python3"]);
}

/// RabbitMQ brings a daemon and children of its own. The small relay does not speak to it, and is waited for in vain until then.
#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_client_that_is_killed_leaves_nothing_of_rabbitmq() {
    let repository = with_flaw("");
    repository.plan("iterations = 1\nmessages = 10\ncells = [{ pages = 1, pause_ms = [10] }]\n");
    let rewrite = |path: &str, from: &str, to: &str| {
        let path = repository.path(path);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace(from, to)).unwrap();
    };
    rewrite("plan.toml", "\"nats\"", "\"rabbitmq\"");
    let manifest = "bench/servers/small/server.toml";
    rewrite(manifest, "nats = \"nats\"", "rabbitmq = \"stomp\"");
    let mut child = run(&repository, &[]);
    let root = child_of(&child, "beam.smp");
    child_of(&child, "python3");
    let mut left = Tree::of(root).unwrap().running();
    assert!(left.contains(&root), "{left:?}");
    left.push(child_of(&child, "epmd"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("RabbitMQ has ended", || {
        left.iter().all(|pid| !is_there(*pid))
    });
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn a_relay_that_does_not_speak_to_the_plans_broker_is_named() {
    let repository = with_flaw("");
    repository.plan("iterations = 1\nmessages = 10\ncells = [{ pages = 1, pause_ms = [10] }]\n");
    let plan = repository.path("plan.toml");
    let keys = std::fs::read_to_string(&plan).unwrap();
    std::fs::write(&plan, keys.replace("\"nats\"", "\"mosquitto\"")).unwrap();
    let output = run(&repository, &[]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    let expected = "server `small` speaks to nats, not to mosquitto";
    assert!(message.contains(expected), "{message}");
}
