//! The binary: parses the command line, runs it, and prints what went wrong in one line.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use clap::Parser;

    match rtbench::cli::run(rtbench::cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rtbench: {error}");
            let known = error.downcast_ref::<rtbench::error::Error>();
            ExitCode::from(known.map_or(1, rtbench::error::Error::exit_code))
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!(
        "rtbench: this is {}: rtbench needs Linux, whose /proc and CPU affinity it measures with",
        std::env::consts::OS
    );
    ExitCode::FAILURE
}
