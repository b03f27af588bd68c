//! What else differs between two runs, besides what the user may have meant to compare.

use serde_json::{Map, Value};

use super::cells::{Pair, Pairing};
use super::{MeasuredRun, Row};
use crate::result::Run;

/// Rows state these for themselves.
const STATED_BY_ROWS: [&str; 2] = ["messages_per_user", "interval_ms"];
/// Is another in each run by design.
const DRAWN: &str = "order_seed";
/// The outcome of an iteration that is what it should be.
const COMPLETE: &str = "complete";
/// Of one over HTTP that came to its end, but with requests that failed.
const FAILED: [&str; 2] = ["failed_requests", "requests_failed"];

/// Respects in which client and servers differ: perhaps the very thing that is compared.
#[must_use]
pub fn changes(a: &Run, b: &Run) -> Vec<String> {
    let subject = |run: &Run, other: &Run| {
        let has = |run: &Run, id: &str| run.servers.iter().any(|server| server.technology == id);
        let in_both = run
            .servers
            .iter()
            .filter(|server| has(other, &server.technology));
        let servers: Map<String, Value> = in_both
            .map(|server| (server.technology.clone(), json(&server.versions)))
            .collect();
        serde_json::json!({ "client": json(&run.client), "versions": servers })
    };
    differences(&subject(a, b), &subject(b, a))
}

/// What a reader must know before believing the differences: other conditions, and iterations that
/// are not what they should be.
#[must_use]
pub fn warnings(a: &MeasuredRun, b: &MeasuredRun, pairing: &Pairing<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some((in_a, in_b)) = &pairing.technologies {
        warnings.push(format!(
            "two technologies are compared: {in_a} (A) with {in_b} (B)"
        ));
    }
    let surroundings = differences(&surroundings(&a.run), &surroundings(&b.run));
    warnings.extend(
        surroundings
            .into_iter()
            .map(|difference| format!("other conditions: {difference}")),
    );
    warnings.extend(other_load(&pairing.pairs));
    let (in_a, in_b): (Vec<_>, Vec<_>) =
        pairing.pairs.iter().map(|pair| (&pair.a, &pair.b)).unzip();
    warnings.extend(doubts(
        "A",
        &in_a.into_iter().flatten().copied().collect::<Vec<_>>(),
    ));
    warnings.extend(doubts(
        "B",
        &in_b.into_iter().flatten().copied().collect::<Vec<_>>(),
    ));
    warnings
}

fn surroundings(run: &Run) -> Value {
    let mut machine = json(&run.machine);
    if let Some(machine) = machine.as_object_mut() {
        // Changes by the minute.
        machine.retain(|field, _| !field.starts_with("load_average"));
    }
    let mut parameters = json(&run.parameters);
    if let Some(parameters) = parameters.as_object_mut() {
        parameters.retain(|field, _| field != DRAWN && !STATED_BY_ROWS.contains(&field.as_str()));
    }
    serde_json::json!({ "machine": machine, "parameters": parameters, "tools": run.tools })
}

