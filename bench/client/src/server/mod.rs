//! Servers of `bench/servers`: their manifests, building, running and checking them.

mod build;
pub mod facts;
mod log;
mod manifest;
mod needs;
mod original;
mod readiness;
mod registry;
mod relay;
mod running;
mod runtime;
pub mod skeleton;
mod spawn;
mod tracked;
mod verdict;

pub use log::{Log, LogTail};
pub use manifest::{Endpoint, Envelope, Manifest, Protocol, Readiness};
pub use needs::Need;
pub use original::Original;
pub use registry::{Registry, Server};
pub use relay::Relay;
pub use running::{RunningServer, free_address};
pub use spawn::{end_tree, spawn_tied, wait_for};
pub use verdict::Verdict;
