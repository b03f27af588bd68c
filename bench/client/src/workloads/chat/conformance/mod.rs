//! Whether a server keeps the promises of the chat protocol, one check a promise.

mod checks;
mod user;

use std::net::SocketAddr;
use std::time::Duration;

pub use checks::CHECKS;

pub use crate::conformance::TIMEOUT;
use crate::rooms::SETTLING;
use crate::server::{Original, Server, Verdict};

/// How a check's users go about it.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// How long a promised frame is awaited.
    pub timeout: Duration,
    /// The pause after the first frame, before a user speaks.
    pub settling: Duration,
}

impl Timing {
    /// Without a pause, except for an original that takes its time to let users in.
    #[must_use]
    pub fn of(server: &Server) -> Self {
        let joins_late = |original: &Original| original.joins_late;
        let pauses = server.manifest.original.as_ref().is_some_and(joins_late);
        Self {
            settling: if pauses { SETTLING } else { Duration::ZERO },
            ..TIMEOUT.into()
        }
    }
}

impl From<Duration> for Timing {
    fn from(timeout: Duration) -> Self {
        Self {
            timeout,
            settling: Duration::ZERO,
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
    run: fn(&CheckContext) -> Result<(), String>,
}

/// What a check runs against: the server, and names that no other check uses.
#[derive(Debug)]
struct CheckContext {
    address: SocketAddr,
    path: String,
    prefix: String,
    timing: Timing,
}

impl CheckContext {
    fn name(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }
}

/// Tries the promises on the server that listens at `address`, telling each verdict as it comes. A
/// promised frame is awaited as `timing` says, which may be a time-out alone.
pub fn check<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
    address: SocketAddr,
    path: &str,
    timing: impl Into<Timing>,
    mut tell: impl FnMut(&Verdict),
) -> Vec<Verdict> {
    let timing = timing.into();
    let verdict = |check: &Check| {
        let context = CheckContext {
            address,
            path: path.to_owned(),
            // Names of an earlier run against the same server may still be in use.
            prefix: format!("check-{:08x}", rand::random::<u32>()),
            timing,
        };
        let verdict = Verdict {
            promise: check.promise,
            fault: (check.run)(&context).err(),
        };
        tell(&verdict);
        verdict
    };
    checks.into_iter().map(verdict).collect()
}
