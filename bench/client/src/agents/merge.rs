//! One result of all agents' files: histograms added, the account of deliveries drawn up over all of them.

use std::path::Path;
use std::time::Duration;

use super::file::{Agent, AgentFile, Measured};
use super::iteration_files::{IterationFiles, NamedFile, group_by_iteration};
use super::merged_latencies::{self, MergedLatencies};
use super::run_metadata::{notes, run_metadata};
use crate::error::Error;
use crate::notation::timestamp;
use crate::process::Usage;
use crate::rooms::{Audit, Figures, Observation, Outcome};
use crate::workloads::chat::{ChatFile, Row, Series};

/// What all agents together saw.
#[derive(Debug)]
pub struct Merged {
    pub file: ChatFile,
    pub iterations: Vec<MergedIteration>,
}

#[derive(Debug)]
pub struct MergedIteration {
    pub iteration: u32,
    pub figures: Figures,
    pub usage: Usage,
    series: Series,
    /// Those of the lost deliveries whose message was never sent.
    pub(super) unsent_deliveries: u64,
    /// Deliveries that the latencies are of.
    pub(super) timed_deliveries: u64,
    /// All agents went by it.
    pub(super) has_one_clock: bool,
    pub(super) ended_at: String,
}

/// Merges the files of all agents of one or more iterations into the result of `technology`.
///
/// # Errors
/// The files are not of one run, one of them contradicts itself, or an agent is missing.
///
/// # Panics
/// There is no file.
pub fn merge(files: &[NamedFile], technology: &str) -> Result<Merged, Error> {
    let iterations = group_by_iteration(files)?;
    let iterations = iterations
        .values()
        .map(|files| iteration(technology, files))
        .collect::<Result<Vec<MergedIteration>, Error>>()?;
    let row = |merged: &MergedIteration| {
        Row::new(
            technology,
            merged.iteration,
            merged.figures.clone(),
            &merged.usage,
        )
    };
    let mut file = ChatFile {
        schema: None,
        run: run_metadata(files, technology, &iterations),
        results: iterations.iter().map(row).collect(),
        series: iterations
            .iter()
            .map(|merged| merged.series.clone())
            .collect(),
        processes: Vec::new(),
    };
    file.note(notes(files, &iterations));
    Ok(Merged { file, iterations })
}

fn iteration(technology: &str, files: &IterationFiles) -> Result<MergedIteration, Error> {
    let (mut latencies, mut lag_us) = (MergedLatencies::new(), merged_latencies::empty());
    for (path, receiver) in files {
        let invalid = |place: &str| {
            let place = place.to_owned();
            move |fault: String| Error::invalid(path, format!("measured.{place}{fault}"))
        };
        for ((_, sender), from) in files.iter().zip(&receiver.measured.received_from) {
            let place = format!("received_from[{}].", sender.agent.index);
            latencies
                .add(from, has_one_clock(&receiver.agent, &sender.agent))
                .map_err(invalid(&place))?;
        }
        let lag = &receiver.measured.sender_lag_us;
        merged_latencies::add_encoded(&mut lag_us, lag, "sender_lag_us").map_err(invalid(""))?;
    }
    let (first_path, first) = files[0];
    let invalid = |fault| Error::invalid(first_path, fault);
    let start = first.start().map_err(invalid)?;
    let longest =
        |length_s| Duration::try_from_secs_f64(highest(files, length_s)).unwrap_or_default();
    let (window, drain) = (
        longest(|measured| measured.window_s),
        longest(|measured| measured.drain_s),
    );
    let seconds = latencies.seconds();
    let timed_deliveries = latencies.whole_us.len();
    let observation = Observation {
        outcome: outcome(files),
        audit: audit(files),
        latency_us: latencies.whole_us,
        seconds: Vec::new(),
        sender_lag_us: lag_us,
        window_started_at: start,
        window,
        drain,
        client_cpu_percent: highest(files, |measured| measured.client_cpu_percent),
        client_busy_percent: highest(files, |measured| measured.client_busy_percent),
    };
    let mut figures = Figures::new(&first.workload.workload().map_err(invalid)?, &observation);
    figures.client_saturated |= files.iter().any(|(_, file)| file.measured.client_saturated);
    let usage = usage(files)?;
    Ok(MergedIteration {
        iteration: first.iteration,
        series: Series {
            technology: technology.to_owned(),
            rooms: first.workload.rooms,
            users: first.workload.users,
            iteration: first.iteration,
            ..Series::new(&seconds, &usage.seconds)
        },
        figures,
        usage,
        unsent_deliveries: unsent_deliveries(files),
        timed_deliveries,
        has_one_clock: files
            .iter()
            .all(|(_, file)| has_one_clock(&file.agent, &first.agent)),
        ended_at: timestamp(start + window + drain),
    })
}

