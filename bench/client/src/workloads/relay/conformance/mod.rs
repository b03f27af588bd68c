//! Whether a relay keeps the promises of its protocol, as `bench/servers` has them, one check a promise.

mod checks;

use std::time::{Duration, Instant};

use super::FEED;
use crate::broker::{Publisher, RunningBroker};
use crate::conformance::{Event, TIMEOUT, Visitor};
use crate::interrupt::Interrupt;
use crate::server::{RunningServer, Verdict};
use checks::CHECKS;

/// How long a relay has to find the broker, or to find it again, and much more for a busy machine.
const RECOVERY: Duration = Duration::from_secs(30);
const RETRY: Duration = Duration::from_millis(100);

/// One promise, and how it is tried.
#[derive(Debug)]
struct Check {
    promise: &'static str,
    run: fn(&mut CheckContext<'_>) -> Result<(), String>,
}

/// The relay that is checked, and its broker, which is taken away from it.
struct CheckContext<'a> {
    server: &'a mut RunningServer,
    broker: &'a mut RunningBroker,
    interrupt: &'a Interrupt,
    publisher: Option<Publisher>,
    /// Texts so far, of which no two are the same.
    texts: u32,
}

/// Tries the promises on a relay that was started with the address of `broker`, telling each verdict as it comes. Both run in the end, unless the
/// relay can't be started again.
pub fn check_relay(
    server: &mut RunningServer,
    broker: &mut RunningBroker,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(&Verdict),
) -> Vec<Verdict> {
    let mut context = CheckContext {
        server,
        broker,
        interrupt,
        publisher: None,
        texts: 0,
    };
    let verdict = |check: &Check| {
        let tried = (check.run)(&mut context);
        let resumed = context.resume();
        let verdict = Verdict {
            promise: check.promise,
            fault: tried.and(resumed).err(),
        };
        tell(&verdict);
        verdict
    };
    CHECKS.iter().map(verdict).collect()
}

impl CheckContext<'_> {
    /// Takes the broker away.
    fn suspend(&mut self) {
        self.publisher = None;
        self.broker.suspend();
    }

    fn resume(&mut self) -> Result<(), String> {
        let resumed = self.broker.resume(self.interrupt);
        resumed.map_err(|error| error.to_string())
    }

    /// Ends the relay, and starts a fresh one.
    fn restart(&mut self) -> Result<(), String> {
        let restarted = self.server.restart(self.interrupt);
        restarted.map_err(|error| error.to_string())
    }

    /// Pages of these names, each of which hears the broker.
    fn connect<const COUNT: usize>(
        &mut self,
        names: [&str; COUNT],
    ) -> Result<[Visitor; COUNT], String> {
        let address = self.server.address();
        let page = |name: &str| Visitor::connect(address, FEED, name.to_owned(), TIMEOUT);
        let pages: Vec<Visitor> = names.into_iter().map(page).collect::<Result<_, _>>()?;
        let mut pages: [Visitor; COUNT] = pages.try_into().ok().expect("as many as names");
        self.await_all(&mut pages)?;
        Ok(pages)
    }

    /// Publishes until one of the messages is heard by all: a relay that has just started takes its time to subscribe.
    fn await_all(&mut self, pages: &mut [Visitor]) -> Result<(), String> {
        let deadline = Instant::now() + RECOVERY;
        loop {
            let text = self.publish_next()?;
            let mut silent = 0;
            for page in &mut *pages {
                silent += usize::from(!hears_soon(page, &text)?);
            }
            if silent == 0 {
                return Ok(());
            }
            if Instant::now() > deadline {
                let count = pages.len();
                return Err(format!(
                    "{silent} of {count} pages heard nothing within {RECOVERY:?}"
                ));
            }
        }
    }

    /// Publishes a text that is like no other.
    fn publish_next(&mut self) -> Result<String, String> {
        self.texts += 1;
        let text = format!("text {}", self.texts);
        self.publish(&text)?;
        Ok(text)
    }

    fn publish(&mut self, text: &str) -> Result<(), String> {
        let kept = self.publisher.take().filter(Publisher::is_open);
        let mut publisher = match kept {
            Some(publisher) => publisher,
            None => self.broker.publisher().map_err(|error| error.to_string())?,
        };
        publisher.attend();
        publisher.publish(text.as_bytes());
        publisher.finish().map_err(|error| error.to_string())?;
        self.publisher = Some(publisher);
        Ok(())
    }
}

/// Whether the page hears the text before it hears nothing for a while.
fn hears_soon(page: &mut Visitor, text: &str) -> Result<bool, String> {
    loop {
        match page.next(RETRY)? {
            Event::Text(heard) if heard == text => return Ok(true),
            Event::Text(_) => {}
            Event::Silence => return Ok(false),
            Event::Closed => return Err(format!("{}'s connection was closed", page.name())),
        }
    }
}