/// Cells under the same name that were not loaded alike.
fn other_load(pairs: &[Pair<'_>]) -> Vec<String> {
    let first_row = |rows: &[&Row], field: &str| {
        let mut values = rows.iter().filter_map(|row| row.fields.get(field));
        values.next().cloned().unwrap_or(Value::Null)
    };
    let mut warnings = Vec::new();
    for field in STATED_BY_ROWS {
        let different: Vec<(&Pair<'_>, Value, Value)> = pairs
            .iter()
            .map(|pair| (pair, first_row(&pair.a, field), first_row(&pair.b, field)))
            .filter(|(_, a, b)| !a.is_null() && !b.is_null() && a.as_f64() != b.as_f64())
            .collect();
        if let Some((pair, a, b)) = different.first() {
            warnings.push(format!(
                "other load: {field}: {a} in A, {b} in B ({}; {} of {} cells)",
                pair.cell,
                different.len(),
                pairs.len()
            ));
        }
    }
    warnings
}

fn doubts(name: &str, rows: &[&Row]) -> Vec<String> {
    let total = rows.len();
    let outcomes = rows.iter().filter_map(|row| row.fields.get("outcome"));
    let outcomes: Vec<&str> = outcomes.filter_map(Value::as_str).collect();
    let complete = outcomes.iter().filter(|one| **one == COMPLETE).count();
    let failed = outcomes.iter().filter(|one| FAILED.contains(one)).count();
    let is_saturated = |row: &&&Row| row.fields.get("client_saturated") == Some(&Value::Bool(true));
    let saturated = rows.iter().filter(is_saturated).count();
    [
        (
            outcomes.len() - complete - failed,
            "did not complete: their latencies are of what arrived only",
        ),
        (failed, "had requests that failed"),
        (saturated, "may have been limited by the client"),
    ]
    .into_iter()
    .filter(|(found, _)| *found > 0)
    .map(|(found, what)| format!("{name}: {found} of {total} iterations {what}"))
    .collect()
}

/// Every leaf in which they differ, as `machine.cpu_count: 2 in A, 8 in B`.
fn differences(a: &Value, b: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect("", a, b, &mut found);
    found
}

fn collect(path: &str, a: &Value, b: &Value, found: &mut Vec<String>) {
    let empty = Map::new();
    let fields = |value: &Value| value.as_object().cloned();
    match (fields(a), fields(b)) {
        (None, None) if a == b => {}
        (None, None) => found.push(format!("{path}: {} in A, {} in B", shown(a), shown(b))),
        (a_fields, b_fields) => {
            let a_fields = a_fields.unwrap_or_else(|| empty.clone());
            let b_fields = b_fields.unwrap_or(empty);
            let only_b = b_fields
                .keys()
                .filter(|field| !a_fields.contains_key(*field));
            for field in a_fields.keys().chain(only_b) {
                let deeper = if path.is_empty() {
                    field.clone()
                } else {
                    format!("{path}.{field}")
                };
                let at =
                    |fields: &Map<String, Value>| fields.get(field).cloned().unwrap_or(Value::Null);
                collect(&deeper, &at(&a_fields), &at(&b_fields), found);
            }
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::cells;
    use crate::compare::vectors::measured_run;
    use crate::rooms::Outcome;
    use crate::workloads::chat::Row as ChatRow;

    fn row(messages_per_user: u32) -> ChatRow {
        ChatRow {
            technology: "node-ws".into(),
            rooms: 1,
            users: 10,
            messages_per_user,
            ..ChatRow::default()
        }
    }

    fn file(messages_per_user: u32) -> MeasuredRun {
        measured_run(&[row(messages_per_user)])
    }

    fn found(a: &MeasuredRun, b: &MeasuredRun) -> Vec<String> {
        warnings(a, b, &cells::pair(&a.rows, &b.rows))
    }

    #[test]
    fn the_same_conditions_at_another_time_are_no_warning() {
        let (a, mut b) = (file(500), file(500));
        b.run.started_at = "2027-01-02T03:04:05.678Z".into();
        b.run.machine.load_average_1min = Some(1.9);
        b.run.set_order_seed(7);
        assert_eq!(found(&a, &b), Vec::<String>::new());
        assert_eq!(changes(&a.run, &b.run), Vec::<String>::new());
    }

    #[test]
    fn another_machine_and_other_parameters_are_named() {
        let (a, mut b) = (file(500), file(500));
        b.run.machine.cpu_count = 8;
        b.run.machine.os = None;
        b.run.parameters.as_mut().unwrap().read_interval_us = Some(1000);
        b.run.tools.insert("oha".into(), "1.1.0".into());
        assert_eq!(
            found(&a, &b),
            [
                "other conditions: machine.cpu_count: 2 in A, 8 in B",
                "other conditions: machine.os: Debian in A, not given in B",
                "other conditions: parameters.read_interval_us: not given in A, 1000 in B",
                "other conditions: tools.oha: 1.0.0 in A, 1.1.0 in B",
            ]
        );
    }

    #[test]
    fn another_load_is_named_once_with_its_cells() {
        let (a, b) = (file(500), file(20));
        assert_eq!(
            found(&a, &b),
            [
                "other load: messages_per_user: 500 in A, 20 in B (node-ws, 1 room × 10 users; 1 of 1 cells)"
            ]
        );
    }

    #[test]
    fn another_technology_is_named() {
        let rust = ChatRow {
            technology: "rust".into(),
            ..row(500)
        };
        assert_eq!(
            found(&file(500), &measured_run(&[rust])),
            ["two technologies are compared: node-ws (A) with rust (B)"]
        );
    }

    #[test]
    fn iterations_in_doubt_are_counted() {
        let mut rows = [row(500), row(500), row(500)];
        rows[0].outcome = Some(Outcome::DrainTimeout);
        rows[1].outcome = Some(Outcome::Complete);
        rows[1].client_saturated = Some(true);
        let mut b = measured_run(&rows);
        let last = &mut b.rows[2].fields;
        last.insert("outcome".into(), "requests_failed".into());
        assert_eq!(
            found(&file(500), &b),
            [
                "B: 1 of 3 iterations did not complete: their latencies are of what arrived only",
                "B: 1 of 3 iterations had requests that failed",
                "B: 1 of 3 iterations may have been limited by the client",
            ]
        );
    }

    #[test]
    fn another_version_is_a_change_and_no_warning() {
        let (a, mut b) = (file(500), file(500));
        let versions = &mut b.run.servers[0].versions;
        versions.insert("node".into(), "22.0.0".into());
        assert_eq!(found(&a, &b), Vec::<String>::new());
        assert_eq!(
            changes(&a.run, &b.run),
            ["versions.node-ws.node: 20.0.0 in A, 22.0.0 in B"]
        );
    }
}
