//! What is probed: a server of the repository, which can be had fresh, or one that runs elsewhere.

use std::thread;
use std::time::Duration;

use super::{Impatient, Limit, Loading, Seen};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::load::WindowObserver;
use crate::process::{Stage, Usage, UsageObserver};
use crate::runner::observed;
use crate::server::RunningServer;
use crate::websocket::Target;

/// A load as it went.
pub enum Loaded {
    /// To its end.
    Seen(Box<Seen>),
    /// Until it could not be met any more.
    Hopeless(Box<Seen>),
    /// Nothing could be measured: why.
    Not(String),
}

pub trait Subject {
    /// Loads it by so many for so many seconds, to the end unless there is a limit that it can't meet any more.
    ///
    /// # Errors
    /// The user interrupts, or what is not the server's fault.
    fn load<L: Loading>(
        &mut self,
        loading: &L,
        load: (u32, u32),
        limit: Option<Limit>,
    ) -> Result<(Loaded, Usage), Error>;

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
    fn load<L: Loading>(
        &mut self,
        loading: &L,
        load: (u32, u32),
        limit: Option<Limit>,
    ) -> Result<(Loaded, Usage), Error> {
        let (loaded, usage) = observed(
            self.server,
            loading.path(),
            self.interrupt,
            self.on_progress,
            |target, observer| watched(loading, target, load, limit, observer),
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
    fn load<L: Loading>(
        &mut self,
        loading: &L,
        load: (u32, u32),
        limit: Option<Limit>,
    ) -> Result<(Loaded, Usage), Error> {
        let mut observer = UsageObserver::new(self.pid, self.interrupt, &|_| {});
        let loaded = watched(loading, self.target, load, limit, &mut observer);
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

/// A server that is overloaded has failed; one that breaks the protocol is an error.
fn watched<L: Loading>(
    loading: &L,
    target: &Target,
    load: (u32, u32),
    limit: Option<Limit>,
    observer: &mut impl WindowObserver,
) -> Result<Loaded, L::Fault> {
    let Some(limit) = limit else {
        return seen::<L>(loading.load(target, load, observer), false);
    };
    let mut impatient = Impatient::new(observer, limit);
    let loaded = loading.load(target, load, &mut impatient);
    seen::<L>(loaded, impatient.has_ended_it())
}

fn seen<L: Loading>(loaded: Result<Seen, L::Fault>, is_hopeless: bool) -> Result<Loaded, L::Fault> {
    match loaded {
        Ok(seen) if is_hopeless => Ok(Loaded::Hopeless(Box::new(seen))),
        Ok(seen) => Ok(Loaded::Seen(Box::new(seen))),
        Err(fault) if L::is_overload(&fault) => Ok(Loaded::Not(fault.to_string())),
        Err(fault) => Err(fault),
    }
}
