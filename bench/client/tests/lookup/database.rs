//! `rtbench database` as a user types it.

use super::support::with_flaw;
use crate::small_server::{assert_success, is_there, text};

#[test]
#[cfg_attr(
    without_lookup_tools,
    ignore = "PostgreSQL, oha or Python is not installed"
)]
fn a_database_goes_on_until_it_is_taken_down() {
    let repository = with_flaw("");
    let folder = repository.path("instance");
    let folder = folder.to_str().unwrap();
    let database = |command: &str| {
        let mut command = repository.rtbench(&["database", command, "--folder", folder]);
        command.output().unwrap()
    };

    let message = text(&database("fill").stderr);
    assert!(message.contains("rtbench database start"), "{message}");

    let started = database("start");
    assert_success(&started);
    let url = text(&started.stdout);
    assert!(
        url.starts_with("DATABASE_URL=postgres://bench@127.0.0.1:"),
        "{url}"
    );
    let again = database("start");
    assert_eq!(again.status.code(), Some(1));
    let message = text(&again.stderr);
    assert!(message.contains("is there already"), "{message}");

    assert_success(&database("fill"));
    // The same table, not twice as many users.
    assert_success(&database("fill"));

    let id_file = repository.path("instance/data/postmaster.pid");
    let id_file = std::fs::read_to_string(id_file).unwrap();
    let pid: i32 = id_file.lines().next().unwrap().parse().unwrap();
    assert!(is_there(pid));
    assert_success(&database("stop"));
    assert!(!is_there(pid));
    assert!(!repository.path("instance").exists());
}
