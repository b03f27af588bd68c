//! The conformance checks: whether a server keeps the promises of its protocol, one check a promise.

mod checks;
mod lookup;
mod user;

use std::net::SocketAddr;
use std::time::Duration;

pub use checks::CHECKS;
pub use lookup::check_lookup;

use super::Server;
use crate::chat::SETTLING;

/// How long a promised frame is awaited, unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How long it is watched that nothing arrives.
const SILENCE: Duration = Duration::from_millis(150);

/// How a check's users go about it.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// How long a promised frame is awaited.
    pub patience: Duration,
    /// The pause after the first frame, before a user speaks.
    pub settling: Duration,
}

impl Pace {
    /// Without a pause, except for an original that takes its time to let users in.
    #[must_use]
    pub fn of(server: &Server) -> Self {
        let joins_late = |original: &super::Original| original.joins_late;
        let pauses = server.manifest.original.as_ref().is_some_and(joins_late);
        Self {
            settling: if pauses { SETTLING } else { Duration::ZERO },
            ..PATIENCE.into()
        }
    }
}

impl From<Duration> for Pace {
    fn from(patience: Duration) -> Self {
        Self {
            patience,
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
    run: fn(&Scene) -> Result<(), String>,
}

/// What a check plays in: the server, and names that no other check uses.
#[derive(Debug)]
struct Scene {
    address: SocketAddr,
    path: String,
    prefix: String,
    pace: Pace,
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
/// promised frame is awaited as `pace` says, which may be a patience alone.
pub fn check<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
    address: SocketAddr,
    path: &str,
    pace: impl Into<Pace>,
    mut tell: impl FnMut(&Verdict),
) -> Vec<Verdict> {
    let pace = pace.into();
    let verdict = |check: &Check| {
        let scene = Scene {
            address,
            path: path.to_owned(),
            // Names of an earlier run against the same server may still be in use.
            prefix: format!("check-{:08x}", rand::random::<u32>()),
            pace,
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
