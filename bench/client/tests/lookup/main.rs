//! Lookups from end to end: a small server, a real database, a real load tool; also where the database is killed in mid-run.

mod check;
mod database;
mod run;
#[path = "../support/small_server.rs"]
mod small_server;
mod support;
