//! What is probed: a server of the repository, which can be had fresh, or one that runs elsewhere.

use std::thread;
use std::time::Duration;

use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::load::WindowObserver;
use crate::process::{Stage, Usage, UsageObserver};
use crate::rooms::{self, ChatError, Load, Observation};
use crate::runner::observed;
use crate::search::{Impatient, Limit};
use crate::server::RunningServer;
use crate::websocket::Target;

/// A load as it went.
pub enum Loaded {
    /// To its end.
    Seen(Box<Observation>),
    /// Until it could not be met any more.
    Hopeless(Box<Observation>),
    /// Nothing could be measured: why.
    Not(String),
}

pub trait Subject {
    /// Loads it, to the end unless there is a limit that it can't meet any more.
    ///
    /// # Errors
    /// The user interrupts, or what is not the server's fault.
    fn load(&mut self, load: &Load, limit: Option<Limit>) -> Result<(Loaded, Usage), Error>;

    /// Makes it forget what it has not coped with.
    ///
    /// # Errors
    /// There is no fresh server to be had.
    fn refresh(&mut self) -> Result<(), Error>;
}

/// A server of the repository.
pub struct Own<'a> {
    pub server: &'a mut RunningServer,
    pub interrupt: &'a Interrupt,
    pub on_progress: &'a dyn Fn(Stage),
}

impl Subject for Own<'_> {
    fn load(&mut self, load: &Load, limit: Option<Limit>) -> Result<(Loaded, Usage), Error> {
        let (loaded, usage) = observed(
            self.server,
            rooms::PATH,
            self.interrupt,
            self.on_progress,
            |target, observer| watched(target, load, limit, observer),
        )?;
        let ended = || Loaded::Not("the server ended".to_owned());
        Ok((loaded.unwrap_or_else(ended), usage))
    }

    fn refresh(&mut self) -> Result<(), Error> {
        self.server.restart(self.interrupt)
    }
}

/// A server that somebody else has started.
pub struct Elsewhere<'a> {
    pub target: &'a Target,
    pub pid: Option<i32>,
    /// How long it is left alone after a probe that failed, since it can't be started afresh.
    pub rest: Duration,
    pub interrupt: &'a Interrupt,
}

impl Subject for Elsewhere<'_> {
    fn load(&mut self, load: &Load, limit: Option<Limit>) -> Result<(Loaded, Usage), Error> {
        let mut observer = UsageObserver::new(self.pid, self.interrupt, &|_| {});
        let loaded = watched(self.target, load, limit, &mut observer);
        let usage = observer.finish();
        self.interrupt.check()?;
        let loaded = loaded.map_err(|source| Error::Load {
            server: self.target.to_string(),
            source: Box::new(source),
        });
        Ok((loaded?, usage))
    }

    fn refresh(&mut self) -> Result<(), Error> {
        thread::sleep(self.rest);
        self.interrupt.check()
    }
}

/// A server that lets nobody join under that load has failed under it; one that breaks the protocol is an error.
fn watched(
    target: &Target,
    load: &Load,
    limit: Option<Limit>,
    observer: &mut impl WindowObserver,
) -> Result<Loaded, ChatError> {
    let Some(limit) = limit else {
        return seen(rooms::run(target, load, observer), false);
    };
    let mut impatient = Impatient::new(observer, limit);
    let loaded = rooms::run(target, load, &mut impatient);
    seen(loaded, impatient.has_ended_it())
}

fn seen(loaded: Result<Observation, ChatError>, is_hopeless: bool) -> Result<Loaded, ChatError> {
    use ChatError::{ClosedWhileJoining, Connection, JoinTimeout};
    match loaded {
        Ok(seen) if is_hopeless => Ok(Loaded::Hopeless(Box::new(seen))),
        Ok(seen) => Ok(Loaded::Seen(Box::new(seen))),
        Err(fault @ (Connection(_) | ClosedWhileJoining { .. } | JoinTimeout { .. })) => {
            Ok(Loaded::Not(fault.to_string()))
        }
        Err(fault) => Err(fault),
    }
}
