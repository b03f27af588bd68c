//! The record of a run: one result file, kept aside as `.TECHNOLOGY.json.partial` while cells are
//! still missing, so that a run that was stopped goes on where it was.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Cell, Measured};
use crate::error::Error;
use crate::result::{NoiseFloor, ProcessUsage, ResultFile, Row, Run, Series};

#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    partial_path: PathBuf,
    file: ResultFile,
}

impl Record {
    /// Opens the record of `technology` in `folder`, with what an earlier run under the same
    /// conditions has measured; `fresh` starts anew.
    ///
    /// # Errors
    /// What is there was measured under other conditions, or is no result file.
    pub fn open(
        folder: &Path,
        technology: &str,
        schema: Option<String>,
        run: Run,
        fresh: bool,
    ) -> Result<Self, Error> {
        let path = folder.join(format!("{technology}.json"));
        let partial_path = folder.join(format!(".{technology}.json.partial"));
        let earlier = [&partial_path, &path]
            .into_iter()
            .find(|path| !fresh && path.exists());
        let mut file = ResultFile {
            schema,
            run,
            results: Vec::new(),
            series: Vec::new(),
            processes: Vec::new(),
        };
        if let Some(earlier_path) = earlier {
            let earlier = ResultFile::read(earlier_path)?;
            if let Some(difference) = file.run.difference(&earlier.run) {
                return Err(Error::OtherRun {
                    path: earlier_path.clone(),
                    difference,
                });
            }
            let resumed = format!("Resumed at {}.", file.run.started_at);
            file.results = earlier.results;
            file.series = earlier.series;
            file.processes = earlier.processes;
            file.run.started_at = earlier.run.started_at;
            file.run.ended_at = earlier.run.ended_at;
            file.run.command = earlier.run.command;
            file.run.machine = earlier.run.machine;
            file.run.noise_floor = earlier.run.noise_floor;
            let notes = std::mem::replace(&mut file.run.notes, earlier.run.notes);
            file.run.notes.push(resumed);
            file.note(notes);
        }
        Ok(Self {
            path,
            partial_path,
            file,
        })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether all iterations of the cell are there.
    #[must_use]
    pub fn holds(&self, cell: Cell, iterations: u32) -> bool {
        (1..=iterations).all(|iteration| {
            self.file
                .results
                .iter()
                .any(|row| cell_of(row) == cell && row.iteration == iteration)
        })
    }

    #[must_use]
    pub fn has_noise_floor(&self) -> bool {
        self.file.run.noise_floor.is_some()
    }

    /// Takes it into the record, which reaches the disk with the next cell; one of an earlier part of the run stays.
    pub fn set_noise_floor(&mut self, noise_floor: &NoiseFloor) {
        let noise_floor = || noise_floor.clone();
        self.file.run.noise_floor.get_or_insert_with(noise_floor);
    }

    /// Adds a whole cell, and keeps it on disk.
    ///
    /// # Errors
    /// The partial file cannot be written.
    pub fn add(&mut self, measured: Measured, ended_at: String) -> Result<(), Error> {
        self.file.results.extend(measured.rows);
        self.file
            .results
            .sort_by_key(|row| (cell_of(row), row.iteration));
        self.file.series.extend(measured.series);
        let place = |series: &Series| (series.rooms, series.users, series.iteration);
        self.file.series.sort_by_key(place);
        self.file.processes.extend(measured.processes);
        self.file.processes.sort_by_key(ProcessUsage::place);
        self.file.note(measured.notes);
        self.file.run.ended_at = Some(ended_at);
        self.file.write(&self.partial_path)
    }

    /// Puts the whole record in its place.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn publish(&self) -> Result<(), Error> {
        if !self.partial_path.exists() {
            return Ok(());
        }
        self.file.write(&self.path)?;
        fs::remove_file(&self.partial_path).map_err(Error::io("removed", &self.partial_path))
    }
}

fn cell_of(row: &Row) -> Cell {
    Cell {
        rooms: row.rooms,
        users: row.users,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::sample_run;

    const CELL: Cell = Cell {
        rooms: 1,
        users: 10,
    };

    fn open(folder: &Path, fresh: bool) -> Result<Record, Error> {
        let run = Run {
            noise_floor: None,
            notes: vec!["Warning: busy.".into()],
            ..sample_run()
        };
        Record::open(folder, "node-ws", None, run, fresh)
    }

    fn measured(users: u32) -> Measured {
        let rows = rows(users);
        let of_row = |row: &Row| Series {
            technology: row.technology.clone(),
            rooms: row.rooms,
            users,
            iteration: row.iteration,
            deliveries: vec![1, 2],
            ..Series::default()
        };
        Measured {
            series: rows.iter().map(of_row).collect(),
            rows,
            ..Measured::default()
        }
    }

    fn rows(users: u32) -> Vec<Row> {
        let row = |iteration| Row {
            technology: "node-ws".into(),
            rooms: 1,
            users,
            iteration,
            messages_per_user: 500,
            outcome: Some(crate::chat::Outcome::Complete),
            ..Row::default()
        };
        vec![row(1), row(2)]
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
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
        assert!(!record.holds(CELL, 2));
        record.add(measured(10), now()).unwrap();
        drop(record);
        assert_eq!(names(folder.path()), [".node-ws.json.partial"]);

        let mut resumed = open(folder.path(), false).unwrap();
        assert!(resumed.holds(CELL, 2));
        assert!(!resumed.holds(CELL, 3));
        resumed.add(measured(20), now()).unwrap();
        resumed.publish().unwrap();
        assert_eq!(names(folder.path()), ["node-ws.json"]);
        let file = ResultFile::read(resumed.path()).unwrap();
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
        resumed.publish().unwrap();
        let file = ResultFile::read(resumed.path()).unwrap();
        assert_eq!(file.run.noise_floor, Some(first));
    }

    #[test]
    fn a_whole_record_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = open(folder.path(), false).unwrap();
        record.add(measured(10), now()).unwrap();
        record.publish().unwrap();
        let before = fs::read(record.path()).unwrap();
        let again = open(folder.path(), false).unwrap();
        assert!(again.holds(CELL, 2));
        again.publish().unwrap();
        assert_eq!(fs::read(record.path()).unwrap(), before);
    }

    #[test]
    fn results_under_other_conditions_are_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = open(folder.path(), false).unwrap();
        record.add(measured(10), now()).unwrap();
        let mut other = sample_run();
        other.machine.cpu_count = 64;
        let error = Record::open(folder.path(), "node-ws", None, other, false).unwrap_err();
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
        record.publish().unwrap();
        let mut fresh = open(folder.path(), true).unwrap();
        assert!(!fresh.holds(CELL, 2));
        fresh.add(measured(20), now()).unwrap();
        assert_eq!(ResultFile::read(fresh.path()).unwrap().results, rows(10));
        fresh.publish().unwrap();
        assert_eq!(ResultFile::read(fresh.path()).unwrap().results, rows(20));
    }
}
