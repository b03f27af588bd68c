//! Cells of any comparison, and choosing them by their dimensions.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use crate::error::Error;

/// What a comparison's iterations differ in, besides the technology. `Display` is how a user is told of it.
pub trait Cell: Copy + Ord + Debug + Display {
    /// The dimensions that it has, with their values.
    fn dimensions(self) -> Vec<(&'static str, u32)>;
}

/// As a filter for the cell alone is written.
fn words(cell: impl Cell) -> String {
    let named = |(name, value)| format!("{name}={value}");
    let words: Vec<String> = cell.dimensions().into_iter().map(named).collect();
    words.join(",")
}

/// Cells with the given values: `rooms=1,users=10`, or only some of the dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellFilter {
    text: String,
    values: Vec<(String, u32)>,
}

impl CellFilter {
    #[must_use]
    pub fn matches(&self, cell: impl Cell) -> bool {
        let dimensions = cell.dimensions();
        let is = |(name, value): &(String, u32)| dimensions.contains(&(name.as_str(), *value));
        self.values.iter().all(is)
    }

    /// The cells that any of the filters matches, in their order; all without a filter.
    ///
    /// # Errors
    /// A filter matches none; the message lists the cells there are.
    pub fn select<C: Cell>(filters: &[Self], cells: &[C]) -> Result<Vec<C>, Error> {
        for filter in filters {
            if !cells.iter().any(|cell| filter.matches(*cell)) {
                return Err(Error::UnknownCell {
                    wanted: filter.text.clone(),
                    known: cells.iter().copied().map(words).collect(),
                });
            }
        }
        let chosen = |cell: &&C| filters.is_empty() || filters.iter().any(|f| f.matches(**cell));
        Ok(cells.iter().filter(chosen).copied().collect())
    }
}

impl FromStr for CellFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let value = |part: &str| {
            let Some((name, value)) = part.trim().split_once('=') else {
                return Err(format!(
                    "found `{part}` (expected dimensions of the cell, as in `rooms=1,users=10` or `concurrency=16`)"
                ));
            };
            match value.parse() {
                Ok(number) => Ok((name.to_owned(), number)),
                Err(_) => Err(format!("`{value}` in `{part}` is not a whole number")),
            }
        };
        Ok(Self {
            text: text.to_owned(),
            values: text.split(',').map(value).collect::<Result<_, _>>()?,
        })
    }
}

impl fmt::Display for CellFilter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Room(u32, u32);

    impl Display for Room {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "{} × {}", self.0, self.1)
        }
    }

    impl Cell for Room {
        fn dimensions(self) -> Vec<(&'static str, u32)> {
            vec![("rooms", self.0), ("users", self.1)]
        }
    }

    const CELLS: [Room; 3] = [Room(1, 10), Room(1, 20), Room(2, 10)];

    fn select(filters: &[&str]) -> Result<Vec<Room>, Error> {
        let filters: Vec<CellFilter> = filters.iter().map(|text| text.parse().unwrap()).collect();
        CellFilter::select(&filters, &CELLS)
    }

    #[test]
    fn a_filter_chooses_cells_by_some_or_all_dimensions() {
        assert_eq!(select(&["rooms=1,users=20"]).unwrap(), [CELLS[1]]);
        assert_eq!(select(&["users=10"]).unwrap(), [CELLS[0], CELLS[2]]);
        assert_eq!(
            select(&["rooms=2", "users=20"]).unwrap(),
            [CELLS[1], CELLS[2]]
        );
        assert_eq!(select(&[]).unwrap(), CELLS);
    }

    #[test]
    fn an_unknown_cell_is_refused_with_the_list_of_those_there_are() {
        for wanted in ["rooms=3", "room=1"] {
            let error = select(&[wanted]).unwrap_err().to_string();
            let known = "rooms=1,users=10; rooms=1,users=20; rooms=2,users=10";
            assert_eq!(
                error,
                format!("unknown cell `{wanted}` (the plan has: {known})")
            );
        }
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for text in ["", "10", "rooms=x", "rooms=1;users=2"] {
            assert!(text.parse::<CellFilter>().is_err(), "{text}");
        }
    }
}
