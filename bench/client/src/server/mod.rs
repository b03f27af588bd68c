//! Servers of `bench/servers`: their manifests, building, running and checking them.

mod build;
pub mod conformance;
mod log;
mod manifest;
mod readiness;
mod registry;
mod running;
mod spawn;

pub use log::{Log, LogTail};
pub use manifest::{Manifest, Protocol, Readiness};
pub use registry::{Registry, Server};
pub use running::{RunningServer, free_address};
pub use spawn::{end_tree, spawn_tied};
