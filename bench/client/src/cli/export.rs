//! `rtbench export`: a result file's bare rows.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::Error;
use crate::result::write_aside;
use crate::workloads::chat::{ChatFile, to_tsv};

const EXAMPLES: &str = "\
Examples:
  rtbench export data/chat/node-ws.json --tsv
  rtbench export data/chat/node-ws.json --tsv -o rows.tsv";

/// Write a JSON result file's bare rows
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    /// A JSON result file
    file: PathBuf,

    /// As TSV: one tab between fields, no quotes, an empty cell for an absent field
    #[arg(long, required = true)]
    tsv: bool,

    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the rows of the file.
///
/// # Errors
/// The file is no result file, or the output cannot be written.
pub fn run(args: &ExportArgs) -> Result<(), Error> {
    let file = ChatFile::read(&args.file)?;
    let tsv = to_tsv(&file.results).map_err(|fault| Error::invalid(&args.file, fault))?;
    match &args.output {
        Some(path) => write_aside(path, tsv.as_bytes()),
        None => std::io::stdout()
            .write_all(tsv.as_bytes())
            .map_err(Error::io("written", Path::new("standard output"))),
    }
}
