//! The live view of a run, on a terminal.

use std::path::Path;
use std::process::Command;

use super::support::{built_servers, rtbench, run_plan, slow_plan};
use super::terminal::{is_coloured, seen_on_terminal};

fn one_cell(out_dir: &Path) -> Command {
    built_servers();
    let mut command = rtbench(&["run", "../plans/smoke.toml", "--no-build"]);
    command
        .args(["--servers", "node-ws", "--only", "rooms=1", "--out-dir"])
        .arg(out_dir)
        .env_remove("NO_COLOR");
    command
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn the_live_view_is_coloured_unless_no_color_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let seen = seen_on_terminal(one_cell(&folder.path().join("coloured")));
    assert!(seen.contains("iterations") && is_coloured(&seen), "{seen}");

    let mut without = one_cell(&folder.path().join("plain"));
    without.env("NO_COLOR", "1");
    let seen = seen_on_terminal(without);
    assert!(seen.contains("iterations") && !is_coloured(&seen), "{seen}");
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn while_a_plan_runs_the_view_shows_what_runs_its_figures_and_the_time_left() {
    let folder = tempfile::tempdir().unwrap();
    let plan = slow_plan(folder.path());
    // Without a warm-up a server can be ready between two looks of the view.
    let text = std::fs::read_to_string(&plan).unwrap();
    let warm = text.replace(
        "warmup_messages_per_user = 0",
        "warmup_messages_per_user = 50",
    );
    assert_ne!(warm, text);
    std::fs::write(&plan, warm).unwrap();
    let seen = seen_on_terminal(run_plan(&plan, folder.path(), &[]));
    for part in [
        "node-ws, 1 room × 2 users, starting and warming up",
        "node-ws, 1 room × 2 users, iteration 1 of 2 (",
        "node-ws, 1 room × 2 users, iteration 2 of 2 (",
        "0/2 iterations, time left not known yet",
        "1/2 iterations, ",
        " s left",
        "last: node-ws, 1 room × 2 users, 1/2",
    ] {
        assert!(seen.contains(part), "{part} in:\n{seen}");
    }
    let words = [
        "deliveries/s · p50 ",
        ", p99 ",
        " ms · server CPU ",
        " %, memory ",
        " MiB",
    ];
    let shows_all = |line: &str| words.iter().all(|word| line.contains(word));
    let mut lines = seen.split(['\r', '\n']);
    // A dash is a figure that is not known yet.
    assert!(
        lines.any(|line| shows_all(line) && !line.contains('–')),
        "all figures in a line of:\n{seen}"
    );
    assert!(!seen.contains('…'), "nothing is cut off:\n{seen}");
}
