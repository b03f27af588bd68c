//! A run that is stopped, gone on with, replaced, refused.

use std::path::Path;

use super::*;
use crate::result::sample_run;
use crate::rooms::Outcome;
use crate::workloads::Chat;
use crate::workloads::chat::{Cell, ChatFile, Row, Series};

const CELL: Cell = Cell {
    rooms: 1,
    users: 10,
};

fn open_as(folder: &Path, run: Run, fresh: bool) -> Result<Record<Chat>, Error> {
    let place = Place {
        out_dir: folder.to_owned(),
        comparison: "chat".into(),
        name: "node-ws".into(),
        schema: None,
    };
    Record::open(place, run, fresh)
}

fn open(folder: &Path, fresh: bool) -> Result<Record<Chat>, Error> {
    let run = Run {
        noise_floor: None,
        notes: vec!["Warning: busy.".into()],
        ..sample_run()
    };
    open_as(folder, run, fresh)
}

fn holds(record: &Record<Chat>, iterations: u32) -> bool {
    (1..=iterations).all(|iteration| record.holds("node-ws", CELL, iteration))
}

fn published(record: &Record<Chat>) -> ChatFile {
    let paths = record.publish(&["node-ws"]).unwrap();
    ChatFile::read(&paths[0]).unwrap()
}

fn measured(users: u32) -> Vec<Measured<Chat>> {
    let of_row = |row: Row| Measured {
        series: Some(Series {
            technology: row.technology.clone(),
            rooms: row.rooms,
            users,
            iteration: row.iteration,
            deliveries: vec![1, 2],
            ..Series::default()
        }),
        row,
        processes: Vec::new(),
        notes: Vec::new(),
    };
    rows(users).into_iter().map(of_row).collect()
}

fn rows(users: u32) -> Vec<Row> {
    let row = |iteration| Row {
        technology: "node-ws".into(),
        rooms: 1,
        users,
        iteration,
        messages_per_user: 500,
        outcome: Some(Outcome::Complete),
        ..Row::default()
    };
    vec![row(1), row(2)]
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("chat")).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn now() -> String {
    "2026-01-02T03:14:05.678Z".to_owned()
}

#[test]
fn a_stopped_run_goes_on_with_the_cells_that_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    assert!(!holds(&record, 2));
    record.add(measured(10), now()).unwrap();
    drop(record);
    assert_eq!(names(folder.path()), [".node-ws.json.partial"]);

    let mut resumed = open(folder.path(), false).unwrap();
    assert!(holds(&resumed, 2));
    assert!(!holds(&resumed, 3));
    resumed.add(measured(20), now()).unwrap();
    let file = published(&resumed);
    assert_eq!(names(folder.path()), ["node-ws.json"]);
    assert_eq!(file.results.len(), 4);
    let users: Vec<u32> = file.series.iter().map(|series| series.users).collect();
    assert_eq!(users, [10, 10, 20, 20]);
    let [warning, resumed] = &file.run.notes[..] else {
        panic!("each note once: {:?}", file.run.notes);
    };
    assert_eq!(warning, "Warning: busy.");
    assert!(resumed.starts_with("Resumed at "));
}

#[test]
fn a_run_that_goes_on_by_another_command_says_by_which() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.add(measured(10), now()).unwrap();
    let by_another = Run {
        started_at: now(),
        command: "rtbench run plan.toml --only users=20".into(),
        ..sample_run()
    };
    let mut resumed = open_as(folder.path(), by_another, false).unwrap();
    resumed.add(measured(20), now()).unwrap();
    let run = published(&resumed).run;
    assert_eq!(run.command, sample_run().command);
    let resumption = format!(
        "Resumed at {} by `rtbench run plan.toml --only users=20`.",
        now()
    );
    assert!(run.notes.contains(&resumption), "{:?}", run.notes);
}

