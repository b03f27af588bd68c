//! What one needs to know of a run by several agents to trust its rows.

use std::collections::BTreeSet;

use super::iteration_files::NamedFile;
use super::merge::MergedIteration;
use crate::result::{LatencyKind, Machine, Parameters, Run, Server};

/// What the result file says of the run, without notes.
pub fn run_metadata(files: &[NamedFile], technology: &str, iterations: &[MergedIteration]) -> Run {
    let (_, first) = &files[0];
    let commands: BTreeSet<&str> = files
        .iter()
        .map(|(_, file)| file.command.as_str())
        .collect();
    let starts = files.iter().map(|(_, file)| file.start_at.clone());
    let most = iterations.iter().map(|merged| merged.iteration).max();
    Run {
        started_at: starts.min().expect("there is a file"),
        ended_at: iterations
            .iter()
            .map(|merged| merged.ended_at.clone())
            .max(),
        command: commands.into_iter().collect::<Vec<_>>().join("; "),
        plan: None,
        client: first.client.clone(),
        machine: machine(files).clone(),
        servers: vec![Server {
            technology: technology.to_owned(),
            source: None,
            command: None,
            versions: Default::default(),
        }],
        parameters: Some(Parameters {
            messages_per_user: Some(first.workload.messages_per_user),
            interval_ms: Some(first.workload.interval_ms),
            iterations: most,
            drain_timeout_s: Some(first.workload.drain_timeout_s)
                .filter(|timeout_s| *timeout_s > 0.0),
            read_interval_us: Some(first.workload.read_interval_us),
            agents: Some(first.agent.agents),
            ..Parameters::default()
        }),
        tools: Default::default(),
        latency_kind: Some(latency_kind(iterations)),
        noise_floor: None,
        notes: Vec::new(),
    }
}

/// The server's, where an agent ran beside it; else the first agent's.
fn machine(files: &[NamedFile]) -> &Machine {
    let beside = files
        .iter()
        .find(|(_, file)| file.measured.server.is_some());
    let first = files.iter().min_by_key(|(_, file)| file.agent.index);
    &beside.or(first).expect("there is a file").1.machine
}

fn latency_kind(iterations: &[MergedIteration]) -> LatencyKind {
    if iterations.iter().all(|merged| merged.has_one_clock) {
        LatencyKind::OneWay
    } else {
        LatencyKind::RoundTrip
    }
}

/// What a reader must know besides the figures.
pub fn notes(files: &[NamedFile], iterations: &[MergedIteration]) -> Vec<String> {
    let agents = files[0].1.agent.agents;
    let boots: BTreeSet<&str> = files
        .iter()
        .map(|(_, file)| file.agent.boot_id.as_str())
        .collect();
    let mut notes = vec![format!(
        "{agents} agents on {} shared the users.",
        match boots.len() {
            1 => "1 machine".to_owned(),
            machines => format!("{machines} machines"),
        }
    )];
    if latency_kind(iterations) == LatencyKind::RoundTrip {
        let timed: u64 = iterations
            .iter()
            .map(|merged| merged.timed_deliveries)
            .sum();
        let received = iterations
            .iter()
            .map(|merged| merged.figures.received_deliveries);
        notes.push(format!(
            "The machines' clocks differ: latencies are of those deliveries that came back to the machine that they were sent from, {timed} of {}.",
            received.sum::<u64>()
        ));
    }
    let shown = machine(files);
    for (_, file) in files {
        let Machine {
            cpu_model,
            cpu_count,
            kernel,
            ..
        } = &file.machine;
        if (cpu_model, cpu_count, kernel) != (&shown.cpu_model, &shown.cpu_count, &shown.kernel) {
            notes.push(format!(
                "Agent {} ran on another machine: {cpu_count} × {cpu_model}, {kernel}.",
                file.agent.index
            ));
        }
    }
    for merged in iterations
        .iter()
        .filter(|merged| merged.unsent_deliveries > 0)
    {
        notes.push(format!(
            "Iteration {} of {} × {}: {} of the lost deliveries are of messages that could not be sent.",
            merged.iteration, merged.figures.rooms, merged.figures.users, merged.unsent_deliveries
        ));
    }
    notes.extend(files.iter().flat_map(|(_, file)| file.notes.clone()));
    notes
}
