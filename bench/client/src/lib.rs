//! `rtbench`: an open-loop load client for real-time servers, and the runner of published plans.
//!
//! `chat` loads a server and accounts for every delivery; `cli` is what a user types.

pub mod chat;
pub mod cli;
