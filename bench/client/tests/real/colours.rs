//! The live view of a run is coloured on a terminal, unless `NO_COLOR` is set.

use std::path::Path;
use std::process::Command;

use super::support::{built_servers, rtbench};
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
