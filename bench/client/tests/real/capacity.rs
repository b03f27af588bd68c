//! A run of capacities: searches that agree, of which the plan's last one is left out.

use std::path::Path;

use rtbench::workloads::chat_capacity::ChatCapacityFile;
use rtbench::workloads::shootout_capacity::ShootoutCapacityFile;

use super::support::{assert_success, rtbench, run_plan};

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_is_searched_until_its_searches_agree() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Path::new("../plans/chat-capacity-smoke.toml");
    assert_success(&run_plan(plan, folder.path(), &[]).output().unwrap());

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
