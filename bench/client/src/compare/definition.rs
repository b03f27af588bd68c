//! What is compared, as data/comparisons.yml declares it: which rows a comparison has, what makes a cell, and which metrics there are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Fields, Metric};
use crate::result::{columns, required};

static DEFINITIONS: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let declared = include_str!("../../../../data/comparisons.yml");
    yaml_serde::from_str(declared).expect("data/comparisons.yml declares comparisons")
});

/// What runs are compared by unless metrics are chosen, where they have it: besides the first metric of their comparison.
const MAIN_METRICS: [&str; 4] = [
    "latency_mean_ms",
    "latency_p99_ms",
    "cpu_percent",
    "memory_mib",
];

/// Of a comparison.
#[derive(Debug, Deserialize)]
pub struct Definition {
    pub id: String,
    /// The rows' definition in the schema.
    pub row: String,
    pub dimensions: Vec<Dimension>,
    /// Of data/metrics.yml.
    #[serde(rename = "metrics")]
    metric_ids: Vec<String>,
}

/// A field that makes a cell: whole numbers, or words.
#[derive(Debug, Deserialize)]
pub struct Dimension {
    pub id: String,
    /// How people are told of 1 …
    #[serde(default)]
    one: String,
    /// … and of other numbers, with `%d` in the number's place.
    #[serde(default)]
    many: String,
    /// Names of words; none of numbers.
    #[serde(default)]
    words: BTreeMap<String, String>,
}

/// Numbers go by size, words by the alphabet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum DimensionValue {
    Number(u64),
    Word(String),
}

impl Definition {
    /// The first whose rows may have all of these fields, or columns of TSV, and have to have no others.
    #[must_use]
    pub fn of(names: &BTreeSet<&str>) -> Option<&'static Self> {
        DEFINITIONS.iter().find(|one| one.describes(names))
    }

    fn describes(&self, names: &BTreeSet<&str>) -> bool {
        let columns = columns(&self.row);
        let is_there = |(field, column): &&(String, String)| {
            names.contains(field.as_str()) || names.contains(column.as_str())
        };
        let there = columns.iter().filter(is_there);
        let there: Vec<&str> = there.map(|(field, _)| field.as_str()).collect();
        there.len() == names.len() && required(&self.row).iter().all(|one| there.contains(one))
    }

    /// Those that its rows hold, in their order, and then those that are made of what they hold.
    #[must_use]
    pub fn metrics(&self) -> Vec<Metric> {
        let columns = columns(&self.row);
        let fields: Vec<&str> = columns.iter().map(|(field, _)| field.as_str()).collect();
        let all = Metric::all().iter().copied();
        let mut metrics: Vec<Metric> = all.filter(|metric| metric.is_among(&fields)).collect();
        let place = |metric: &Metric| fields.iter().position(|field| *field == metric.as_str());
        metrics.sort_by_key(|metric| place(metric).unwrap_or(fields.len()));
        metrics
    }

    /// The wanted metrics in the order of `metrics`; the main ones if none is wanted.
    ///
    /// # Errors
    /// It lacks one; the sentence lists those it has.
    pub fn choose(&self, wanted: &[Metric]) -> Result<Vec<Metric>, String> {
        let mut metrics = self.metrics();
        if let Some(lacking) = wanted.iter().find(|metric| !metrics.contains(metric)) {
            let names: Vec<&str> = metrics.iter().map(|metric| metric.as_str()).collect();
            return Err(format!(
                "{} has no {} (it has {})",
                self.id,
                lacking.as_str(),
                names.join(", ")
            ));
        }
        if wanted.is_empty() {
            metrics.retain(|metric| self.is_main(*metric));
        } else {
            metrics.retain(|metric| wanted.contains(metric));
        }
        Ok(metrics)
    }

    fn is_main(&self, metric: Metric) -> bool {
        let first = self.metric_ids.first();
        let first = first.and_then(|id| Metric::default_of(id));
        first == Some(metric) || MAIN_METRICS.contains(&metric.as_str())
    }
}

