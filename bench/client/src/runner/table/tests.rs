use std::fs;

use super::super::Measured;
use super::super::record::Record;
use super::*;
use crate::broker::Broker;
use crate::result::sample_run;
use crate::workloads::lookup::{Level, Row as LookupRow};
use crate::workloads::{Bookstore, Lookup, Relay, bookstore, relay};

const LEVEL: Level = Level::Concurrency(1);

fn run(technologies: &[&str]) -> Run {
    let mut run = sample_run();
    let server = run.servers[0].clone();
    let named = |technology: &&str| Server {
        technology: (*technology).to_owned(),
        ..server.clone()
    };
    run.servers = technologies.iter().map(named).collect();
    run
}

fn place(out_dir: &Path, comparison: &str, name: &str) -> Place {
    Place {
        out_dir: out_dir.to_owned(),
        comparison: comparison.into(),
        name: name.into(),
        schema: None,
    }
}

fn open(out_dir: &Path, technologies: &[&str]) -> Result<Record<Lookup>, Error> {
    let place = place(out_dir, "lookup", "lookup");
    Record::open(place, run(technologies), false)
}

fn row(technology: &str, concurrency: u32, per_s: f64) -> LookupRow {
    LookupRow {
        technology: technology.into(),
        concurrency,
        iteration: 1,
        requests_per_s: Some(per_s),
        failed_requests: Some(0),
        ..LookupRow::default()
    }
}

fn add(record: &mut Record<Lookup>, row: LookupRow) {
    let measured = Measured {
        row,
        series: None,
        processes: Vec::new(),
        notes: Vec::new(),
    };
    record
        .add([measured], "2026-01-02T03:14:05.678Z".into())
        .unwrap();
}

fn text(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

#[test]
fn a_record_that_is_not_whole_is_kept_aside_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), &["a"]).unwrap();
    add(&mut record, row("a", 1, 100.0));
    assert_eq!(record.publish(&[]).unwrap(), Vec::<PathBuf>::new());
    let again = open(folder.path(), &["a"]).unwrap();
    assert!(again.holds("a", LEVEL, 1));
    assert!(!again.holds("a", LEVEL, 2));
    assert!(!again.holds("b", LEVEL, 1));
}

#[test]
fn a_whole_record_is_a_table_with_its_run_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), &["b", "a"]).unwrap();
    for new in [row("a", 2, 50.0), row("a", 1, 100.0), row("b", 1, 70.0)] {
        add(&mut record, new);
    }
    record.publish(&["a", "b"]).unwrap();
    let table = text(folder.path(), "lookup/lookup.tsv");
    let systems: Vec<&str> = table.lines().map(|line| &line[..3]).collect();
    assert_eq!(systems, ["Sys", "b\t1", "a\t1", "a\t2"]);
    let beside = text(folder.path(), "lookup/lookup.run.json");
    assert!(beside.starts_with("{\n  \"run\": {"), "{beside}");
    let left = fs::read_dir(folder.path().join("lookup")).unwrap();
    assert_eq!(left.count(), 2);
    let again = open(folder.path(), &["b", "a"]).unwrap();
    assert!(again.holds("b", LEVEL, 1));
}

#[test]
fn a_server_can_be_added_to_a_whole_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), &["a"]).unwrap();
    add(&mut record, row("a", 1, 100.0));
    record.publish(&["a"]).unwrap();
    let mut more = open(folder.path(), &["b"]).unwrap();
    add(&mut more, row("b", 1, 70.0));
    more.publish(&["a", "b"]).unwrap();
    let table = text(folder.path(), "lookup/lookup.tsv");
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn a_technology_that_is_not_whole_waits_aside() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), &["a", "b"]).unwrap();
    add(&mut record, row("a", 1, 100.0));
    add(&mut record, row("b", 1, 70.0));
    record.publish(&["a"]).unwrap();
    let table = text(folder.path(), "lookup/lookup.tsv");
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(open(folder.path(), &["b"]).unwrap().holds("b", LEVEL, 1));
}

#[test]
fn rates_are_a_comparison_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = open(folder.path(), &["a"]).unwrap();
    add(&mut record, row("a", 1, 100.0));
    let rate = LookupRow {
        rate_percent: Some(50),
        target_requests_per_s: Some(50.0),
        ..row("a", 64, 49.9)
    };
    add(&mut record, rate);
    assert_eq!(record.publish(&["a"]).unwrap().len(), 2);
    assert!(!text(folder.path(), "lookup/lookup.tsv").contains("rate_percent"));
    assert!(text(folder.path(), "lookup-rate/lookup.tsv").contains("rate_percent"));
    let again = open(folder.path(), &["a"]).unwrap();
    assert!(again.holds("a", Level::RatePercent(50), 1));
}

#[test]
fn where_no_row_tells_its_comparison_all_are_of_the_plans() {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        let place = place(folder.path(), "relay-trials", "trials");
        Record::<Relay>::open(place, run(&["a"]), false).unwrap()
    };
    let cell = relay::Cell {
        broker: Broker::Rabbitmq,
        pages: 1,
        pause_ms: 10,
    };
    let mut record = open();
    let measured = Measured {
        row: relay::Row::new("a", cell, 1, relay::Outcome::Complete),
        series: Some(relay::Series::new("a", cell, 1, &[], &[])),
        processes: Vec::new(),
        notes: Vec::new(),
    };
    let at = "2026-01-02T03:14:05.678Z".into();
    record.add([measured], at).unwrap();
    let published = record.publish(&["a"]).unwrap();
    let expected = folder.path().join("relay-trials/trials.json");
    assert_eq!(published, [expected]);
    assert!(open().holds("a", cell, 1));
}

#[test]
fn where_iterations_have_a_course_the_tables_are_json_and_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        let place = place(folder.path(), "bookstore", "books");
        Record::<Bookstore>::open(place, run(&["a"]), false).unwrap()
    };
    let mut record = open();
    let levels = [bookstore::Level::Users(10), bookstore::Level::Books(1)];
    for level in levels {
        let outcome = bookstore::Outcome::Complete;
        let measured = Measured {
            row: bookstore::Row::new("a", level, None, 1, outcome),
            series: Some(bookstore::Series::new("a", level, 1, &[], &[])),
            processes: Vec::new(),
            notes: Vec::new(),
        };
        let at = "2026-01-02T03:14:05.678Z".into();
        record.add([measured], at).unwrap();
    }
    assert_eq!(record.publish(&["a"]).unwrap().len(), 2);
    let of_users = text(folder.path(), "bookstore/books.json");
    assert_eq!(of_users.matches("\"users\":10").count(), 2, "{of_users}");
    assert!(!of_users.contains("\"books\":1"), "{of_users}");
    let of_mix = text(folder.path(), "bookstore-mix/books.json");
    assert_eq!(of_mix.matches("\"books\":1").count(), 2, "{of_mix}");
    let again = open();
    assert!(levels.iter().all(|level| again.holds("a", *level, 1)));
}
