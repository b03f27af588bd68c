//! Which files belong together: all agents of one iteration of one cell. Files that can't be of one run are refused.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::file::AgentFile;
use crate::error::Error;

/// A file, and the path by which the user knows it.
pub type NamedFile = (PathBuf, AgentFile);

/// Room count, users in each room, number of the iteration.
pub type IterationKey = (u32, u32, u32);

/// All agents of an iteration, by index.
pub type IterationFiles<'a> = Vec<&'a NamedFile>;

/// The iterations that the files are of.
///
/// # Errors
/// A file contradicts itself or another, an agent is missing, or is there twice.
pub fn group_by_iteration(
    files: &[NamedFile],
) -> Result<BTreeMap<IterationKey, IterationFiles<'_>>, Error> {
    let mut iterations: BTreeMap<IterationKey, IterationFiles> = BTreeMap::new();
    for named in files {
        let (path, file) = named;
        fault(file).map_or(Ok(()), |fault| Err(Error::invalid(path, fault)))?;
        agree(&files[0], named, run_fields)?;
        let load = &file.workload;
        let key = (load.rooms, load.users, file.iteration);
        iterations.entry(key).or_default().push(named);
    }
    for files in iterations.values_mut() {
        files.sort_by_key(|(_, file)| file.agent.index);
        for pair in files.windows(2) {
            distinct(pair[0], pair[1])?;
        }
        for named in &files[1..] {
            agree(files[0], named, iteration_fields)?;
        }
        complete(files)?;
        received_was_sent(files)?;
    }
    Ok(iterations)
}

/// What in a file contradicts the rest of it.
fn fault(file: &AgentFile) -> Option<String> {
    if let Err(fault) = file.workload.workload().and_then(|_| file.start()) {
        return Some(fault);
    }
    let (index, agents) = (file.agent.index, file.agent.agents);
    if index >= agents {
        return Some(format!(
            "agent.index: found {index} (expected less than the {agents} agents)"
        ));
    }
    let count = |field: &str, found: usize, expected: u32| {
        (found != expected as usize)
            .then(|| format!("{field}: found {found} entries (expected {expected})"))
    };
    let measured = &file.measured;
    let messages = u64::from(file.workload.messages_per_user);
    let expected: u64 = file.shares().users_by_room(index).iter().sum::<u32>() as u64
        * u64::from(file.workload.users)
        * messages;
    let (received, found) = (measured.received_deliveries(), measured.expected_deliveries);
    let rooms = measured.sent_messages_by_room.len();
    None.or_else(|| count("measured.sent_messages_by_room", rooms, file.workload.rooms))
        .or_else(|| count("measured.received_from", measured.received_from.len(), agents))
        .or_else(|| {
            (found != expected).then(|| {
                format!("measured.expected_deliveries: found {found} (expected {expected}, by the workload)")
            })
        })
        .or_else(|| {
            (received > expected).then(|| {
                format!("measured.received_from: found {received} deliveries (expected at most {expected})")
            })
        })
}

/// What all files of a run have in common.
fn run_fields(file: &AgentFile) -> Vec<(&'static str, Value)> {
    let load = &file.workload;
    vec![
        ("client.version", json!(file.client.version)),
        ("client.commit", json!(file.client.commit)),
        ("agent.agents", json!(file.agent.agents)),
        ("workload.messages_per_user", json!(load.messages_per_user)),
        ("workload.interval_ms", json!(load.interval_ms)),
        ("workload.drain_timeout_s", json!(load.drain_timeout_s)),
        ("workload.read_interval_us", json!(load.read_interval_us)),
    ]
}

/// What all files of an iteration have in common besides.
fn iteration_fields(file: &AgentFile) -> Vec<(&'static str, Value)> {
    vec![("start_at", json!(file.start_at))]
}

fn agree(
    (first_path, first): &NamedFile,
    (path, file): &NamedFile,
    fields: fn(&AgentFile) -> Vec<(&'static str, Value)>,
) -> Result<(), Error> {
    let pairs = fields(first).into_iter().zip(fields(file));
    for ((field, expected), (_, found)) in pairs {
        if found != expected {
            let first_path = first_path.display();
            return Err(Error::invalid(
                path,
                format!(
                    "{field}: found {found} (expected {expected}, as in {first_path}: they are not of one run)"
                ),
            ));
        }
    }
    Ok(())
}

fn distinct((first_path, first): &NamedFile, (path, file): &NamedFile) -> Result<(), Error> {
    let index = file.agent.index;
    if index != first.agent.index {
        return Ok(());
    }
    let first_path = first_path.display();
    Err(Error::invalid(
        path,
        format!(
            "agent.index: found {index}, which {first_path} has too (expected each agent once)"
        ),
    ))
}

fn complete(files: &IterationFiles) -> Result<(), Error> {
    let (path, first) = files[0];
    let present = |index: &u32| files.iter().any(|(_, file)| file.agent.index == *index);
    let agents = first.agent.agents;
    let missing: Vec<String> = (0..agents)
        .filter(|index| !present(index))
        .map(|index| index.to_string())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::invalid(
        path,
        format!(
            "agent.agents: found {agents}, but of iteration {} no file of agent {} (expected all: without one, what the others lost can't be told)",
            first.iteration,
            missing.join(", ")
        ),
    ))
}

/// No agent can have received more of another's messages than that one sent to its users.
fn received_was_sent(files: &IterationFiles) -> Result<(), Error> {
    for (path, receiver) in files {
        let users = receiver.shares().users_by_room(receiver.agent.index);
        for ((sender_path, sender), from) in files.iter().zip(&receiver.measured.received_from) {
            let sent = sender.measured.sent_messages_by_room.iter().zip(&users);
            let sent: u64 = sent.map(|(sent, users)| sent * u64::from(*users)).sum();
            if from.deliveries > sent {
                let (index, sender_path) = (sender.agent.index, sender_path.display());
                return Err(Error::invalid(
                    path,
                    format!(
                        "measured.received_from[{index}].deliveries: found {} (expected at most {sent}, which {sender_path} sent: they are not of one run)",
                        from.deliveries
                    ),
                ));
            }
        }
    }
    Ok(())
}
