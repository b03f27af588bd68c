//! A cell of the chat comparison, and choosing cells of any comparison by their dimensions.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A value of each dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub rooms: u32,
    /// Users in each room.
    pub users: u32,
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rooms = if self.rooms == 1 { "room" } else { "rooms" };
        let users = if self.users == 1 { "user" } else { "users" };
        write!(formatter, "{} {rooms} × {} {users}", self.rooms, self.users)
    }
}

/// What a comparison's cells differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    Rooms,
    Users,
    Concurrency,
    RatePercent,
}

impl Dimension {
    fn named(name: &str) -> Option<Self> {
        match name {
            "rooms" => Some(Self::Rooms),
            "users" => Some(Self::Users),
            "concurrency" => Some(Self::Concurrency),
            "rate_percent" => Some(Self::RatePercent),
            _ => None,
        }
    }
}

/// A cell of any comparison, by the dimensions that it has.
pub trait HasDimensions: Copy {
    /// `None` where the comparison has no such dimension.
    fn value_of(self, dimension: Dimension) -> Option<u32>;

    /// As a filter for it alone is written.
    fn words(self) -> String;
}

impl HasDimensions for Cell {
    fn value_of(self, dimension: Dimension) -> Option<u32> {
        match dimension {
            Dimension::Rooms => Some(self.rooms),
            Dimension::Users => Some(self.users),
            Dimension::Concurrency | Dimension::RatePercent => None,
        }
    }

    fn words(self) -> String {
        format!("rooms={},users={}", self.rooms, self.users)
    }
}

/// Cells with the given values: `rooms=1,users=10`, or only some of the dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellFilter {
    text: String,
    values: Vec<(Dimension, u32)>,
}

impl CellFilter {
    #[must_use]
    pub fn matches(&self, cell: impl HasDimensions) -> bool {
        let is = |(dimension, value): &(Dimension, u32)| cell.value_of(*dimension) == Some(*value);
        self.values.iter().all(is)
    }

    /// The cells that any of the filters matches, in their order; all without a filter.
    ///
    /// # Errors
    /// A filter matches none; the message lists the cells there are.
    pub fn select<C: HasDimensions>(filters: &[Self], cells: &[C]) -> Result<Vec<C>, Error> {
        for filter in filters {
            if !cells.iter().any(|cell| filter.matches(*cell)) {
                return Err(Error::UnknownCell {
                    wanted: filter.text.clone(),
                    known: cells.iter().map(|cell| cell.words()).collect(),
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
            let named = part.trim().split_once('=');
            let named = named.and_then(|(name, value)| Some((Dimension::named(name)?, value)));
            let Some((dimension, value)) = named else {
                return Err(format!(
                    "found `{part}` (expected dimensions of the cell, as in `rooms=1,users=10` or `concurrency=16`)"
                ));
            };
            match value.parse() {
                Ok(number) => Ok((dimension, number)),
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

    const CELLS: [Cell; 3] = [
        Cell {
            rooms: 1,
            users: 10,
        },
        Cell {
            rooms: 1,
            users: 20,
        },
        Cell {
            rooms: 2,
            users: 10,
        },
    ];

    fn select(filters: &[&str]) -> Result<Vec<Cell>, Error> {
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
        let error = select(&["rooms=3"]).unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown cell `rooms=3` (the plan has: rooms=1,users=10; rooms=1,users=20; rooms=2,users=10)"
        );
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for text in ["", "10", "room=1", "rooms=x", "rooms=1;users=2"] {
            assert!(text.parse::<CellFilter>().is_err(), "{text}");
        }
    }
}
