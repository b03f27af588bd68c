//! Theory beside measurement: each comparison is a row of one table, whether it holds or not.

use std::fmt::Display;
use std::sync::Mutex;

struct Row {
    quantity: String,
    theory: String,
    measured: String,
    tolerance: String,
}

static ROWS: Mutex<Vec<Row>> = Mutex::new(Vec::new());

/// Counts have no unit.
fn amount(value: f64, unit: &str) -> String {
    match unit {
        "" => format!("{value:.0}"),
        _ => format!("{value:.3} {unit}"),
    }
}

/// The two differ by at most the tolerance.
#[track_caller]
pub fn within(quantity: &str, unit: &str, theory: f64, measured: f64, tolerance: f64) {
    let [theory_is, measured_is, tolerated] =
        [theory, measured, tolerance].map(|value| amount(value, unit));
    let holds = (theory - measured).abs() <= tolerance;
    enter(
        quantity,
        theory_is,
        measured_is,
        format!("± {tolerated}"),
        holds,
    );
}

/// What is measured lies between the two.
#[track_caller]
pub fn between(quantity: &str, unit: &str, least: f64, most: f64, measured: f64) {
    let [least_is, most_is] = [least, most].map(|value| amount(value, unit));
    let theory = match (least, most) {
        (_, f64::INFINITY) => format!("at least {least_is}"),
        (f64::NEG_INFINITY, _) => format!("at most {most_is}"),
        _ => format!("{least_is} to {most_is}"),
    };
    let holds = (least..=most).contains(&measured);
    enter(
        quantity,
        theory,
        amount(measured, unit),
        "none".to_owned(),
        holds,
    );
}

/// The two are the same.
#[track_caller]
pub fn equal<T: Display + PartialEq>(quantity: &str, theory: T, measured: T) {
    let holds = theory == measured;
    enter(
        quantity,
        theory.to_string(),
        measured.to_string(),
        "none".to_owned(),
        holds,
    );
}

/// Theory leaves open which of the two it is, and says why.
pub fn either(quantity: &str, why: &str, measured: bool) {
    enter(
        quantity,
        "either".to_owned(),
        measured.to_string(),
        format!("({why})"),
        true,
    );
}

#[track_caller]
fn enter(quantity: &str, theory: String, measured: String, tolerance: String, holds: bool) {
    let sentence =
        format!("{quantity}: theory {theory}, measured {measured}, tolerance {tolerance}");
    let row = Row {
        quantity: quantity.to_owned(),
        theory,
        measured,
        tolerance,
    };
    ROWS.lock().expect("rows").push(row);
    assert!(holds, "{sentence}");
}

/// Prints all rows so far; nothing if there are none.
pub fn print() {
    let rows = ROWS.lock().expect("rows");
    if rows.is_empty() {
        return;
    }
    let head = Row {
        quantity: "quantity".to_owned(),
        theory: "theory".to_owned(),
        measured: "measured".to_owned(),
        tolerance: "tolerance".to_owned(),
    };
    let width = |text: fn(&Row) -> &String| {
        let lengths = rows
            .iter()
            .chain([&head])
            .map(|row| text(row).chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths = [
        width(|row| &row.quantity),
        width(|row| &row.theory),
        width(|row| &row.measured),
    ];
    println!("\nThe client against theory:\n");
    for row in [&head].into_iter().chain(rows.iter()) {
        let Row {
            quantity,
            theory,
            measured,
            tolerance,
        } = row;
        println!(
            "  {quantity:<0$}  {theory:>1$}  {measured:>2$}  {tolerance}",
            widths[0], widths[1], widths[2]
        );
    }
}
