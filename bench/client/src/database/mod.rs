//! The database that servers of lookups and of the bookstore use: a private PostgreSQL instance on loopback, for the length of a run
//! or until it is taken down.

mod detached;
mod instance;
mod programs;
mod running;
mod schema;

pub use detached::DetachedDatabase;
pub use instance::Instance;
pub use programs::Programs;
pub use running::Database;
pub use schema::Schema;
