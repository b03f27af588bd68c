//! Several agents, on one machine or on many, load a server together: each plays its share of the users and writes what it
//! saw; merging makes one result of it.

mod encoded;
mod file;
mod iteration_files;
mod merge;
mod merged_latencies;
mod run_metadata;

pub use encoded::EncodedHistogram;
pub use file::{Agent, AgentFile, Load, Measured, ReceivedFrom, ServerUsage};
pub use merge::{Merged, MergedIteration, merge, read_all};
