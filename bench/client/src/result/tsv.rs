//! The bare rows as TSV, as `docs/contracts.md` describes it: a header, one tab between fields, no
//! quotes, an empty cell for an absent field. A field stands under its own name, or under the column's that the schema gives it.

use std::sync::LazyLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let schema = include_str!("../../../../schema/result.json");
    serde_json::from_str(schema).expect("the schema is JSON")
});

/// Each field of a row, and its column's name, as the schema defines them in their order.
///
/// # Panics
/// The schema has no such definition.
#[must_use]
pub fn columns(definition: &str) -> Vec<(String, String)> {
    let properties = &SCHEMA["definitions"][definition]["properties"];
    let column = |(field, property): (&String, &Value)| {
        let name = property["column"].as_str().unwrap_or(field);
        (field.clone(), name.to_owned())
    };
    let properties = properties.as_object().expect("it defines fields");
    properties.iter().map(column).collect()
}

/// The fields that every row has.
///
/// # Panics
/// The schema has no such definition.
#[must_use]
pub fn required(definition: &str) -> Vec<&'static str> {
    let fields = SCHEMA["definitions"][definition]["required"].as_array();
    let fields = fields.expect("it requires fields").iter();
    fields.filter_map(Value::as_str).collect()
}

/// The rows as TSV, with those of the columns of their `definition` that any row has.
///
/// # Errors
/// A text that TSV cannot hold, with its row (from 1) and field.
pub fn write_tsv(rows: &[impl Serialize], definition: &str) -> Result<String, String> {
    let columns = columns(definition);
    let rows: Vec<Map<String, Value>> = rows.iter().map(fields).collect();
    let is_there = |field: &str| rows.iter().any(|row| row.contains_key(field));
    let columns: Vec<&(String, String)> = columns
        .iter()
        .filter(|(field, _)| is_there(field))
        .collect();

    let names: Vec<&str> = columns.iter().map(|(_, name)| name.as_str()).collect();
    let mut text = names.join("\t") + "\n";
    for (index, row) in rows.iter().enumerate() {
        let cells: Result<Vec<String>, String> = columns
            .iter()
            .map(|(field, _)| {
                cell(row.get(field)).map_err(|fault| format!("results[{index}].{field}: {fault}"))
            })
            .collect();
        text += &cells?.join("\t");
        text += "\n";
    }
    Ok(text)
}

/// Reads what `write_tsv` has written.
///
/// # Errors
/// The line (from 1), and what was found there.
pub fn read_tsv<R: DeserializeOwned>(text: &str, definition: &str) -> Result<Vec<R>, String> {
    let columns = columns(definition);
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let fields = header.split('\t').map(|name| {
        let column = columns.iter().find(|(_, column)| *column == name);
        column.map(|(field, _)| field.as_str())
    });
    let fields: Option<Vec<&str>> = fields.collect();
    let fields = fields.ok_or_else(|| format!("line 1: found {header:?} (expected columns)"))?;
    let row = |(line, number): (&str, usize)| {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells.len() != fields.len() {
            let (found, expected) = (cells.len(), fields.len());
            return Err(format!(
                "line {number}: found {found} cells (expected {expected})"
            ));
        }
        let given = fields
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !cell.is_empty());
        let values = given.map(|(field, cell)| ((*field).to_owned(), value(field, cell)));
        serde_json::from_value(Value::Object(values.collect()))
            .map_err(|error| format!("line {number}: {error}"))
    };
    lines.zip(2..).map(row).collect()
}

/// A technology's id can look like a number.
fn value(field: &str, cell: &str) -> Value {
    let text = || Value::String(cell.to_owned());
    if field == "technology" {
        text()
    } else {
        serde_json::from_str(cell).unwrap_or_else(|_| text())
    }
}

fn fields(row: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a row is an object of plain data"),
    }
}

fn cell(value: Option<&Value>) -> Result<String, String> {
    match value {
        None => Ok(String::new()),
        Some(Value::String(text)) if text.contains(['\t', '\n', '\r', '"']) => Err(format!(
            "found {text:?} (expected a text without tabs, line breaks and quotes)"
        )),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(other) => Ok(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::chat::tests::full_row;
    use crate::workloads::chat::{Row, to_tsv};
    use crate::workloads::lookup::{self, Row as LookupRow};

    #[test]
    fn an_absent_field_is_an_empty_cell() {
        let without = Row {
            cpu_percent: None,
            ..full_row()
        };
        let tsv = to_tsv(&[full_row(), without]).unwrap();
        let lines: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
        let column = lines[0]
            .iter()
            .position(|field| *field == "cpu_percent")
            .unwrap();
        assert_eq!(lines[1][column], "98.2");
        assert_eq!(lines[2][column], "");
        assert!(
            lines
                .iter()
                .all(|line| line.len() == columns("chat_row").len())
        );
    }

    #[test]
    fn a_field_that_no_row_has_is_no_column() {
        let row = Row {
            memory_mib: None,
            ..full_row()
        };
        assert!(!to_tsv(&[row]).unwrap().contains("memory_mib"));
    }

    #[test]
    fn a_text_that_tsv_cannot_hold_is_refused() {
        let row = Row {
            technology: "a\tb".into(),
            ..full_row()
        };
        let fault = to_tsv(&[row]).unwrap_err();
        assert!(fault.starts_with("results[0].technology: found"), "{fault}");
    }

    fn lookup_rows() -> Vec<LookupRow> {
        let bare = LookupRow {
            technology: "7".into(),
            concurrency: 1,
            iteration: 2,
            outcome: Some(lookup::Outcome::ServerExited),
            ..LookupRow::default()
        };
        vec![lookup::tests::full_row(), bare]
    }

    #[test]
    fn rows_of_lookups_begin_with_the_columns_of_2015() {
        let tsv = write_tsv(&lookup_rows(), "lookup_rate_row").unwrap();
        let header = "System\tConcurrency\tRequestsPerSec\tLatencyAvg\tLatency50\tLatency90\tLatency99\titeration\t";
        assert!(tsv.starts_with(header), "{tsv}");
        assert!(tsv.contains("\n7\t1\t\t\t\t\t\t2\t"), "{tsv}");
    }

    #[test]
    fn what_is_written_is_read_back_the_same() {
        let tsv = write_tsv(&lookup_rows(), "lookup_rate_row").unwrap();
        let read: Vec<LookupRow> = read_tsv(&tsv, "lookup_rate_row").unwrap();
        assert_eq!(read, lookup_rows());
    }

    #[test]
    fn a_line_that_is_no_row_is_named() {
        let read = |text: &str| read_tsv::<LookupRow>(text, "lookup_rate_row").unwrap_err();
        assert!(read("System\tWho\n").contains("line 1"));
        let header = "System\tConcurrency\titeration";
        assert!(read(&format!("{header}\na\t1\n")).contains("line 2: found 2 cells"));
        assert!(read(&format!("{header}\na\t1\t1\na\tx\t1\n")).contains("line 3: "));
    }
}
