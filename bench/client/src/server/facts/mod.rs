//! What a server costs before anyone connects: lines of code, build time, size, time to readiness, idle
//! memory. All of it is measured on a clean copy, so that nothing left from earlier builds counts.

mod code;
mod copy;
mod file;
mod size;

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::{RunningServer, Server, free_address};
use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::notation::{round, timestamp};
use crate::process::{Tree, pss_mib};
use crate::result::{Client, Machine};

pub use code::{CodeLines, Counter};
pub use copy::CleanCopy;
pub use file::FactsFile;

/// How long a server is left alone after it is ready, before its memory is taken.
const IDLE: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(50);

/// One server's entry of `data/servers.json`; `schema/servers.json` describes its fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    pub technology: String,
    pub measured_at: String,
    pub client: Client,
    pub machine: Machine,
    pub server_cpus: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, String>,
    pub line_counter: String,
    pub source_lines: u64,
    pub configuration_lines: u64,
    pub lines_by_language: BTreeMap<String, u64>,
    pub build_s: f64,
    pub build_caches: BuildCaches,
    pub artifact_mib: f64,
    pub starts: usize,
    pub ready_median_ms: f64,
    pub ready_min_ms: f64,
    pub ready_max_ms: f64,
    pub idle_memory_mib: f64,
    pub idle_after_s: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What of a platform's own caches there was when the build was timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildCaches {
    /// Those that another build has just left: downloads, and dependencies that are kept compiled.
    Warm,
}

/// Under what conditions facts are measured.
#[derive(Debug)]
pub struct Conditions<'a> {
    pub client: Client,
    pub machine: Machine,
    pub cpus: CpuList,
    pub starts: usize,
    pub interrupt: &'a Interrupt,
}

/// Measures a server's facts, whose lines have been counted.
///
/// # Errors
/// It is not known what to weigh, the server does not build or start, or the user interrupts.
pub fn measure(server: &Server, lines: CodeLines, conditions: &Conditions) -> Result<Facts, Error> {
    // Fills the platform's caches, so that the network is not what is timed.
    CleanCopy::of(server)?
        .server()
        .build(conditions.interrupt)?;
    let copy = CleanCopy::of(server)?;
    let build_started = Instant::now();
    copy.server().build(conditions.interrupt)?;
    let build_time = build_started.elapsed();
    let artifact_mib = size::artifact_mib(copy.server())?;
    let starts = (0..conditions.starts)
        .map(|_| start_once(copy.server(), conditions))
        .collect::<Result<Vec<Start>, Error>>()?;
    let ready_ms = Spread::of(starts.iter().map(|start| start.ready.as_secs_f64() * 1e3));
    let idle_mib = Spread::of(starts.iter().map(|start| start.idle_mib));
    let notes = conditions.machine.load_warning().into_iter();
    Ok(Facts {
        technology: server.id().to_owned(),
        measured_at: timestamp(SystemTime::now()),
        client: conditions.client.clone(),
        machine: conditions.machine.clone(),
        server_cpus: conditions.cpus.to_string(),
        versions: copy.server().describe(&conditions.cpus)?.versions,
        line_counter: lines.counter,
        source_lines: lines.source,
        configuration_lines: lines.configuration,
        lines_by_language: lines.by_language,
        build_s: round(build_time.as_secs_f64(), 2),
        build_caches: BuildCaches::Warm,
        artifact_mib: round(artifact_mib, 4),
        starts: starts.len(),
        ready_median_ms: round(ready_ms.median, 1),
        ready_min_ms: round(ready_ms.min, 1),
        ready_max_ms: round(ready_ms.max, 1),
        idle_memory_mib: round(idle_mib.median, 2),
        idle_after_s: IDLE.as_secs_f64(),
        notes: notes
            .map(|warning| format!("Warning: {warning}."))
            .collect(),
    })
}

struct Start {
    ready: Duration,
    idle_mib: f64,
}

fn start_once(server: &Server, conditions: &Conditions) -> Result<Start, Error> {
    let address = free_address(None)?;
    let started = Instant::now();
    let cpus = Some(&conditions.cpus);
    let mut running = RunningServer::start(server, address, cpus, conditions.interrupt)?;
    let ready = started.elapsed();
    let idle_until = Instant::now() + IDLE;
    while Instant::now() < idle_until {
        conditions.interrupt.check()?;
        std::thread::sleep(POLL);
    }
    if let Some(error) = running.ended_by_itself() {
        return Err(error);
    }
    let idle_mib = pss_mib(&Tree::of(running.pid())?).map_err(|source| Error::Proc {
        what: format!("memory of {}", server.id()),
        source,
    })?;
    Ok(Start { ready, idle_mib })
}

struct Spread {
    min: f64,
    median: f64,
    max: f64,
}

impl Spread {
    /// Of at least one value.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let last = values.len() - 1;
        Self {
            min: values[0],
            // The mean of the middle two where their number is even.
            median: f64::midpoint(values[last / 2], values[last.div_ceil(2)]),
            max: values[last],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value_or_between_the_middle_two() {
        let spread = |values: &[f64]| Spread::of(values.iter().copied());
        assert_eq!(spread(&[3.0, 1.0, 2.0]).median, 2.0);
        assert_eq!(spread(&[4.0, 1.0, 2.0, 3.0]).median, 2.5);
        let one = spread(&[7.0]);
        assert_eq!((one.min, one.median, one.max), (7.0, 7.0, 7.0));
    }
}
