//! What rtbench costs beside other load clients.
//!
//! `server` is the fast chat server that all of them load; `floor` the least that a client can do;
//! `comparison` runs the clients in turn and measures them.

#![cfg(target_os = "linux")]

pub mod comparison;
pub mod floor;
pub mod server;
