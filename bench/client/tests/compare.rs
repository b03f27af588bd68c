//! `rtbench compare` as a user types it. Of more than 400 lines, since each refusal and each kind of file has its fixture beside its test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Five iterations, whose figures spread by two percent: their numbers, and shares of a figure.
fn iterations() -> impl Iterator<Item = (u32, f64)> {
    (1..).zip([0.98, 1.01, 1.0, 1.02, 0.99])
}

fn run() -> Value {
    json!({
        "started_at": "2026-01-02T03:04:05.678Z",
        "command": "rtbench run bench/plans/chat.toml",
        "client": { "name": "rtbench", "version": "0.1.0" },
        "machine": { "cpu_model": "A CPU", "cpu_count": 2, "memory_mib": 4096, "kernel": "Linux 6.1" },
    })
}

/// Five iterations of each of two cells of chats.
fn result_file() -> Value {
    let rows = [10, 60].into_iter().flat_map(|users| {
        iterations().map(move |(iteration, share)| {
            json!({
                "technology": "node-ws", "rooms": 1, "users": users, "iteration": iteration,
                "messages_per_user": 500, "outcome": "complete",
                "latency_mean_ms": 0.4 * share, "latency_p99_ms": 2.5 * share,
                "cpu_percent": 20.0 * share, "memory_mib": 68.0 * share,
            })
        })
    });
    json!({ "run": run(), "results": rows.collect::<Vec<_>>() })
}

/// Two result files, the second changed.
struct Pair {
    _folder: TempDir,
    a: PathBuf,
    b: PathBuf,
}

impl Pair {
    fn new(change: impl Fn(&mut Value)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (a, b) = (folder.path().join("a.json"), folder.path().join("b.json"));
        let mut file = result_file();
        fs::write(&a, file.to_string()).expect("written");
        change(&mut file);
        fs::write(&b, file.to_string()).expect("written");
        Self {
            _folder: folder,
            a,
            b,
        }
    }

    fn with_half_as_much_cpu_again() -> Self {
        Self::new(|file| {
            for row in file["results"].as_array_mut().expect("rows") {
                let percent = row["cpu_percent"].as_f64().expect("a number");
                row["cpu_percent"] = (percent * 1.5).into();
            }
        })
    }
}

