//! The record of a run: all its technologies in one TSV, `lookup/NAME.tsv`, with what holds for all of them beside it in
//! `NAME.run.json`; fixed rates, which are a comparison of their own, the same way in `lookup-rate`. While iterations are missing
//! all is kept aside as `lookup/.NAME.json.partial`, so that a run that was stopped goes on where it was.
//! (Over 400 lines with the tests, which read the files as they are on the disk.)

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Level;
use crate::error::Error;
use crate::result::{LookupRow, Run, Server, read_tsv, write_aside, write_tsv};

/// Folders of the two comparisons.
const CLOSED: &str = "lookup";
const RATE: &str = "lookup-rate";

#[derive(Debug)]
pub struct LookupRecord {
    out_dir: PathBuf,
    name: String,
    schema: Option<String>,
    kept: Kept,
}

/// As it is kept aside.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    run: Run,
    results: Vec<LookupRow>,
}

/// What stands beside a TSV.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunFile {
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    schema: Option<String>,
    run: Run,
}

impl LookupRecord {
    /// Opens the record of that name below `out_dir`, with what an earlier run under the same conditions has measured, also of
    /// other servers; `fresh` starts anew. `schema` is where the schema is, seen from the TSV's folder.
    ///
    /// # Errors
    /// What is there was measured under other conditions, or is no such record.
    pub fn open(
        out_dir: &Path,
        name: &str,
        schema: Option<String>,
        run: Run,
        fresh: bool,
    ) -> Result<Self, Error> {
        let mut record = Self {
            out_dir: out_dir.to_owned(),
            name: name.to_owned(),
            schema: schema.map(|schema| format!("{schema}#/definitions/run_file")),
            kept: Kept {
                run,
                results: Vec::new(),
            },
        };
        if !fresh && let Some((path, earlier)) = record.earlier()? {
            let theirs = with_servers_of(&earlier.run, &record.kept.run.servers);
            if let Some(difference) = record.kept.run.difference(&theirs) {
                return Err(Error::OtherRun { path, difference });
            }
            record.go_on(earlier);
        }
        Ok(record)
    }

    /// What is there already, and where.
    fn earlier(&self) -> Result<Option<(PathBuf, Kept)>, Error> {
        let partial = self.partial();
        if partial.exists() {
            let kept = read_json(&partial)?;
            return Ok(Some((partial, kept)));
        }
        if !self.path(CLOSED).exists() {
            return Ok(None);
        }
        let beside: RunFile = read_json(&self.run_path(CLOSED))?;
        let mut results = Vec::new();
        for comparison in [CLOSED, RATE] {
            let path = self.path(comparison);
            if path.exists() {
                let text = fs::read_to_string(&path).map_err(Error::io("read", &path))?;
                let rows: Vec<LookupRow> = read_tsv(&text, &LookupRow::COLUMNS)
                    .map_err(|fault| Error::invalid(&path, fault))?;
                results.extend(rows);
            }
        }
        let run = beside.run;
        Ok(Some((self.path(CLOSED), Kept { run, results })))
    }

    /// Adds itself to an earlier part of the run.
    fn go_on(&mut self, earlier: Kept) {
        let ours = std::mem::replace(&mut self.kept, earlier);
        let is_new = |server: &Server| {
            let known = &self.kept.run.servers;
            !known.iter().any(|one| one.technology == server.technology)
        };
        let new: Vec<Server> = ours.run.servers.into_iter().filter(is_new).collect();
        self.kept.run.servers.extend(new);
        self.note(&format!("Resumed at {}.", ours.run.started_at));
        for note in &ours.run.notes {
            self.note(note);
        }
    }

    /// Adds a note that is not there yet.
    pub fn note(&mut self, note: &str) {
        let notes = &mut self.kept.run.notes;
        if !notes.iter().any(|other| other == note) {
            notes.push(note.to_owned());
        }
    }

    /// Ids of all that the record is of, also of an earlier part of the run.
    #[must_use]
    pub fn technologies(&self) -> Vec<&str> {
        let servers = self.kept.run.servers.iter();
        servers.map(|server| server.technology.as_str()).collect()
    }

    #[must_use]
    pub fn holds(&self, technology: &str, level: Level, iteration: u32) -> bool {
        self.of(technology)
            .any(|row| level_of(row) == level && row.iteration == iteration)
    }

