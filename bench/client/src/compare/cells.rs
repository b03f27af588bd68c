//! Which cells of two runs belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Definition, DimensionValue, Fields, Row};

/// The id of each dimension and a value of it, in the order of the dimensions.
pub type Place = Vec<(&'static str, DimensionValue)>;

/// A technology's cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TechnologyCell {
    pub technology: String,
    #[serde(flatten, serialize_with = "as_map")]
    pub place: Place,
    /// The place as people are told of it.
    #[serde(skip)]
    told: String,
}

impl TechnologyCell {
    /// That of a row of the comparison.
    ///
    /// # Errors
    /// A field, what was found there, and what was expected.
    pub fn of(definition: &'static Definition, row: &Fields) -> Result<Self, String> {
        let technology = row.get("technology").unwrap_or(&Value::Null);
        let Value::String(technology) = technology else {
            return Err(format!("technology: found {technology} (expected an id)"));
        };
        let (mut place, mut told) = (Vec::new(), Vec::new());
        for dimension in &definition.dimensions {
            let (value, words) = dimension.of(row)?;
            place.push((dimension.id.as_str(), value));
            told.push(words);
        }
        Ok(Self {
            technology: technology.clone(),
            place,
            told: told.join(" × "),
        })
    }
}

fn as_map<S: Serializer>(
    place: &[(&'static str, DimensionValue)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(place.iter().map(|one| (one.0, &one.1)))
}

impl fmt::Display for TechnologyCell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {}", self.technology, self.told)
    }
}

/// The rows of a cell that both runs have.
#[derive(Debug)]
pub struct Pair<'a> {
    pub cell: TechnologyCell,
    pub a: Vec<&'a Row>,
    pub b: Vec<&'a Row>,
}

#[derive(Debug)]
pub struct Pairing<'a> {
    /// By technology, then by each dimension.
    pub pairs: Vec<Pair<'a>>,
    pub only_in_a: Vec<TechnologyCell>,
    pub only_in_b: Vec<TechnologyCell>,
    /// The ids in A and in B where each run has one technology, and not the same: they are compared with
    /// each other then, and `TechnologyCell`s of pairs name A's.
    pub technologies: Option<(String, String)>,
}

/// Pairs cells of the same technology and place.
#[must_use]
pub fn pair<'a>(a: &'a [Row], b: &'a [Row]) -> Pairing<'a> {
    let technologies = two_technologies(a, b);
    let in_a = group(a);
    let mut in_b = group(b);
    let mut pairing = Pairing {
        pairs: Vec::new(),
        only_in_a: Vec::new(),
        only_in_b: Vec::new(),
        technologies,
    };
    for (cell, a) in in_a {
        let mut there = cell.clone();
        if let Some((_, technology)) = &pairing.technologies {
            there.technology.clone_from(technology);
        }
        match in_b.remove(&there) {
            Some(b) => pairing.pairs.push(Pair { cell, a, b }),
            None => pairing.only_in_a.push(cell),
        }
    }
    pairing.only_in_b = in_b.into_keys().collect();
    pairing
}

fn group(rows: &[Row]) -> BTreeMap<TechnologyCell, Vec<&Row>> {
    let mut cells: BTreeMap<TechnologyCell, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        cells.entry(row.cell.clone()).or_default().push(row);
    }
    cells
}

fn two_technologies(a: &[Row], b: &[Row]) -> Option<(String, String)> {
    let ids = |rows: &[Row]| -> BTreeSet<String> {
        rows.iter().map(|row| row.cell.technology.clone()).collect()
    };
    let (a, b) = (ids(a), ids(b));
    if a.len() != 1 || b.len() != 1 || a == b {
        return None;
    }
    a.into_iter().zip(b).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors;
    use crate::workloads::chat::Row as ChatRow;

    fn row(technology: &str, rooms: u32, users: u32) -> Row {
        vectors::row(&ChatRow {
            technology: technology.into(),
            rooms,
            users,
            ..ChatRow::default()
        })
    }

    fn texts(cells: &[TechnologyCell]) -> Vec<String> {
        cells.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn cells_that_only_one_run_has_are_named() {
        let a = [
            row("x", 1, 20),
            row("x", 1, 10),
            row("x", 1, 10),
            row("y", 2, 5),
        ];
        let b = [row("x", 1, 10), row("z", 2, 5)];
        let pairing = pair(&a, &b);
        assert_eq!(pairing.pairs.len(), 1);
        assert_eq!(pairing.pairs[0].cell.to_string(), "x, 1 room × 10 users");
        assert_eq!((pairing.pairs[0].a.len(), pairing.pairs[0].b.len()), (2, 1));
        assert_eq!(
            texts(&pairing.only_in_a),
            ["x, 1 room × 20 users", "y, 2 rooms × 5 users"]
        );
        assert_eq!(texts(&pairing.only_in_b), ["z, 2 rooms × 5 users"]);
        assert_eq!(pairing.technologies, None);
    }

    #[test]
    fn runs_of_one_technology_each_are_compared_with_each_other() {
        let a = [row("x", 1, 10), row("x", 1, 20)];
        let b = [row("y", 1, 10), row("y", 1, 30)];
        let pairing = pair(&a, &b);
        assert_eq!(pairing.technologies, Some(("x".into(), "y".into())));
        assert_eq!(pairing.pairs.len(), 1);
        assert_eq!(texts(&pairing.only_in_a), ["x, 1 room × 20 users"]);
        assert_eq!(texts(&pairing.only_in_b), ["y, 1 room × 30 users"]);
    }
}