fn highest(files: &IterationFiles, figure: fn(&Measured) -> f64) -> f64 {
    let figures = files.iter().map(|(_, file)| figure(&file.measured));
    figures.fold(0.0, f64::max)
}

/// A boot of a machine has one clock, whatever containers its processes run in.
fn has_one_clock(one: &Agent, other: &Agent) -> bool {
    one.boot_id == other.boot_id
}

/// The worst: the server's process is gone; else it closed connections; else deliveries were missing.
fn outcome(files: &IterationFiles) -> Outcome {
    [
        Outcome::ServerExited,
        Outcome::Disconnected,
        Outcome::DrainTimeout,
    ]
    .into_iter()
    .find(|outcome| {
        files
            .iter()
            .any(|(_, file)| file.measured.outcome == *outcome)
    })
    .unwrap_or(Outcome::Complete)
}

/// As one client would draw it up: all that was due is expected.
fn audit(files: &IterationFiles) -> Audit {
    let sum = |count: fn(&AgentFile) -> u64| files.iter().map(|(_, file)| count(file)).sum::<u64>();
    let expected_deliveries = sum(|file| file.measured.expected_deliveries);
    let received_deliveries = sum(|file| file.measured.received_deliveries());
    Audit {
        sent_messages: sum(|file| file.measured.sent_messages_by_room.iter().sum()),
        expected_deliveries,
        received_deliveries,
        lost_deliveries: expected_deliveries - received_deliveries,
        duplicated_deliveries: sum(|file| file.measured.duplicated_deliveries),
        out_of_order_deliveries: sum(|file| file.measured.out_of_order_deliveries),
        closed_idle_users: 0,
    }
}

/// Deliveries of messages that no agent sent: each message goes to everyone in its room.
fn unsent_deliveries(files: &IterationFiles) -> u64 {
    let audit = audit(files);
    let (_, first) = files[0];
    audit
        .expected_deliveries
        .saturating_sub(audit.sent_messages * u64::from(first.workload.users))
}

/// The server's, if an agent ran beside it, and the largest steal of all machines.
fn usage(files: &IterationFiles) -> Result<Usage, Error> {
    let mut measuring = files
        .iter()
        .filter_map(|named| Some((named, named.1.measured.server.as_ref()?)));
    let first = measuring.next();
    if let (Some(((first_path, _), _)), Some(((path, _), _))) = (first, measuring.next()) {
        let reason = format!(
            "measured.server: found the server's CPU and memory, which {} has too (expected one agent beside the server, with --pid)",
            first_path.display()
        );
        return Err(Error::invalid(path, reason));
    }
    let steals = files
        .iter()
        .filter_map(|(_, file)| file.measured.steal_percent);
    Ok(Usage {
        steal_percent: steals.reduce(f64::max),
        ..first.map(|(_, server)| server.usage()).unwrap_or_default()
    })
}

/// Reads the files of all agents.
///
/// # Errors
/// The first that can't be read, or is no agent's file.
pub fn read_all<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<NamedFile>, Error> {
    let read = |path: &P| Ok((path.as_ref().to_owned(), AgentFile::read(path.as_ref())?));
    paths.iter().map(read).collect()
}