    /// The highest mean rate that a technology showed in a closed loop with all requests answered.
    #[must_use]
    pub fn peak(&self, technology: &str) -> Option<f64> {
        let rate_at = |concurrency: u32| {
            let level = Level::Concurrency(concurrency);
            let rates: Vec<f64> = self
                .of(technology)
                .filter(|row| level_of(row) == level && row.failed_requests == Some(0))
                .filter_map(|row| row.requests_per_s)
                .collect();
            (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
        };
        let concurrencies = self.of(technology).map(|row| row.concurrency);
        concurrencies.filter_map(rate_at).reduce(f64::max)
    }

    fn of<'a>(&'a self, technology: &'a str) -> impl Iterator<Item = &'a LookupRow> {
        let rows = self.kept.results.iter();
        rows.filter(move |row| row.technology == technology)
    }

    /// Adds an iteration, and keeps it on disk.
    ///
    /// # Errors
    /// The partial file cannot be written.
    pub fn add(&mut self, row: LookupRow, ended_at: String) -> Result<(), Error> {
        self.kept.results.push(row);
        self.kept.run.ended_at = Some(ended_at);
        let json = serde_json::to_string_pretty(&self.kept).expect("plain data");
        write_aside(&self.partial(), format!("{json}\n").as_bytes())
    }

    /// Puts the rows of the technologies that are `whole` in their places, and returns where those are. What was kept aside
    /// goes if all are; where nothing was, all is in its place already.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn publish(&self, whole: &[&str]) -> Result<Vec<PathBuf>, Error> {
        let partial = self.partial();
        let mut published = Vec::new();
        for comparison in [CLOSED, RATE] {
            let rows = self.rows(comparison, whole);
            if rows.is_empty() {
                continue;
            }
            if partial.exists() {
                self.write(comparison, &rows)?;
            }
            published.push(self.path(comparison));
        }
        let all = self.technologies();
        if partial.exists() && all.iter().all(|technology| whole.contains(technology)) {
            fs::remove_file(&partial).map_err(Error::io("removed", &partial))?;
        }
        Ok(published)
    }

    /// A comparison's rows in their order: technology by technology, as the run has them, then by level and iteration.
    fn rows(&self, comparison: &str, whole: &[&str]) -> Vec<LookupRow> {
        let servers = &self.kept.run.servers;
        let rank = |row: &LookupRow| {
            let technology = &row.technology;
            servers.iter().position(|one| one.technology == *technology)
        };
        let belongs = |row: &&LookupRow| {
            let is_rate = row.rate_percent.is_some();
            is_rate == (comparison == RATE) && whole.contains(&row.technology.as_str())
        };
        let rows = self.kept.results.iter().filter(belongs);
        let mut rows: Vec<LookupRow> = rows.cloned().collect();
        rows.sort_by_key(|row| (rank(row), level_of(row), row.iteration));
        rows
    }

    fn write(&self, comparison: &str, rows: &[LookupRow]) -> Result<(), Error> {
        let path = self.path(comparison);
        let tsv =
            write_tsv(rows, &LookupRow::COLUMNS).map_err(|fault| Error::invalid(&path, fault))?;
        let mut beside = RunFile {
            schema: self.schema.clone(),
            run: self.kept.run.clone(),
        };
        let is_there = |server: &Server| rows.iter().any(|row| row.technology == server.technology);
        beside.run.servers.retain(is_there);
        let json = serde_json::to_string_pretty(&beside).expect("plain data");
        write_aside(&self.run_path(comparison), format!("{json}\n").as_bytes())?;
        write_aside(&path, tsv.as_bytes())
    }

    fn path(&self, comparison: &str) -> PathBuf {
        self.out_dir
            .join(comparison)
            .join(format!("{}.tsv", self.name))
    }

    fn run_path(&self, comparison: &str) -> PathBuf {
        self.path(comparison).with_extension("run.json")
    }

    fn partial(&self) -> PathBuf {
        let name = format!(".{}.json.partial", self.name);
        self.out_dir.join(CLOSED).join(name)
    }
}

fn level_of(row: &LookupRow) -> Level {
    match row.rate_percent {
        Some(percent) => Level::RatePercent(percent),
        None => Level::Concurrency(row.concurrency),
    }
}

/// The run as it would be with those of the servers that it knows, and with the others as they are now: an earlier run may
/// have been of other servers.
fn with_servers_of(run: &Run, servers: &[Server]) -> Run {
    let known = |server: &Server| {
        let mut there = run.servers.iter();
        let same = there.find(|one| one.technology == server.technology);
        same.unwrap_or(server).clone()
    };
    Run {
        servers: servers.iter().map(known).collect(),
        ..run.clone()
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = fs::read_to_string(path).map_err(Error::io("read", path))?;
    serde_json::from_str(&text).map_err(|error| Error::invalid(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::sample_run;

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

    fn open(out_dir: &Path, technologies: &[&str]) -> Result<LookupRecord, Error> {
        LookupRecord::open(out_dir, "lookup", None, run(technologies), false)
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

    fn add(record: &mut LookupRecord, row: LookupRow) {
        record.add(row, "2026-01-02T03:14:05.678Z".into()).unwrap();
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
    fn the_peak_is_the_highest_mean_of_iterations_that_were_answered() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = open(folder.path(), &["a"]).unwrap();
        assert_eq!(record.peak("a"), None);
        for (concurrency, iteration, per_s, failed) in [
            (1, 1, 100.0, 0),
            (2, 1, 150.0, 0),
            (2, 2, 170.0, 0),
            (4, 1, 900.0, 3),
        ] {
            let new = LookupRow {
                iteration,
                failed_requests: Some(failed),
                ..row("a", concurrency, per_s)
            };
            add(&mut record, new);
        }
        assert_eq!(record.peak("a"), Some(160.0));
    }

    #[test]
    fn results_under_other_conditions_are_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = open(folder.path(), &["a"]).unwrap();
        add(&mut record, row("a", 1, 100.0));
        let mut other = run(&["a"]);
        other.tools.insert("oha".into(), "9.0.0".into());
        let opened = LookupRecord::open(folder.path(), "lookup", None, other, false);
        let message = opened.unwrap_err().to_string();
        assert!(
            message.contains(r#"run.tools.oha: "1.0.0" there, "9.0.0" now"#),
            "{message}"
        );
    }
}
