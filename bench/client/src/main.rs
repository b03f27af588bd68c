//! The binary: parses the command line, runs it, and prints what went wrong in one line.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match rtbench::cli::run(rtbench::cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rtbench: {error}");
            ExitCode::FAILURE
        }
    }
}
