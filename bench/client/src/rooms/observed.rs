//! Loading a server of the repository, while its process tree is observed.

use std::time::{Duration, Instant};

use super::{ChatError, Outcome};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::{Stage, Usage, UsageObserver};
use crate::server::RunningServer;
use crate::websocket::Target;

/// Where chat servers of the repository listen.
const PATH: &str = "/chat";
/// A server that has just lost all its connections may be about to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// Loads the server once by `load`; nothing was seen if the server ended before there was anything to see.
///
/// # Errors
/// The server is there and cannot be loaded, or the user interrupts.
pub fn observed<T>(
    server: &mut RunningServer,
    interrupt: &Interrupt,
    on_progress: &dyn Fn(Stage),
    load: impl FnOnce(&Target, &mut UsageObserver<'_>) -> Result<T, ChatError>,
) -> Result<(Option<T>, Usage), Error> {
    let target = Target {
        address: server.address(),
        path: PATH.to_owned(),
    };
    let mut observer = UsageObserver::new(Some(server.pid()), interrupt, on_progress);
    let loaded = load(&target, &mut observer);
    let usage = observer.finish();
    interrupt.check()?;
    match loaded {
        Ok(seen) => Ok((Some(seen), usage)),
        Err(_) if has_ended(server) => Ok((None, usage)),
        Err(source) => Err(Error::Load {
            server: server.id().to_owned(),
            source,
        }),
    }
}

impl Outcome {
    /// The client sees closed connections; only the process tells whether the server is gone.
    #[must_use]
    pub fn by_process(self, server: &mut RunningServer) -> Self {
        match self {
            Self::Complete | Self::DrainTimeout => self,
            Self::Disconnected | Self::ServerExited if has_ended(server) => Self::ServerExited,
            Self::Disconnected | Self::ServerExited => Self::Disconnected,
        }
    }
}

fn has_ended(server: &mut RunningServer) -> bool {
    let deadline = Instant::now() + LAST_BREATH;
    while server.exit_status().is_none() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
