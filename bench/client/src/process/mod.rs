//! A server's process tree: who belongs to it, and the CPU and memory that it uses over the sending
//! window.

mod cpu;
mod memory;
mod per_process;
mod sampler;
mod tree;
mod usage;
mod with_backing;

pub(crate) use memory::pss_mib;
pub use per_process::PerProcessUsage;
pub(crate) use per_process::TreeReading;
pub use tree::{Tree, is_alive};
pub use usage::{Stage, Usage, UsageObserver, UsageSecond};
pub use with_backing::WithBacking;
