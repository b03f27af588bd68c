//! An iteration, whatever was compared.

use serde_json::{Map, Value};

use super::{Definition, Metric, TechnologyCell};

/// What a row of a result file holds, by field.
pub type Fields = Map<String, Value>;

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub cell: TechnologyCell,
    pub fields: Fields,
}

impl Row {
    /// A row of that comparison.
    ///
    /// # Errors
    /// A field, what was found there, and what was expected.
    pub fn new(definition: &'static Definition, fields: Fields) -> Result<Self, String> {
        let cell = TechnologyCell::of(definition, &fields)?;
        let no_number = |metric: Metric| {
            let name = metric.as_str();
            let found = fields.get(name).filter(|value| !value.is_number())?;
            Some(format!("{name}: found {found} (expected a number)"))
        };
        match definition.metrics().into_iter().find_map(no_number) {
            Some(fault) => Err(fault),
            None => Ok(Self { cell, fields }),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(comparison: &str, fields: &Value) -> Result<Row, String> {
        let fields = fields.as_object().unwrap().clone();
        Row::new(Definition::named(comparison), fields)
    }

    #[test]
    fn a_cell_is_told_in_the_words_of_its_dimensions() {
        let fields = json!({ "technology": "go-relay", "broker": "nats", "pages": 1, "pause_ms": 10, "iteration": 1 });
        let cell = row("relay", &fields).unwrap().cell;
        let told = "go-relay, NATS × 1 page × 10 ms between messages";
        assert_eq!(cell.to_string(), told);
        let expected =
            json!({ "technology": "go-relay", "broker": "nats", "pages": 1, "pause_ms": 10 });
        assert_eq!(serde_json::to_value(cell).unwrap(), expected);
    }

    #[test]
    fn what_is_no_row_is_refused_with_the_field() {
        let fault = |fields: &Value| row("relay", fields).unwrap_err();
        let broker = json!({ "technology": "go-relay", "broker": "kafka" });
        assert_eq!(
            fault(&broker),
            r#"broker: found "kafka" (expected a word that data/comparisons.yml lists)"#
        );
        let pages = json!({ "technology": "go-relay", "broker": "nats" });
        assert_eq!(fault(&pages), "pages: found null (expected a whole number)");
        let latency = json!({
            "technology": "go-relay", "broker": "nats", "pages": 1, "pause_ms": 0, "latency_p99_ms": "much"
        });
        assert_eq!(
            fault(&latency),
            r#"latency_p99_ms: found "much" (expected a number)"#
        );
        assert_eq!(fault(&json!({})), "technology: found null (expected an id)");
    }
}
