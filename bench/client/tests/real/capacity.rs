//! A run of capacities: searches that agree, of which the plan's last one is left out; one that is ended before its last round.

use std::fs;
use std::path::Path;
use std::process::Output;

use rtbench::workloads::chat_capacity::ChatCapacityFile;
use rtbench::workloads::shootout_capacity::ShootoutCapacityFile;

use super::support::{assert_success, rtbench, run_plan, text};

const SMOKE: &str = "../plans/chat-capacity-smoke.toml";

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_is_searched_until_its_searches_agree() {
    let folder = tempfile::tempdir().unwrap();
    assert_success(
        &run_plan(Path::new(SMOKE), folder.path(), &[])
            .output()
            .unwrap(),
    );

    let path = folder.path().join("chat-capacity/node-ws.json");
    let file = ChatCapacityFile::read(&path).unwrap();
    let iterations: Vec<u32> = file.results.iter().map(|row| row.iteration).collect();
    assert_eq!(iterations, [1, 2, 3], "the plan has 4");
    for (row, probes) in file.results.iter().zip(&file.series) {
        assert_eq!((row.carried_users, row.failed_users), (4, None));
        assert!(row.client_saturated, "the plan's most users held");
        assert_eq!(row.carried_deliveries_per_s, 160.0);
        assert!(row.cpu_percent.is_some() && row.latency_p99_ms.is_some());
        assert!(probes.held.iter().all(|held| *held), "{probes:?}");
    }
    assert_eq!(file.series[0].users, [2, 4]);
    assert_eq!(
        file.series[1].users,
        [4],
        "a repeat begins at what is known"
    );
    let parameters = file.run.parameters.unwrap();
    assert_eq!(parameters.search.map(|search| search.most_users), Some(4));
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn clients_of_broadcasts_are_searched_in_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = rtbench(&["run", "../plans/shootout-capacity-smoke.toml", "--out-dir"]);
    assert_success(&command.arg(folder.path()).output().unwrap());

    let path = folder
        .path()
        .join("shootout-capacity/node-ws-shootout.json");
    let file = ShootoutCapacityFile::read(&path).unwrap();
    let iterations: Vec<u32> = file.results.iter().map(|row| row.iteration).collect();
    assert_eq!(iterations, [1, 2, 3], "the plan has 4");
    for (row, probes) in file.results.iter().zip(&file.series) {
        assert_eq!((row.carried_clients, row.failed_clients), (40, None));
        assert!(row.client_saturated, "the plan's most clients held");
        assert_eq!(row.carried_deliveries_per_s, 400.0);
        assert!(row.cpu_percent.is_some() && row.latency_p95_ms.is_some());
        assert!(probes.held.iter().all(|held| *held), "{probes:?}");
    }
    assert_eq!(file.series[0].clients, [20, 40]);
    assert_eq!(file.series[1].clients, [40]);
}

/// What a stopped run has left of a server: a search in each round, no two alike.
fn leave(folder: &Path, technology: &str, rounds: u32) {
    let search = |round| {
        format!(
            r#"{{"technology": "{technology}", "rooms": 1, "interval_ms": 100, "iteration": {round}, "carried_users": {round}0,
                "carried_deliveries_per_s": 1, "client_saturated": false, "probes": 1, "search_s": 1}}"#
        )
    };
    let searches: Vec<String> = (1..=rounds).map(search).collect();
    let record = format!(
        r#"{{"run": {{"started_at": "2026-11-25T15:52:23Z", "command": "rtbench run", "client": {{"name": "rtbench", "version": "0"}},
            "machine": {{"cpu_model": "another", "cpu_count": 2, "memory_mib": 1, "kernel": "Linux"}},
            "servers": [{{"technology": "{technology}"}}]}}, "results": [{}]}}"#,
        searches.join(", ")
    );
    let place = folder.join("chat-capacity");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join(format!(".{technology}.json.partial")), record).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("chat-capacity")).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn publish_whole_rounds(folder: &Path, plan: &str) -> Output {
    let mut command = rtbench(&["run", plan, "--servers", "node-ws,bun", "--whole-rounds"]);
    command.arg("--out-dir").arg(folder).output().unwrap()
}

#[test]
fn the_rounds_that_all_servers_ended_are_published_without_measuring() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "node-ws", 4);
    leave(folder.path(), "bun", 3);
    assert_success(&publish_whole_rounds(folder.path(), SMOKE));
    assert_eq!(names(folder.path()), ["bun.json", "node-ws.json"]);
    for technology in ["bun", "node-ws"] {
        let path = folder
            .path()
            .join(format!("chat-capacity/{technology}.json"));
        let file = ChatCapacityFile::read(&path).unwrap();
        let carried: Vec<u32> = file.results.iter().map(|row| row.carried_users).collect();
        assert_eq!(carried, [10, 20, 30]);
        assert_eq!(file.run.machine.cpu_model, "another");
        assert_eq!(
            file.run.notes,
            ["Ended after 3 of 4 rounds; what was measured of the next is left out."]
        );
    }
}

#[test]
fn fewer_than_three_rounds_are_not_published() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "node-ws", 4);
    leave(folder.path(), "bun", 2);
    let before = names(folder.path());
    let output = publish_whole_rounds(folder.path(), SMOKE);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("2 rounds are whole, expected at least 3"),
        "{stderr}"
    );
    assert_eq!(names(folder.path()), before);
}

#[test]
fn a_comparison_whose_servers_take_no_rounds_has_none_to_publish() {
    let folder = tempfile::tempdir().unwrap();
    let output = publish_whole_rounds(folder.path(), "../plans/smoke.toml");
    let stderr = text(&output.stderr);
    assert!(stderr.contains("don't take turns in rounds"), "{stderr}");
}
