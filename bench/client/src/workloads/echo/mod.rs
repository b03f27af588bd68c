//! The echo comparisons: a message comes back, on so many connections at once, or so many times a second.

mod level;
mod measure;
mod plan;
mod row;

pub use level::Level;
pub use measure::Echo;
pub use plan::Keys;
pub use row::Row;
