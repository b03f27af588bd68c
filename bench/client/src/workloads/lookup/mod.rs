//! The lookup comparisons: servers that answer one record of a database over HTTP, under so many connections at once, or at a
//! part of the highest rate that each has shown. The load comes from oha, the database's own ceiling from pgbench.

mod conformance;
mod level;
mod measure;
mod outcome;
mod pgbench;
mod plan;
mod row;

pub use conformance::check_lookup;
pub use level::Level;
pub use measure::Lookup;
pub use outcome::Outcome;
pub use plan::Keys;
pub use row::Row;

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::row::tests::full_row;
}