fn compare(a: &Path, b: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .arg("compare")
        .args([a, b])
        .args(arguments)
        .output()
        .expect("rtbench runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn a_run_does_not_differ_from_itself() {
    let Pair { a, b, .. } = &Pair::new(|_| {});
    let output = compare(a, b, &["--fail-if-slower", "0%", "--output", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let comparisons = report["comparisons"].as_array().expect("a list");
    assert_eq!(
        (comparisons.len(), &report["tests"]),
        (8, &8.into()),
        "four metrics a cell"
    );
    for comparison in comparisons {
        assert_eq!(comparison["verdict"], "no_difference_shown", "{comparison}");
        assert_eq!(comparison["difference_percent"], 0.0);
        assert_eq!(comparison["p_value_holm"], 1.0);
    }
}

#[test]
fn a_slower_run_fails_with_the_cells_and_metrics_that_are_slower() {
    let Pair { a, b, .. } = &Pair::with_half_as_much_cpu_again();
    let output = compare(a, b, &["--fail-if-slower", "10%"]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(
        message,
        "rtbench: B is slower by more than 10 % in 2 of 8 comparisons: \
         node-ws, 1 room × 10 users, cpu_percent +50.0 %; node-ws, 1 room × 60 users, cpu_percent +50.0 %\n"
    );
}

#[test]
fn a_slower_run_passes_within_the_limit_and_by_other_metrics() {
    let Pair { a, b, .. } = &Pair::with_half_as_much_cpu_again();
    for arguments in [
        ["--fail-if-slower", "60%"].as_slice(),
        &["--fail-if-slower", "10", "--metric", "memory_mib"],
        &[],
    ] {
        let output = compare(a, b, arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
    let faster = compare(b, a, &["--fail-if-slower", "10%"]);
    assert!(faster.status.success(), "{}", text(&faster.stderr));
}

#[test]
fn test_correction_and_intervals_are_named() {
    let Pair { a, b, .. } = &Pair::new(|_| {});
    for (arguments, name) in [
        (["--test", "welch"], "Welch's t test"),
        (["--test", "mann-whitney"], "Mann–Whitney U test"),
    ] {
        let output = text(&compare(a, b, &arguments).stdout);
        assert!(output.contains(&format!("{name}, two-sided")), "{output}");
        assert!(output.contains("Holm's correction"), "{output}");
        assert!(output.contains("Intervals are Welch's, 95 %"), "{output}");
    }
}

#[test]
fn cells_that_one_file_lacks_are_named() {
    let Pair { a, b, .. } = &Pair::new(|file| {
        let rows = file["results"].as_array_mut().expect("rows");
        rows.retain(|row| row["users"] != 60);
    });
    let output = text(&compare(a, b, &[]).stdout);
    assert!(
        output.ends_with("Only in A:\n  node-ws, 1 room × 60 users\n"),
        "{output}"
    );
}

#[test]
fn two_technologies_and_another_machine_are_compared_with_a_warning() {
    let Pair { a, b, .. } = &Pair::new(|file| {
        file["run"]["machine"]["cpu_count"] = 64.into();
        for row in file["results"].as_array_mut().expect("rows") {
            row["technology"] = "rust".into();
        }
    });
    let output = compare(a, b, &[]);
    assert!(output.status.success());
    assert_eq!(
        text(&output.stderr),
        "warning: two technologies are compared: node-ws (A) with rust (B)\n\
         warning: other conditions: machine.cpu_count: 2 in A, 64 in B\n"
    );
}

#[test]
fn what_cannot_be_compared_is_refused_with_what_was_expected() {
    let Pair { a, .. } = &Pair::new(|_| {});
    let readme = &Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    for (b, arguments, status, expected) in [
        (a, ["--alpha", "2"], 2, "between 0 and 1"),
        (a, ["--fail-if-slower", "much"], 2, "a percentage from 0 up"),
        (a, ["--metric", "latency"], 2, "latency_p99_ms"),
        (
            readme,
            ["--alpha", "0.05"],
            1,
            "README.md: expected value at line 1",
        ),
    ] {
        let output = compare(a, b, &arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert!(message.contains(expected), "{expected} in:\n{message}");
    }
}

/// A run of three technologies, a file each, in a folder; latencies by technology.
fn run_folder(root: &Path, name: &str, latencies_ms: [f64; 3]) -> PathBuf {
    let folder = root.join(name);
    fs::create_dir(&folder).expect("a folder");
    for (technology, latency_ms) in ["bun", "go-coder", "node-ws"].into_iter().zip(latencies_ms) {
        let mut file = result_file();
        for row in file["results"].as_array_mut().expect("rows") {
            let share = row["latency_p99_ms"].as_f64().expect("a number") / 2.5;
            row["technology"] = technology.into();
            row["latency_p99_ms"] = (latency_ms * share).into();
        }
        fs::write(folder.join(format!("{technology}.json")), file.to_string()).expect("written");
    }
    folder
}

#[test]
fn of_two_runs_of_a_plan_it_is_told_how_well_one_bears_out_the_other() {
    let root = tempfile::tempdir().expect("a folder");
    let a = run_folder(root.path(), "a", [1.0, 2.0, 3.0]);
    let b = run_folder(root.path(), "b", [1.01, 3.0, 2.0]);
    let output = compare(&a, &b, &["--metric", "latency_p99_ms", "--output", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let [agreement] = report["agreements"].as_array().expect("a list").as_slice() else {
        panic!("one metric: {report}")
    };
    let counted = ["cells", "overlapping", "ranked_loads"].map(|field| agreement[field].as_u64());
    assert_eq!(counted, [Some(6), Some(2), Some(2)]);
    assert!((agreement["rank_correlation"].as_f64().expect("a number") - 0.5).abs() < 1e-9);
    let words = text(&compare(&a, &b, &["--metric", "latency_p99_ms"]).stdout);
    assert!(
        words.contains("latency_p99_ms       6           2 (33 %)      2"),
        "{words}"
    );
}

#[test]
fn files_of_several_runs_in_a_folder_are_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let a = run_folder(root.path(), "a", [1.0, 2.0, 3.0]);
    let mut other = result_file();
    other["run"]["started_at"] = "2026-02-02T00:00:00.000Z".into();
    fs::write(a.join("vertx.json"), other.to_string()).expect("written");
    let output = compare(&a, &a, &[]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(
        message.contains("vertx.json: run.started_at: found 2026-02-02"),
        "{message}"
    );
    let empty = root.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    let message = text(&compare(&empty, &a, &[]).stderr);
    assert!(message.contains("found no .json file"), "{message}");
}

/// A relay behind two brokers.
fn relay_file(latency_behind_nats_ms: f64) -> Value {
    let brokers = [("rabbitmq", 12.0), ("nats", latency_behind_nats_ms)];
    let rows = brokers.into_iter().flat_map(|(broker, latency_ms)| {
        iterations().map(move |(iteration, share)| {
            json!({
                "technology": "go-relay", "broker": broker, "pages": 1, "pause_ms": 10,
                "iteration": iteration, "outcome": "complete", "latency_mean_ms": latency_ms * share,
                "expected_deliveries": 1000, "lost_deliveries": 5,
            })
        })
    });
    json!({ "run": run(), "results": rows.collect::<Vec<_>>() })
}

#[test]
fn cells_that_differ_in_a_word_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = [("a.json", 8.0), ("b.json", 16.0)].map(|(name, latency_ms)| {
        let path = folder.path().join(name);
        fs::write(&path, relay_file(latency_ms).to_string()).expect("written");
        path
    });
    let metrics = ["--metric", "latency_mean_ms", "--metric", "lost_percent"];
    let output = compare(
        &a,
        &b,
        &[metrics.as_slice(), &["--output", "json"]].concat(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let comparisons = report["comparisons"].as_array().expect("a list").iter();
    let found = comparisons.map(|one| ["broker", "metric", "verdict"].map(|field| &one[field]));
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            ["nats", "latency_mean_ms", "higher"],
            ["nats", "lost_percent", "no_difference_shown"],
            ["rabbitmq", "latency_mean_ms", "no_difference_shown"],
            ["rabbitmq", "lost_percent", "no_difference_shown"],
        ]
    );
    let words = text(&compare(&a, &b, &metrics).stdout);
    let cell = "\ngo-relay, NATS × 1 page × 10 ms between messages\n";
    assert!(words.contains(cell), "{words}");
}

/// A table of two technologies, with its run beside it; requests per second by technology.
fn write_table(folder: &Path, per_s: [f64; 2]) {
    let technologies = ["go-nethttp", "node-http"].into_iter().zip(per_s);
    let lines = technologies.flat_map(|(technology, per_s)| {
        iterations().map(move |(iteration, share)| {
            format!("{technology}\t16\t{}\t{iteration}\n", per_s * share)
        })
    });
    let header = "System\tConcurrency\tRequestsPerSec\titeration\n";
    let table = header.to_owned() + &lines.collect::<String>();
    fs::write(folder.join("lookup.tsv"), table).expect("written");
    let beside = json!({ "run": run() });
    fs::write(folder.join("lookup.run.json"), beside.to_string()).expect("written");
}

#[test]
fn tables_are_compared_technology_by_technology_and_fewer_requests_are_slower() {
    let b = tempfile::tempdir().expect("a folder");
    // Within the other, to which it does not belong.
    let a = b.path().join("first");
    fs::create_dir(&a).expect("a folder");
    write_table(&a, [9000.0, 4000.0]);
    write_table(b.path(), [4500.0, 4000.0]);
    for (a, b) in [
        (a.clone(), b.path().to_owned()),
        (a.join("lookup.tsv"), b.path().join("lookup.tsv")),
    ] {
        let output = compare(&a, &b, &["--fail-if-slower", "10%"]);
        assert_eq!(output.status.code(), Some(1));
        let words = text(&output.stdout);
        assert!(
            words.contains("requests_per_s       2           1 (50 %)      0"),
            "{words}"
        );
        assert_eq!(
            text(&output.stderr),
            "rtbench: B is slower by more than 10 % in 1 of 2 comparisons: \
             go-nethttp, 16 requests at once, requests_per_s -50.0 %\n"
        );
        let faster = compare(&b, &a, &["--fail-if-slower", "10%"]);
        assert!(faster.status.success(), "{}", text(&faster.stderr));
    }
}

#[test]
fn a_metric_that_the_comparison_lacks_is_refused_with_those_it_has() {
    let Pair { a, b, .. } = &Pair::new(|_| {});
    let output = compare(a, b, &["--metric", "requests_per_s"]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let expected = "chat has no requests_per_s (it has latency_min_ms, latency_mean_ms, ";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn runs_of_two_comparisons_are_refused() {
    let Pair { a, b, .. } = &Pair::new(|file| *file = relay_file(8.0));
    let output = compare(a, b, &[]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("A is of chat, B of relay"), "{message}");
}

#[test]
fn imported_files_are_left_out_which_is_said() {
    let root = tempfile::tempdir().expect("a folder");
    let a = run_folder(root.path(), "a", [1.0, 2.0, 3.0]);
    let b = run_folder(root.path(), "b", [1.0, 2.0, 3.0]);
    let imported = a.join("2017-study.json");
    let study = json!({
        "run": {
            "started_at": "2017-01-01T00:00:00Z",
            "command": "the page of a study",
            "client": { "name": "another", "version": "unknown" },
            "source": { "format": "a study's tables", "files": ["README.md"] },
        },
        "results": result_file()["results"],
    });
    fs::write(&imported, study.to_string()).expect("written");
    let words = text(&compare(&a, &b, &[]).stdout);
    let line = format!("\n   left out, as imported: {}\n", imported.display());
    assert_eq!(words.matches(&line).count(), 1, "{words}");
    let output = compare(&a, &b, &["--output", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["a"]["left_out"], json!([imported]));
    assert!(report["b"].get("left_out").is_none(), "{report}");
    let message = text(&compare(&imported, &b, &[]).stderr);
    assert!(message.contains("found imported figures only"), "{message}");
}

#[test]
fn rows_of_no_comparison_are_refused_with_their_fields() {
    let Pair { a, b, .. } = &Pair::new(|file| {
        file["results"] = json!([{ "technology": "node-ws", "cups": 3, "iteration": 1 }]);
    });
    let message = text(&compare(a, b, &[]).stderr);
    let expected = "b.json: results: found the fields cups, iteration, technology";
    assert!(message.contains(expected), "{message}");
}
