//! The bookstore from end to end: a small server, a real database, users, a mix and fixed rates; also a server that fails.

mod check;
mod run;
#[path = "../support/small_server.rs"]
mod small_server;
mod support;
