//! The conformance check: whether a server keeps the chat protocol's promises, one check a promise.

mod checks;
mod user;

use std::net::SocketAddr;
use std::time::Duration;

pub use checks::CHECKS;

/// How long a promised frame is awaited, unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How long it is watched that nothing arrives.
const SILENCE: Duration = Duration::from_millis(150);

/// One promise of the protocol, and how it is tried.
#[derive(Debug)]
pub struct Check {
    pub promise: &'static str,
    run: fn(&Scene) -> Result<(), String>,
}

/// What a check plays in: the server, and names that no other check uses.
#[derive(Debug)]
struct Scene {
    address: SocketAddr,
    path: String,
    prefix: String,
    patience: Duration,
}

impl Scene {
    fn name(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }
}

/// A check's outcome: what was found and expected, if it failed.
#[derive(Debug)]
pub struct Verdict {
    pub promise: &'static str,
    pub fault: Option<String>,
}

/// Tries the promises on the server that listens at `address`, telling each verdict as it comes. A
/// promised frame is awaited for `patience`.
pub fn check<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
    address: SocketAddr,
    path: &str,
    patience: Duration,
    mut tell: impl FnMut(&Verdict),
) -> Vec<Verdict> {
    let verdict = |check: &Check| {
        let scene = Scene {
            address,
            path: path.to_owned(),
            // Names of an earlier run against the same server may still be in use.
            prefix: format!("check-{:08x}", rand::random::<u32>()),
            patience,
        };
        let verdict = Verdict {
            promise: check.promise,
            fault: (check.run)(&scene).err(),
        };
        tell(&verdict);
        verdict
    };
    checks.into_iter().map(verdict).collect()
}
