//! The shootout's capacity: how many clients may be connected until a broadcast to all of them takes too long. An iteration is a search,
//! and a row what it found.

mod cell;
mod load;
mod plan;
mod row;

use super::capacity::Capacity;
use crate::result::ResultFile;
use crate::runner::{Nothing, OfIteration};

pub use cell::Cell;
pub use load::Clients;
pub use plan::Keys;
pub use row::{Row, Series};

pub type ShootoutCapacity = Capacity<Keys>;

/// A technology's result file.
pub type ShootoutCapacityFile = ResultFile<Row, Series, Nothing>;

macro_rules! of_iteration {
    ($($part:ty),+) => {$(
        impl OfIteration<Cell> for $part {
            fn technology(&self) -> &str {
                &self.technology
            }

            fn cell(&self) -> Cell {
                Cell {
                    broadcasts_per_s: self.broadcasts_per_s,
                }
            }

            fn iteration(&self) -> u32 {
                self.iteration
            }
        }
    )+};
}

of_iteration!(Row, Series);
