//! Reading and writing JSON result files. A file is there whole or not at all: it is written aside,
//! then renamed.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Run;
use crate::error::Error;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "R: Deserialize<'de>, S: Deserialize<'de>, P: Deserialize<'de>")
)]
pub struct ResultFile<R, S, P> {
    /// Where the schema is, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    pub run: Run,
    pub results: Vec<R>,
    /// Rows may have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub series: Vec<S>,
    /// Of servers that have more than one process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<P>,
}

/// What stands beside a TSV, as `NAME.run.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    pub run: Run,
}

impl<R, S, P> ResultFile<R, S, P> {
    /// Without results yet.
    #[must_use]
    pub fn new(run: Run) -> Self {
        Self {
            schema: None,
            run,
            results: Vec::new(),
            series: Vec::new(),
            processes: Vec::new(),
        }
    }

    /// Adds notes that the run does not have yet.
    pub fn note(&mut self, notes: impl IntoIterator<Item = String>) {
        for note in notes {
            if !self.run.notes.contains(&note) {
                self.run.notes.push(note);
            }
        }
    }
}

impl<R, S, P> ResultFile<R, S, P>
where
    R: DeserializeOwned,
    S: DeserializeOwned,
    P: DeserializeOwned,
{
    /// Reads a JSON result file.
    ///
    /// # Errors
    /// It cannot be read, or it breaks the contract: the message names line and column.
    pub fn read(path: &Path) -> Result<Self, Error> {
        parse_json(path, &read_text(path)?)
    }
}

impl<R: Serialize, S: Serialize, P: Serialize> ResultFile<R, S, P> {
    /// Writes the file: the run in full, then one line for each row, each series and each process.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_aside(path, self.to_json().as_bytes())
    }

    fn to_json(&self) -> String {
        let mut text = String::from("{\n");
        if let Some(schema) = &self.schema {
            text += &format!("  \"$schema\": {},\n", pretty(schema));
        }
        let run = pretty(&self.run).replace('\n', "\n  ");
        text += &format!("  \"run\": {run},\n  \"results\": {}", lines(&self.results));
        if !self.series.is_empty() {
            text += &format!(",\n  \"series\": {}", lines(&self.series));
        }
        if !self.processes.is_empty() {
            text += &format!(",\n  \"processes\": {}", lines(&self.processes));
        }
        text += "\n}\n";
        text
    }
}

/// An array with a line for each element.
fn lines(elements: &[impl Serialize]) -> String {
    let line = |element| {
        format!(
            "    {}",
            serde_json::to_string(element).expect("plain data")
        )
    };
    let lines: Vec<String> = elements.iter().map(line).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data")
}

/// Reads a file of text.
///
/// # Errors
/// It cannot be read.
pub fn read_text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::io("read", path))
}

/// Parses the text of a JSON file.
///
/// # Errors
/// It breaks the contract: the message names line and column.
pub fn parse_json<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::invalid(path, error))
}

/// Writes `content` beside `path`, then renames it into place; makes the folder if need be.
///
/// # Errors
/// The folder or the file cannot be written; `path` is then as it was.
pub fn write_aside(path: &Path, content: &[u8]) -> Result<(), Error> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let write = || {
        fs::create_dir_all(folder)?;
        let mut aside = tempfile::Builder::new()
            .prefix(".")
            .suffix(".partial")
            .permissions(fs::Permissions::from_mode(0o644))
            .tempfile_in(folder)?;
        aside.write_all(content)?;
        aside.as_file().sync_all()?;
        aside.persist(path)?;
        Ok(())
    };
    write().map_err(Error::io("written", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::run::tests::sample_run;
    use crate::workloads::chat::tests::{full_row, full_series};
    use crate::workloads::chat::{ChatFile, Row};

    fn sample() -> ChatFile {
        let bare = Row {
            technology: "node-ws".into(),
            rooms: 1,
            users: 20,
            iteration: 1,
            messages_per_user: 500,
            outcome: Some(crate::rooms::Outcome::ServerExited),
            ..Row::default()
        };
        ChatFile {
            schema: Some("../../schema/result.json".into()),
            run: sample_run(),
            results: vec![full_row(), bare],
            series: vec![full_series()],
            processes: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_validates_against_the_schema() {
        let schema = serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let written: serde_json::Value = serde_json::from_str(&sample().to_json()).unwrap();
        let faults: Vec<_> = validator
            .iter_errors(&written)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn what_is_written_is_read_back_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chat/node-ws.json");
        sample().write(&path).unwrap();
        assert_eq!(ChatFile::read(&path).unwrap(), sample());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o644);
    }

    #[test]
    fn one_row_is_one_line_and_so_is_one_series() {
        let json = sample().to_json();
        assert_eq!(json.matches("\"technology\":\"node-ws\"").count(), 3);
        let lines = json
            .lines()
            .filter(|line| line.starts_with("    {\"technology\""));
        assert_eq!(lines.count(), 3);
    }

    #[test]
    fn a_fault_is_reported_with_file_line_and_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.json");
        fs::write(&path, "{\n  \"run\": 1e}").unwrap();
        let message = ChatFile::read(&path).unwrap_err().to_string();
        assert!(message.contains("broken.json"), "{message}");
        assert!(message.contains("line 2 column"), "{message}");
    }

    #[test]
    fn a_write_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("taken");
        fs::create_dir(&blocked).unwrap();
        assert!(sample().write(&blocked).is_err());
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1);
    }
}
