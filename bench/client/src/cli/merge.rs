//! `rtbench merge`: one result file of what all agents saw.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Output;
use super::chat::{Line, write_summary};
use crate::agents::{self, Merged};
use crate::result::LatencyKind;

const EXAMPLES: &str = "\
Examples:
  rtbench merge agent-0.json agent-1.json --technology node-ws -o data/chat/node-ws-2-agents.json
  rtbench merge agent-0.json agent-1.json --technology node-ws --output json | jq .latency_p99_ms

Files of several iterations and cells may be merged at once, if all their agents are there.";

/// Merge the files of all agents into one result file
///
/// Histograms are added, and the account of deliveries is drawn up over all agents. Where they ran on machines with clocks
/// of their own, latencies are of those deliveries alone that came back to the machine that they were sent from, and the
/// file says so. Files that can't be of one run are refused.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// What `rtbench agent` wrote, of all agents
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The id of the technology that was loaded, as in data/technologies.yml
    #[arg(long, value_name = "ID", value_parser = technology)]
    technology: String,

    /// The commit of the client's source, where the agents ran outside of the repository and could not tell
    #[arg(long, value_name = "HASH", value_parser = commit)]
    commit: Option<String>,

    /// Where to write the result file; it is only printed by default
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A summary to read, or one JSON object a line for each iteration, with the fields of result
    /// files
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// Merges the files, writes the result, and prints its figures.
///
/// # Errors
/// A file is no agent's, or not of the same run; an agent is missing; the result cannot be written.
pub fn run(args: &MergeArgs) -> Result<(), Box<dyn std::error::Error>> {
    let files = agents::read_all(&args.files)?;
    let Merged {
        mut file,
        iterations,
    } = agents::merge(&files, &args.technology)?;
    let client = &mut file.run.client;
    client.commit = client.commit.take().or_else(|| args.commit.clone());
    if let Some(path) = &args.out {
        file.write(path)?;
    }
    let kind = file.run.latency_kind.unwrap_or(LatencyKind::OneWay);
    let mut out = io::stdout().lock();
    for merged in iterations {
        let line = Line {
            iteration: merged.iteration,
            figures: merged.figures,
            idle: None,
            usage: merged.usage,
        };
        match args.output {
            Output::Text => write_summary(&mut out, &line)?,
            Output::Json => {
                let mut object = json!(line);
                object["latency_kind"] = json!(kind);
                writeln!(out, "{object}")?;
            }
        }
    }
    if args.output == Output::Text {
        writeln!(out, "\nLatencies are {}.", kind.as_str())?;
        for note in &file.run.notes {
            writeln!(out, "{note}")?;
        }
    }
    Ok(())
}

/// As `schema/result.json` has ids.
fn technology(text: &str) -> Result<String, String> {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if text.split('-').all(is_word) {
        Ok(text.to_owned())
    } else {
        Err("expected lower-case letters, digits and single hyphens".to_owned())
    }
}

/// As `schema/result.json` has commits.
fn commit(text: &str) -> Result<String, String> {
    let hash = text.strip_suffix("-dirty").unwrap_or(text);
    let is_hash = hash
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if is_hash && (7..=40).contains(&hash.len()) {
        Ok(text.to_owned())
    } else {
        Err("expected 7 to 40 hexadecimal digits, and perhaps -dirty".to_owned())
    }
}
