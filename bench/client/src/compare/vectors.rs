//! What the tests share: reference values made by `tests/vectors/make_two_samples.py`, and a run of
//! given rows.

use serde_json::Value;

use crate::result::sample_run;
use crate::workloads::chat::{ChatFile, Row};

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

pub fn result_file(rows: Vec<Row>) -> ChatFile {
    let file = serde_json::json!({ "run": sample_run(), "results": rows });
    serde_json::from_value(file).unwrap()
}