#[test]
fn a_resumed_run_keeps_the_noise_floor_of_its_first_part() {
    let folder = tempfile::tempdir().unwrap();
    let first = sample_run().noise_floor.unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.set_noise_floor(&first);
    record.add(measured(10), now()).unwrap();
    let mut resumed = open(folder.path(), false).unwrap();
    assert!(resumed.has_noise_floor());
    resumed.set_noise_floor(&NoiseFloor {
        latency_p50_ms: 9.0,
        ..first.clone()
    });
    resumed.add(measured(20), now()).unwrap();
    assert_eq!(published(&resumed).run.noise_floor, Some(first));
}

#[test]
fn a_resumed_run_keeps_its_order_unless_another_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.set_order_seed(7);
    record.add(measured(10), now()).unwrap();
    let mut resumed = open(folder.path(), false).unwrap();
    assert_eq!(resumed.order_seed(), Some(7));
    resumed.set_order_seed(7);
    resumed.add(measured(20), now()).unwrap();
    let notes = published(&resumed).run.notes.join(" ");
    assert!(!notes.contains("seed"), "{notes}");

    let mut chosen = sample_run();
    chosen.set_order_seed(8);
    let error = open_as(folder.path(), chosen, false).err().unwrap();
    let message = error.to_string();
    let difference = "run.parameters.order_seed: 7 there, 8 now";
    assert!(message.contains(difference), "{message}");
    assert_eq!(open(folder.path(), true).unwrap().order_seed(), None);
}

#[test]
fn a_run_that_goes_on_in_the_order_of_another_server_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.set_order_seed(7);
    record.add(measured(10), now()).unwrap();
    let mut resumed = open(folder.path(), false).unwrap();
    resumed.set_order_seed(9);
    assert_eq!(resumed.order_seed(), Some(7));
    resumed.add(measured(20), now()).unwrap();
    let note = "Resumed with the servers in the order of seed 9.".to_owned();
    assert!(published(&resumed).run.notes.contains(&note));
}

#[test]
fn a_whole_record_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.add(measured(10), now()).unwrap();
    let paths = record.publish(&["node-ws"]).unwrap();
    let before = fs::read(&paths[0]).unwrap();
    let again = open(folder.path(), false).unwrap();
    assert!(holds(&again, 2));
    assert_eq!(again.publish(&["node-ws"]).unwrap(), paths);
    assert_eq!(fs::read(&paths[0]).unwrap(), before);
}

#[test]
fn results_under_other_conditions_are_not_mixed_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.add(measured(10), now()).unwrap();
    let mut other = sample_run();
    other.machine.cpu_count = 64;
    let error = open_as(folder.path(), other, false).err().unwrap();
    let message = error.to_string();
    assert!(
        message.contains("run.machine.cpu_count: 2 there, 64 now"),
        "{message}"
    );
    assert!(message.contains("--fresh"), "{message}");
}

#[test]
fn a_fresh_run_replaces_the_file_only_once_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.add(measured(10), now()).unwrap();
    let old = published(&record);
    assert_eq!(old.results, rows(10));
    let mut fresh = open(folder.path(), true).unwrap();
    assert!(!holds(&fresh, 2));
    fresh.add(measured(20), now()).unwrap();
    let path = folder.path().join("chat/node-ws.json");
    assert_eq!(ChatFile::read(&path).unwrap(), old);
    assert_eq!(published(&fresh).results, rows(20));
}

#[test]
fn what_another_version_kept_aside_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), false).unwrap();
    record.add(measured(10), now()).unwrap();
    let partial = folder.path().join("chat/.node-ws.json.partial");
    let text = fs::read_to_string(&partial).unwrap();
    let older = text.replace("\"results\"", "\"rows\"");
    fs::write(&partial, older).unwrap();
    let message = open(folder.path(), false).err().unwrap().to_string();
    assert!(
        message.contains("unknown field `rows`") && message.contains("--fresh"),
        "{message}"
    );
    assert!(open(folder.path(), true).is_ok());
}
