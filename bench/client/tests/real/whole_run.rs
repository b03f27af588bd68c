//! A plan from the command line to the result files.

use std::path::Path;
use std::process::Command;

use rtbench::result::columns;
use rtbench::rooms::Outcome;
use rtbench::workloads::chat::{ChatFile, Row};
use serde_json::Value;

use super::support::{assert_success, rtbench, smoke, text};

/// 1 room × 3 users and 2 rooms × 2 users, 20 messages each, 2 iterations.
const ROWS_PER_TECHNOLOGY: usize = 4;

fn faults_against_schema(path: &Path) -> Vec<String> {
    let schema = include_str!("../../../../schema/result.json");
    let validator = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    validator
        .iter_errors(&file)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn assert_whole(row: &Row) {
    let (rooms, users) = (u64::from(row.rooms), u64::from(row.users));
    let expected = rooms * users * users * 20;
    assert_eq!(row.outcome, Some(Outcome::Complete), "{row:?}");
    assert_eq!(row.sent_messages, Some(rooms * users * 20));
    assert_eq!(row.expected_deliveries, Some(expected));
    assert_eq!(row.received_deliveries, Some(expected));
    assert_eq!(row.lost_deliveries, Some(0));
    assert_eq!(row.duplicated_deliveries, Some(0));
    assert!(row.latency_mean_ms.is_some() && row.latency_p999_ms.is_some());
    assert!(row.cpu_percent.is_some(), "{row:?}");
    assert!(row.memory_mib > Some(5.0), "{row:?}");
    assert!(row.client_saturated.is_some());
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn the_smoke_plan_gives_a_whole_result_file_for_each_technology() {
    let folder = tempfile::tempdir().unwrap();
    let output = smoke(folder.path(), &[]).output().unwrap();
    assert_success(&output);
    let mut written = text(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    written.sort();
    assert_eq!(written.len(), 2);
    for path in written {
        let path = Path::new(&path);
        assert_eq!(faults_against_schema(path), Vec::<String>::new());
        let file = ChatFile::read(path).unwrap();
        assert_eq!(file.results.len(), ROWS_PER_TECHNOLOGY);
        file.results.iter().for_each(assert_whole);
        for (row, series) in file.results.iter().zip(&file.series) {
            let of_row = (row.rooms, row.users, row.iteration);
            assert_eq!((series.rooms, series.users, series.iteration), of_row);
            let sum = series.deliveries.iter().sum();
            assert_eq!(row.received_deliveries, Some(sum));
        }
        assert_eq!(file.series.len(), ROWS_PER_TECHNOLOGY);
        let floor = file.run.noise_floor.as_ref().expect("a noise floor");
        assert!(floor.latency_p50_ms > 0.0 && floor.latency_p99_ms >= floor.latency_p50_ms);
        assert_eq!(file.run.command, "rtbench run bench/plans/smoke.toml");
        assert_eq!(file.run.servers.len(), 1);
        assert!(file.run.servers[0].versions.contains_key("ws"));
        let content = std::fs::read_to_string(path).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .unwrap();
        assert!(
            !content.contains(root.to_str().unwrap()),
            "a path of the machine"
        );
        assert!(
            !content.contains(folder.path().to_str().unwrap()),
            "a path of the machine"
        );
    }
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_second_run_measures_nothing_again_and_a_fresh_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--servers", "node-ws", "--only", "rooms=1,users=3"];
    assert_success(&smoke(folder.path(), &arguments).output().unwrap());
    let path = folder.path().join("chat/node-ws.json");
    let first = std::fs::read(&path).unwrap();

    assert_success(&smoke(folder.path(), &arguments).output().unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), first);

    let fresh = [&arguments[..], &["--fresh"]].concat();
    assert_success(&smoke(folder.path(), &fresh).output().unwrap());
    assert_ne!(std::fs::read(&path).unwrap(), first);

    // The missing cell is added to those that are there.
    let whole = ["--servers", "node-ws"];
    assert_success(&smoke(folder.path(), &whole).output().unwrap());
    assert_eq!(
        ChatFile::read(&path).unwrap().results.len(),
        ROWS_PER_TECHNOLOGY
    );
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn exported_rows_are_those_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--servers", "node-ws", "--only", "rooms=1"];
    assert_success(&smoke(folder.path(), &arguments).output().unwrap());
    let json = folder.path().join("chat/node-ws.json");
    let json = json.to_str().unwrap();
    let output = rtbench(&["export", json, "--tsv"]).output().unwrap();
    assert_success(&output);
    let tsv = text(&output.stdout);
    let lines: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    let fields = columns("chat_row").into_iter();
    assert_eq!(lines[0], fields.map(|(field, _)| field).collect::<Vec<_>>());
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1][..5], ["node-ws", "1", "3", "1", "20"]);

    let aside = folder.path().join("rows.tsv");
    let mut to_file = rtbench(&["export", json, "--tsv", "-o"]);
    assert_success(&to_file.arg(&aside).output().unwrap());
    assert_eq!(std::fs::read_to_string(aside).unwrap(), tsv);
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_that_fails_does_not_keep_the_others_from_being_measured() {
    super::support::built_servers();
    let root = tempfile::tempdir().unwrap();
    let servers = root.path().join("bench/servers");
    std::fs::create_dir_all(servers.join("broken")).unwrap();
    let manifest = "technology = \"broken\"\nname = \"Broken\"\nlanguage = \"sh\"\nprotocols = [\"chat\"]\n\
                    run = [\"sh\", \"-c\", \"echo no luck; exit 3\"]\n[ready]\n";
    std::fs::write(servers.join("broken/server.toml"), manifest).unwrap();
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../servers/node-ws");
    std::os::unix::fs::symlink(real.canonicalize().unwrap(), servers.join("node-ws")).unwrap();
    let plan =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../plans/smoke.toml"));
    let plan = plan.unwrap().replace("node-cluster", "broken");
    std::fs::write(root.path().join("plan.toml"), plan).unwrap();

    let output = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .current_dir(root.path())
        .args(["run", "plan.toml", "--no-build"])
        .output()
        .unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("server `broken` ended while it was starting (exit status: 3); its last lines:\n  | no luck"), "{stderr}");
    assert!(
        stderr.ends_with("rtbench: not finished: broken\n"),
        "{stderr}"
    );
    let file = ChatFile::read(&root.path().join("data/chat/node-ws.json")).unwrap();
    assert_eq!(file.results.len(), ROWS_PER_TECHNOLOGY);
    assert!(!root.path().join("data/chat/broken.json").exists());
}
