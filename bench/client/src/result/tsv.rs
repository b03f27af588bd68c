//! The bare rows as TSV, as `docs/contracts.md` describes it: a header, one tab between fields, no
//! quotes, an empty cell for an absent field.

use serde_json::{Map, Value};

use super::Row;

/// The rows as TSV, with a column for each field that any row has.
///
/// # Errors
/// A text that TSV cannot hold, with its row (from 1) and field.
pub fn to_tsv(rows: &[Row]) -> Result<String, String> {
    let rows: Vec<Map<String, Value>> = rows.iter().map(fields).collect();
    let columns: Vec<&str> = Row::FIELDS
        .into_iter()
        .filter(|field| rows.iter().any(|row| row.contains_key(*field)))
        .collect();

    let mut text = columns.join("\t") + "\n";
    for (index, row) in rows.iter().enumerate() {
        let cells: Result<Vec<String>, String> = columns
            .iter()
            .map(|column| {
                cell(row.get(*column))
                    .map_err(|fault| format!("results[{index}].{column}: {fault}"))
            })
            .collect();
        text += &cells?.join("\t");
        text += "\n";
    }
    Ok(text)
}

fn fields(row: &Row) -> Map<String, Value> {
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
    use crate::result::row::tests::full_row;

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
        assert!(lines.iter().all(|line| line.len() == Row::FIELDS.len()));
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
}
