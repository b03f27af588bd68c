//! The shootout's comparisons: so many clients, of which some broadcast to all, as fast as the server allows or at a fixed rate; so
//! many that say nothing; and echoes at a fixed rate.

pub mod conformance;
mod level;
mod measure;
mod outcome;
mod plan;
mod row;

pub use level::Level;
pub use measure::Shootout;
pub use outcome::Outcome;
pub use plan::Keys;
pub use row::Row;
