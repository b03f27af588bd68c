//! Whether a server keeps the promises of the shootout's protocol, one check a promise.

mod checks;
mod client;
mod crowd;

use std::net::SocketAddr;
use std::time::Duration;

pub use checks::CHECKS;
pub use crowd::CROWD_PROMISE;

use crate::conformance::TIMEOUT;
use crate::server::{Endpoint, Server, Verdict};
use client::Client;

/// How long a check waits, and how many clients the largest has.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// How long a promised frame is awaited.
    pub timeout: Duration,
    /// Clients that are connected at once.
    pub crowd: u32,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            timeout: TIMEOUT,
            crowd: 10_000,
        }
    }
}

/// The promises that a server makes: all, but for what an original says that it does not keep.
pub fn promised(server: &Server) -> impl Iterator<Item = &'static Check> {
    CHECKS
        .iter()
        .filter(|check| server.breaks(check.promise).is_none())
}

/// One promise of the protocol, and how it is tried.
#[derive(Debug)]
pub struct Check {
    pub promise: &'static str,
    run: fn(&CheckContext<'_>) -> Result<(), String>,
}

/// What a check runs against: the server, to which nobody else is connected.
#[derive(Debug)]
struct CheckContext<'a> {
    address: SocketAddr,
    endpoint: &'a Endpoint,
    scale: Scale,
}

impl CheckContext<'_> {
    /// Connects clients of these names, in their order.
    fn connect<const COUNT: usize>(&self, names: [&str; COUNT]) -> Result<[Client; COUNT], String> {
        let clients = names.iter().map(|name| Client::connect(self, name));
        let clients: Vec<Client> = clients.collect::<Result<_, _>>()?;
        Ok(clients.try_into().ok().expect("as many as names"))
    }
}

/// Tries the promises on the server that listens at `address`, telling each verdict as it comes.
pub fn check<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
    address: SocketAddr,
    endpoint: &Endpoint,
    scale: Scale,
    mut tell: impl FnMut(&Verdict),
) -> Vec<Verdict> {
    let context = CheckContext {
        address,
        endpoint,
        scale,
    };
    let verdict = |check: &Check| {
        let verdict = Verdict {
            promise: check.promise,
            fault: (check.run)(&context).err(),
        };
        tell(&verdict);
        verdict
    };
    checks.into_iter().map(verdict).collect()
}
