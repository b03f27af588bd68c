//! `rtbench`: an open-loop load client for real-time servers, and the runner of published plans.
//!
//! `runner` runs a plan, and `workloads` holds what plans can measure, a folder each. Their loads are made of `websocket`, `load`,
//! `rooms` (users of a chat server, every delivery accounted for), `broadcast` (clients who hear everyone, the same), `http_load` (who asks
//! over HTTP), `relay` (messages from a broker through a relay to pages) and `load_tool`; `search` finds the heaviest that a server holds. `agents` lets several processes share a load;
//! `calibration` tells what of its latencies is its own; `server` builds, starts and stops servers, `database` is what some of them
//! read, `broker` what others listen to, `process` measures them; `result` is what is published; `compare` tells whether two results differ; `conformance` is what
//! checks of servers share; `cli` is what a user types.

#![cfg(target_os = "linux")]

pub mod affinity;
pub mod agents;
pub mod broadcast;
pub mod broker;
pub mod calibration;

pub mod cli;
pub mod compare;
pub mod conformance;
pub mod database;
pub mod error;
pub mod http_load;
pub mod interrupt;
pub mod load;
pub mod load_tool;
pub mod machine;
pub mod notation;
pub mod process;
pub mod relay;
pub mod repository;
pub mod result;
pub mod rooms;
pub mod runner;
pub mod search;
pub mod server;
pub mod steal;
pub mod virtualization;
pub mod websocket;
pub mod workloads;
