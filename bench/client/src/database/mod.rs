//! The database that lookup servers read: a private PostgreSQL instance on loopback, for the length of a run or until it is
//! taken down.

mod detached;
mod instance;
mod programs;
mod running;

pub use detached::DetachedDatabase;
pub use instance::Instance;
pub use programs::Programs;
pub use running::Database;
