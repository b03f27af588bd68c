//! Results of all technologies in one TSV, `COMPARISON/NAME.tsv`, with what holds for all of them beside it in `NAME.run.json`. A
//! workload's rows may belong to several comparisons, which have a table each.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{File, Place};
use super::{OfIteration, Workload};
use crate::error::Error;
use crate::result::{Run, Server, read_tsv, write_aside, write_tsv};

/// How rows stand in tables.
#[derive(Debug, Clone, Copy)]
pub struct Table<R> {
    /// Of the schema, with every field that a row of that comparison has.
    pub definition_of: fn(&str) -> &'static str,
    /// Which of the workload's comparisons a row belongs to.
    pub comparison_of: fn(&R) -> &'static str,
}

/// What stands beside a TSV.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunFile {
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    schema: Option<String>,
    run: Run,
}

/// What has been published of all comparisons, and where; the run is that beside the first.
pub(super) fn read<W: Workload>(
    table: &Table<W::Row>,
    place: &Place,
) -> Result<Option<(PathBuf, File<W>)>, Error> {
    let first = of_comparison(place, W::COMPARISONS[0]).path("tsv");
    if !first.exists() {
        return Ok(None);
    }
    let beside: RunFile = read_json(&first.with_extension("run.json"))?;
    let mut file = File::<W>::new(beside.run);
    for comparison in W::COMPARISONS {
        let path = of_comparison(place, comparison).path("tsv");
        if path.exists() {
            let text = fs::read_to_string(&path).map_err(Error::io("read", &path))?;
            let definition = (table.definition_of)(comparison);
            let rows: Vec<W::Row> =
                read_tsv(&text, definition).map_err(|fault| Error::invalid(&path, fault))?;
            file.results.extend(rows);
        }
    }
    Ok(Some((first, file)))
}

/// Writes the rows of the technologies that are `whole`, where there is anything new, and returns where they are.
pub(super) fn publish<W: Workload>(
    table: &Table<W::Row>,
    place: &Place,
    file: &File<W>,
    whole: &[&str],
    is_new: bool,
) -> Result<Vec<PathBuf>, Error> {
    let mut published = Vec::new();
    for comparison in W::COMPARISONS {
        let belongs = |row: &&W::Row| {
            (table.comparison_of)(row) == *comparison && whole.contains(&row.technology())
        };
        let rows: Vec<W::Row> = file.results.iter().filter(belongs).cloned().collect();
        if rows.is_empty() {
            continue;
        }
        let path = of_comparison(place, comparison).path("tsv");
        if is_new {
            write::<W>((table.definition_of)(comparison), &path, file, &rows)?;
        }
        published.push(path);
    }
    Ok(published)
}

fn write<W: Workload>(
    definition: &str,
    path: &Path,
    file: &File<W>,
    rows: &[W::Row],
) -> Result<(), Error> {
    let tsv = write_tsv(rows, definition).map_err(|fault| Error::invalid(path, fault))?;
    let schema = file.schema.as_ref();
    let mut beside = RunFile {
        schema: schema.map(|schema| format!("{schema}#/definitions/run_file")),
        run: file.run.clone(),
    };
    let is_there = |server: &Server| rows.iter().any(|row| row.technology() == server.technology);
    beside.run.servers.retain(is_there);
    let json = serde_json::to_string_pretty(&beside).expect("plain data");
    let run_path = path.with_extension("run.json");
    write_aside(&run_path, format!("{json}\n").as_bytes())?;
    write_aside(path, tsv.as_bytes())
}

fn of_comparison(place: &Place, comparison: &str) -> Place {
    Place {
        comparison: comparison.to_owned(),
        ..place.clone()
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = fs::read_to_string(path).map_err(Error::io("read", path))?;
    serde_json::from_str(&text).map_err(|error| Error::invalid(path, error))
}

#[cfg(test)]
mod tests {
    use super::super::Measured;
    use super::super::record::Record;
    use super::*;
    use crate::result::sample_run;
    use crate::workloads::Lookup;
    use crate::workloads::lookup::{Level, Row as LookupRow};

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

    fn open(out_dir: &Path, technologies: &[&str]) -> Result<Record<Lookup>, Error> {
        let place = Place {
            out_dir: out_dir.to_owned(),
            comparison: "lookup".into(),
            name: "lookup".into(),
            schema: None,
        };
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
}
