//! The rows of a run of any plan, from a result file or a folder of them: JSON, or TSV with its run beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Map;

use super::{Definition, Fields, Row};
use crate::error::Error;
use crate::result::{ResultFile, Run, RunFile, parse_json, read_text, read_tsv};

#[derive(Debug)]
pub struct MeasuredRun {
    pub run: Run,
    /// Of the comparison; of several that have the same rows, of the first.
    pub definition: &'static Definition,
    pub rows: Vec<Row>,
    /// Files of the folder that were imported, and so are of other runs.
    pub left_out: Vec<PathBuf>,
}

impl MeasuredRun {
    /// Reads a result file, or those that lie directly in a folder, which are of one run.
    ///
    /// # Errors
    /// A file cannot be read or is no result file, they are of several runs, or none was measured.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let (mut measured, mut left_out) = (Vec::new(), Vec::new());
        for file in files_of(path)? {
            match Self::read_file(&file)? {
                Some(run) => measured.push((file, run)),
                None => left_out.push(file),
            }
        }
        let mut measured = measured.into_iter();
        let (first, whole) = measured.next().ok_or_else(|| {
            let found = if left_out.is_empty() {
                "no .json file and no .tsv file"
            } else {
                "imported figures only"
            };
            Error::invalid(path, format!("found {found} (expected those of a run)"))
        })?;
        let whole =
            measured.try_fold(whole, |whole, (file, run)| whole.with(run, &file, &first))?;
        Ok(Self { left_out, ..whole })
    }

    /// `None` of figures that were imported.
    fn read_file(path: &Path) -> Result<Option<Self>, Error> {
        let is_table = path.extension().is_some_and(|extension| extension == "tsv");
        let run_path = if is_table {
            path.with_extension("run.json")
        } else {
            path.to_owned()
        };
        let text = read_text(&run_path)?;
        if is_imported(&text) {
            return Ok(None);
        }
        let run = if is_table {
            let beside: RunFile = parse_json(&run_path, &text)?;
            Self::of_table(path, beside.run)
        } else {
            Self::of_json(path, &text)
        };
        run.map(Some)
    }

    fn of_table(path: &Path, run: Run) -> Result<Self, Error> {
        let text = read_text(path)?;
        let header = text.lines().next().unwrap_or_default();
        let definition = definition_of(path, &header.split('\t').collect())?;
        let rows = read_tsv(&text, &definition.row).map_err(|fault| Error::invalid(path, fault))?;
        Self::new(path, run, definition, rows)
    }

    fn of_json(path: &Path, text: &str) -> Result<Self, Error> {
        let file: ResultFile<Fields, IgnoredAny, IgnoredAny> = parse_json(path, text)?;
        let names = file.results.iter().flat_map(Map::keys);
        let definition = definition_of(path, &names.map(String::as_str).collect())?;
        Self::new(path, file.run, definition, file.results)
    }

    fn new(
        path: &Path,
        run: Run,
        definition: &'static Definition,
        rows: Vec<Fields>,
    ) -> Result<Self, Error> {
        let row = |(index, fields): (usize, Fields)| {
            Row::new(definition, fields)
                .map_err(|fault| Error::invalid(path, format!("results[{index}].{fault}")))
        };
        let rows: Result<Vec<Row>, Error> = rows.into_iter().enumerate().map(row).collect();
        Ok(Self {
            run,
            definition,
            rows: rows?,
            left_out: Vec::new(),
        })
    }

    /// Adds what another file has of the run that the `first` began with.
    fn with(mut self, other: Self, path: &Path, first: &Path) -> Result<Self, Error> {
        for (place, found, expected) in [
            (
                "run.started_at",
                &other.run.started_at,
                &self.run.started_at,
            ),
            ("results", &other.definition.id, &self.definition.id),
        ] {
            if found != expected {
                let fault = format!(
                    "{place}: found {found} (expected {expected}, as in {}: one run)",
                    first.display()
                );
                return Err(Error::invalid(path, fault));
            }
        }
        self.run.servers.extend(other.run.servers);
        self.rows.extend(other.rows);
        Ok(self)
    }
}

/// The file, or the result files of the folder, without those of its own folders.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).map_err(Error::io("read", path))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| is_result_file(path)).collect();
    files.sort();
    Ok(files)
}

/// What stands beside a table is none of its own.
fn is_result_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_json = name.ends_with(".json") && !name.ends_with(".run.json");
    (is_json || name.ends_with(".tsv")) && path.is_file()
}

/// Whether the file's run says what it was made from. What cannot be parsed does not.
fn is_imported(text: &str) -> bool {
    #[derive(Deserialize)]
    struct File {
        run: Origin,
    }
    #[derive(Deserialize)]
    struct Origin {
        source: Option<IgnoredAny>,
    }
    serde_json::from_str(text).is_ok_and(|file: File| file.run.source.is_some())
}

fn definition_of(path: &Path, names: &BTreeSet<&str>) -> Result<&'static Definition, Error> {
    Definition::of(names).ok_or_else(|| {
        let names: Vec<&str> = names.iter().copied().collect();
        let names = names.join(", ");
        Error::invalid(
            path,
            format!("results: found the fields {names} (expected those of a comparison's rows)"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_file_is_of_its_folders_comparison_or_was_imported() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        for definition in Definition::all() {
            let folder = data.join(&definition.id);
            if !folder.exists() {
                continue;
            }
            for path in files_of(&folder).unwrap() {
                if let Some(run) = MeasuredRun::read_file(&path).unwrap() {
                    assert_eq!(run.definition.row, definition.row, "{}", path.display());
                }
            }
        }
    }
}
