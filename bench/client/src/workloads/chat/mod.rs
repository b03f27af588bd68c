//! The chat comparisons: users in rooms, who talk on a schedule.

mod cell;
pub mod conformance;
mod measure;
mod plan;
mod process_usage;
mod row;
mod series;

use crate::result::{ResultFile, write_tsv};
use crate::runner::OfIteration;

pub use cell::Cell;
pub use measure::Chat;
pub use plan::Keys;
pub use process_usage::ProcessUsage;
pub use row::Row;
pub use series::Series;

/// A technology's result file.
pub type ChatFile = ResultFile<Row, Series, ProcessUsage>;

/// The rows as TSV, with a column for each field that any row has.
///
/// # Errors
/// A text that TSV cannot hold, with its row (from 1) and field.
pub fn to_tsv(rows: &[Row]) -> Result<String, String> {
    write_tsv(rows, "chat_row")
}

macro_rules! of_iteration {
    ($($part:ty),+) => {$(
        impl OfIteration<Cell> for $part {
            fn technology(&self) -> &str {
                &self.technology
            }

            fn cell(&self) -> Cell {
                Cell {
                    rooms: self.rooms,
                    users: self.users,
                }
            }

            fn iteration(&self) -> u32 {
                self.iteration
            }
        }
    )+};
}

of_iteration!(Row, Series, ProcessUsage);

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::row::tests::full_row;
    pub(crate) use super::series::tests::full_series;
}
