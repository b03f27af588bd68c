//! `rtbench servers check`: whether a server keeps the protocol.

use std::net::SocketAddr;

use super::Output;
use crate::error::Error;
use crate::server::Server;
use crate::server::conformance::{self, CHECKS, Check, PATIENCE, Pace, Verdict, promised};

/// Checks a server of the repository, which listens at `address`, for the promises that it makes.
pub(super) fn check_server(
    server: &Server,
    address: SocketAddr,
    output: Output,
) -> Result<(), Error> {
    announce(server.id(), output);
    for Check { promise, .. } in CHECKS {
        if let Some(reason) = server.breaks(promise) {
            tell_untried(server.id(), promise, reason, output);
        }
    }
    try_promises(
        server.id(),
        promised(server),
        Pace::of(server),
        address,
        output,
    )
}

/// Checks what listens at `address` for all promises.
pub(super) fn check_address(address: SocketAddr, output: Output) -> Result<(), Error> {
    let name = address.to_string();
    announce(&name, output);
    try_promises(&name, CHECKS, PATIENCE.into(), address, output)
}

fn announce(server: &str, output: Output) {
    if output == Output::Text {
        println!("{server}");
    }
}

/// Tells each verdict as it comes.
fn try_promises(
    server: &str,
    checks: impl IntoIterator<Item = &'static Check>,
    pace: Pace,
    address: SocketAddr,
    output: Output,
) -> Result<(), Error> {
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
    let verdicts = conformance::check(checks, address, "/chat", pace, tell);
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

/// Of a promise that an original is known not to keep.
fn tell_untried(server: &str, promise: &str, reason: &str, output: Output) {
    match output {
        Output::Text => println!("  --    {promise}: not kept, not tried: {reason}"),
        Output::Json => println!(
            "{}",
            serde_json::json!({ "server": server, "promise": promise, "not_tried": reason })
        ),
    }
}
