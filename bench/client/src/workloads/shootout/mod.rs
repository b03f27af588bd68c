//! The shootout workload: broadcasts to many clients.

pub mod conformance;
