//! `rtbench`: an open-loop load client for real-time servers, and the runner of published plans.
//!
//! `chat` loads a server and accounts for every delivery; `agents` lets several processes share such a load; `calibration` tells what of its latencies is its own; `server` builds, starts, checks and stops
//! servers; `database` is what lookup servers read, and `lookup` loads those; `process` measures them; `plan` runs cells and iterations; `result` is what is
//! published; `compare` tells whether two results differ; `cli` is what a user types.

#![cfg(target_os = "linux")]

pub mod affinity;
pub mod agents;
pub mod calibration;
pub mod chat;
pub mod cli;
pub mod compare;
pub mod database;
pub mod error;
pub mod interrupt;
pub mod lookup;
pub mod machine;
pub mod notation;
pub mod plan;
pub mod process;
pub mod repository;
pub mod result;
pub mod server;
pub mod steal;
pub mod virtualization;
