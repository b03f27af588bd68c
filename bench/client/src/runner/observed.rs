//! Loading a server of the repository, while its process tree is observed.

use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::process::{Stage, Usage, UsageObserver};
use crate::server::RunningServer;
use crate::websocket::Target;

/// Loads the server once by `load`, where it takes WebSockets at that path; nothing was seen if the server ended before there was
/// anything to see.
///
/// # Errors
/// The server is there and cannot be loaded, or the user interrupts.
pub fn observed<T, E>(
    server: &mut RunningServer,
    path: &str,
    interrupt: &Interrupt,
    on_progress: &dyn Fn(Stage),
    load: impl FnOnce(&Target, &mut UsageObserver<'_>) -> Result<T, E>,
) -> Result<(Option<T>, Usage), Error>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let target = Target {
        address: server.address(),
        path: path.to_owned(),
    };
    let mut observer = UsageObserver::new(Some(server.pid()), interrupt, on_progress);
    let loaded = load(&target, &mut observer);
    let usage = observer.finish();
    interrupt.check()?;
    match loaded {
        Ok(seen) => Ok((Some(seen), usage)),
        Err(_) if server.has_just_ended() => Ok((None, usage)),
        Err(source) => Err(Error::Load {
            server: server.id().to_owned(),
            source: Box::new(source),
        }),
    }
}
