//! Result files: what those of all workloads share of `schema/result.json`, their reader and writers.

mod file;
mod run;
mod tsv;

pub use file::{ResultFile, RunFile, parse_json, read_text, write_aside};
pub use run::{Client, LatencyKind, Machine, NoiseFloor, Parameters, Run, Server};
pub use tsv::{columns, read_tsv, required, write_tsv};

#[cfg(test)]
pub(crate) use run::tests::sample_run;
