//! Result files: the types of `schema/result.json`, their reader and writers.

mod file;
mod lookup_row;
mod process_usage;
mod row;
mod run;
mod series;
mod tsv;

pub use file::{ResultFile, write_aside};
pub use lookup_row::LookupRow;
pub use process_usage::ProcessUsage;
pub use row::Row;
pub use run::{Client, LatencyKind, Machine, NoiseFloor, Parameters, Run, Server};
pub use series::Series;
pub use tsv::{read_tsv, to_tsv, write_tsv};

#[cfg(test)]
pub(crate) use run::tests::sample_run;