impl Dimension {
    /// The row's value, and how people are told of it.
    ///
    /// # Errors
    /// The field, what was found there, and what was expected.
    pub fn of(&self, row: &Fields) -> Result<(DimensionValue, String), String> {
        let found = row.get(&self.id).unwrap_or(&Value::Null);
        let (value, expected) = if self.words.is_empty() {
            (self.number(found), "a whole number")
        } else {
            (self.word(found), "a word that data/comparisons.yml lists")
        };
        value.ok_or_else(|| format!("{}: found {found} (expected {expected})", self.id))
    }

    fn number(&self, found: &Value) -> Option<(DimensionValue, String)> {
        let number = found.as_u64()?;
        let told = match number {
            1 => self.one.clone(),
            _ => self.many.replace("%d", &number.to_string()),
        };
        Some((DimensionValue::Number(number), told))
    }

    fn word(&self, found: &Value) -> Option<(DimensionValue, String)> {
        let (word, name) = self.words.get_key_value(found.as_str()?)?;
        Some((DimensionValue::Word(word.clone()), name.clone()))
    }
}

#[cfg(test)]
impl Definition {
    pub(super) fn all() -> &'static [Self] {
        &DEFINITIONS
    }

    pub(super) fn named(id: &str) -> &'static Self {
        let mut all = DEFINITIONS.iter();
        all.find(|one| one.id == id).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(metrics: &[Metric]) -> Vec<&'static str> {
        metrics.iter().map(|metric| metric.as_str()).collect()
    }

    fn main_metrics(id: &str) -> Vec<&'static str> {
        names(&Definition::named(id).choose(&[]).unwrap())
    }

    #[test]
    fn a_comparison_is_known_by_what_its_rows_have_to_have() {
        for definition in Definition::all() {
            let names: BTreeSet<&str> = required(&definition.row).into_iter().collect();
            let found = Definition::of(&names).unwrap();
            assert_eq!(found.row, definition.row, "{}", definition.id);
        }
    }

    #[test]
    fn rows_of_no_comparison_are_of_none() {
        for names in [
            ["technology", "users", "size"],
            ["technology", "rooms", "users"],
        ] {
            assert!(Definition::of(&BTreeSet::from(names)).is_none());
        }
    }

    #[test]
    fn chats_are_compared_by_what_their_rows_hold_and_what_is_made_of_it() {
        let expected = [
            "latency_min_ms",
            "latency_mean_ms",
            "latency_p50_ms",
            "latency_p90_ms",
            "latency_p99_ms",
            "latency_p999_ms",
            "latency_max_ms",
            "cpu_percent",
            "memory_mib",
            "memory_peak_mib",
        ];
        let metrics = names(&Definition::named("chat").metrics());
        assert!(metrics.starts_with(&expected), "{metrics:?}");
        assert!(metrics.contains(&"deliveries_per_s"), "{metrics:?}");
    }

    #[test]
    fn unless_metrics_are_chosen_the_first_and_the_main_ones_are_taken() {
        assert_eq!(main_metrics("chat"), MAIN_METRICS);
        let expected = [
            "requests_per_s",
            "latency_mean_ms",
            "latency_p99_ms",
            "cpu_percent",
            "memory_mib",
        ];
        assert_eq!(main_metrics("bookstore-mix"), expected);
        let expected = ["cpu_percent", "memory_mib", "memory_per_connection_kib"];
        assert_eq!(main_metrics("shootout-idle"), expected);
    }

    #[test]
    fn a_metric_that_is_lacking_is_refused_with_those_there_are() {
        let apdex = Metric::named("apdex_100_500").unwrap();
        let refusal = Definition::named("chat-capacity")
            .choose(&[apdex])
            .unwrap_err();
        let expected = "chat-capacity has no apdex_100_500 (it has carried_users, carried_deliveries_per_s, latency_p99_ms, cpu_percent, memory_mib)";
        assert_eq!(refusal, expected);
    }
}
