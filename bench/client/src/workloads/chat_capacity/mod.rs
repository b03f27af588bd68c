//! The chat's capacity: how many users a room may have until the server falls over. An iteration is a search, and a row what it found.

mod cell;
mod load;
mod plan;
mod row;

use super::capacity::Capacity;
use crate::result::ResultFile;
use crate::runner::{Nothing, OfIteration};

pub use cell::Cell;
pub use load::Users;
pub use plan::Keys;
pub use row::{Row, Series};

pub type ChatCapacity = Capacity<Keys>;

/// A technology's result file.
pub type ChatCapacityFile = ResultFile<Row, Series, Nothing>;

macro_rules! of_iteration {
    ($($part:ty),+) => {$(
        impl OfIteration<Cell> for $part {
            fn technology(&self) -> &str {
                &self.technology
            }

            fn cell(&self) -> Cell {
                Cell {
                    rooms: self.rooms,
                    interval_ms: self.interval_ms,
                }
            }

            fn iteration(&self) -> u32 {
                self.iteration
            }
        }
    )+};
}

of_iteration!(Row, Series);
