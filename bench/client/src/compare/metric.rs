//! The metrics that runs are compared by, as data/metrics.yml declares them: fields of result rows, or what is made of several.

use std::slice;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::Fields;

static DECLARATIONS: LazyLock<Vec<Declaration>> = LazyLock::new(|| {
    let declared = include_str!("../../../../data/metrics.yml");
    yaml_serde::from_str(declared).expect("data/metrics.yml declares metrics")
});

/// Each once, in the order of the declarations.
static METRICS: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let mut metrics: Vec<Metric> = Vec::new();
    for metric in DECLARATIONS.iter().flat_map(Declaration::metrics) {
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    metrics
});

/// A figure of a row, in the unit that its name ends in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    field: &'static str,
    pub better: Better,
    /// Where no row holds the field.
    formula: Option<&'static Formula>,
}

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    Lower,
    Higher,
}

#[derive(Debug, Deserialize)]
struct Declaration {
    id: String,
    better: Better,
    /// The field that holds each statistic; the first is the default.
    statistics: Map<String, Value>,
    derived: Option<Formula>,
}

/// A factor times a product, over a product.
#[derive(Debug, PartialEq, Deserialize)]
struct Formula {
    factor: Option<f64>,
    times: Vec<Term>,
    per: Vec<Term>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Term {
    Field(String),
    Sum(Vec<String>),
}

impl Metric {
    /// Those of all comparisons.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &METRICS
    }

    /// The one with the field's name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = METRICS.iter().copied();
        all.find(|metric| metric.field == name)
    }

    /// The default statistic of what is declared under the id.
    #[must_use]
    pub fn default_of(id: &str) -> Option<Self> {
        let declaration = DECLARATIONS.iter().find(|one| one.id == id)?;
        declaration.metrics().next()
    }

    /// The field's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.field
    }

    /// The row's value; `None` where the row lacks what it takes.
    #[must_use]
    pub fn of(self, row: &Fields) -> Option<f64> {
        match self.formula {
            None => row.get(self.field)?.as_f64(),
            Some(formula) => formula.value(row),
        }
    }

    /// Whether rows of these fields can have it.
    #[must_use]
    pub fn is_among(self, fields: &[&str]) -> bool {
        match self.formula {
            None => fields.contains(&self.field),
            Some(formula) => formula.fields().all(|field| fields.contains(&field)),
        }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.field)
    }
}

impl Declaration {
    fn metrics(&'static self) -> impl Iterator<Item = Metric> {
        let fields = self.statistics.values().filter_map(Value::as_str);
        fields.map(move |field| Metric {
            field,
            better: self.better,
            formula: self.derived.as_ref(),
        })
    }
}

impl Formula {
    fn fields(&self) -> impl Iterator<Item = &str> {
        let terms = self.times.iter().chain(&self.per);
        terms.flat_map(Term::fields).map(String::as_str)
    }

    /// `None` of a row that lacks a field, and over 0.
    fn value(&self, row: &Fields) -> Option<f64> {
        let product = |terms: &[Term]| -> Option<f64> {
            let values = terms.iter().map(|term| term.value(row));
            values.product()
        };
        let value = self.factor.unwrap_or(1.0) * product(&self.times)? / product(&self.per)?;
        value.is_finite().then_some(value)
    }
}

impl Term {
    fn fields(&self) -> &[String] {
        match self {
            Self::Field(field) => slice::from_ref(field),
            Self::Sum(fields) => fields,
        }
    }

    fn value(&self, row: &Fields) -> Option<f64> {
        let values = self.fields().iter().map(|field| row.get(field)?.as_f64());
        values.sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    fn value(name: &str, row: &Value) -> Option<f64> {
        Metric::named(name).unwrap().of(row.as_object().unwrap())
    }

    #[test]
    fn a_field_means_the_same_whoever_declares_it() {
        let names: BTreeSet<&str> = Metric::all().iter().map(|one| one.as_str()).collect();
        assert_eq!(names.len(), Metric::all().len());
        let better = |name| Metric::named(name).unwrap().better;
        assert_eq!(better("latency_p99_ms"), Better::Lower);
        assert_eq!(better("requests_per_s"), Better::Higher);
    }

    #[test]
    fn what_rows_hold_is_taken_as_it_is() {
        let row = json!({ "latency_p99_ms": 2.5, "failed_requests": 3 });
        assert_eq!(value("latency_p99_ms", &row), Some(2.5));
        assert_eq!(value("failed_requests", &row), Some(3.0));
        assert_eq!(value("cpu_percent", &row), None);
    }

    #[test]
    fn what_no_row_holds_is_made_of_its_fields() {
        let mut row = json!({
            "cpu_percent": 50.0, "window_s": 4.0, "drain_s": 1.0, "received_deliveries": 1000
        });
        assert_eq!(value("deliveries_per_s", &row), Some(200.0));
        assert_eq!(value("cpu_s_per_million_deliveries", &row), Some(2500.0));
        assert_eq!(value("lost_percent", &row), None);
        row["received_deliveries"] = 0.into();
        assert_eq!(value("cpu_s_per_million_deliveries", &row), None);
    }

    #[test]
    fn the_first_statistic_is_the_default() {
        let of = |id| Metric::default_of(id).unwrap().as_str();
        assert_eq!(of("round_trip"), "latency_p95_ms");
        assert_eq!(of("latency"), "latency_mean_ms");
    }
}
