//! What the tests share: reference values made by `tests/vectors/make_two_samples.py`, and a run of
//! given rows of chats.

use serde_json::Value;

use super::{Definition, MeasuredRun, Row, TechnologyCell};
use crate::result::sample_run;
use crate::workloads::chat::Row as ChatRow;

/// scipy and statrs approximate the same functions in different ways.
const RELATIVE_ERROR: f64 = 1e-7;

pub fn two_samples() -> Value {
    serde_json::from_str(include_str!("../../tests/vectors/two_samples.json")).unwrap()
}

pub fn numbers(values: &Value) -> Vec<f64> {
    let numbers = values.as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

pub fn assert_close(found: f64, expected: &Value, about: &Value) {
    let expected = expected.as_f64().unwrap();
    assert!(
        (found - expected).abs() <= RELATIVE_ERROR * expected.abs(),
        "{about}: found {found}, expected {expected}"
    );
}

pub fn measured_run(rows: &[ChatRow]) -> MeasuredRun {
    MeasuredRun {
        run: sample_run(),
        definition: Definition::named("chat"),
        rows: rows.iter().map(row).collect(),
        left_out: Vec::new(),
    }
}

pub fn row(row: &ChatRow) -> Row {
    let Ok(Value::Object(fields)) = serde_json::to_value(row) else {
        panic!("a row is an object");
    };
    Row::new(Definition::named("chat"), fields).unwrap()
}

/// Of one room.
pub fn cell(technology: &str, users: u32) -> TechnologyCell {
    let in_it = ChatRow {
        technology: technology.into(),
        rooms: 1,
        users,
        ..ChatRow::default()
    };
    row(&in_it).cell
}
