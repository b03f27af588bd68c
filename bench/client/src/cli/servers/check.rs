//! `rtbench servers check`: whether a server keeps the protocol.

use std::net::SocketAddr;

use super::Output;
use crate::error::Error;
use crate::server::conformance::{self, CHECKS, PATIENCE, Verdict};

/// Checks what listens at `address`, and tells each verdict as it comes.
pub(super) fn check(server: &str, address: SocketAddr, output: Output) -> Result<(), Error> {
    if output == Output::Text {
        println!("{server}");
    }
    let tell = |verdict: &Verdict| match output {
        Output::Text => tell_verdict(verdict),
        Output::Json => println!(
            "{}",
            serde_json::json!({
                "server": server,
                "promise": verdict.promise,
                "passed": verdict.fault.is_none(),
                "fault": verdict.fault,
            })
        ),
    };
    let verdicts = conformance::check(CHECKS, address, "/chat", PATIENCE, tell);
    let total = verdicts.len();
    let failed = verdicts
        .iter()
        .filter(|verdict: &&Verdict| verdict.fault.is_some())
        .count();
    if output == Output::Text {
        println!("{server}: {} of {total} checks passed", total - failed);
    }
    if failed == 0 {
        return Ok(());
    }
    Err(Error::ConformanceFailed {
        server: server.to_owned(),
        failed,
        total,
    })
}

fn tell_verdict(verdict: &Verdict) {
    match &verdict.fault {
        None => println!("  ok    {}", verdict.promise),
        Some(fault) => println!("  FAIL  {}: {fault}", verdict.promise),
    }
}
