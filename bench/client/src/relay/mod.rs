//! Messages that go from a broker through a relay to pages: published here, seen on their way by a tap, and received here again, every
//! delivery accounted for.
//!
//! `tap` stands between broker and relay, in threads of its own. One thread does the rest: `join` connects the `pages` and waits until each
//! hears the broker, `window` publishes and reads, and `account` says what has become of each message (`body`), of which `hop` has the
//! latencies.

mod account;
mod body;
mod error;
mod hop;
mod join;
mod observation;
mod pages;
mod tap;
mod window;

use std::time::Duration;

use nix::sys::prctl;

pub use body::LEAST_CHARACTERS;
pub use error::RelayError;
pub use hop::Hop;
pub use observation::{Audit, Ending, Observation, RelaySecond};
pub use tap::Tap;

use crate::broker::Publisher;
use crate::load::WindowObserver;
use crate::websocket::{Connecting, ConnectionError, Target, raise_open_file_limit};
use body::Tag;
use pages::Pages;

/// So many messages to so many pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    pub pages: u32,
    pub messages: u32,
    /// From one message to the next, on a schedule that does not wait; zero for one right after the other.
    pub pause: Duration,
    /// Length of each, at least `LEAST_CHARACTERS`.
    pub message_characters: u32,
    /// How long nothing is said between the pages' first message and what is measured.
    pub settle: Duration,
    /// How long after the window missing deliveries are awaited before they count as lost.
    pub drain_timeout: Duration,
    /// Pages are read in batches at least this far apart; the kernel's receive stamps keep the latencies.
    pub read_interval: Duration,
}

/// Runs the load on the calling thread: what the publisher tells the broker reaches the relay by the tap, and comes from the relay to pages at
/// `target`.
///
/// Sets the calling thread's timer slack to a nanosecond, and raises the process's soft limit of open files where the pages need it.
///
/// # Errors
/// Nothing can be measured: pages cannot be connected or do not hear the broker, the relay breaks its protocol, or it has its messages from
/// elsewhere than the tap. Losses and disconnections within the window are part of the `Observation` instead.
pub fn run(
    target: &Target,
    load: &Load,
    tap: &Tap,
    mut publisher: Publisher,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, RelayError> {
    check(load)?;
    raise_open_file_limit(load.pages)?;
    prctl::set_timerslack(1).map_err(ConnectionError::system("set the timer slack"))?;
    let pages = Pages { count: load.pages };
    let connecting = Connecting::default();
    let mut connections = join::connect_all(target, &connecting, pages, observer)?;
    join::await_all(
        &mut connections,
        load,
        &mut publisher,
        join::TIMEOUT,
        observer,
    )?;
    join::settle(&mut connections, load, observer)?;
    let tag = Tag::draw();
    tap.watch(tag, load.messages);
    window::run(connections, load, tag, tap, publisher, observer)
}

/// # Errors
/// The first thing about the load that makes no sense.
fn check(load: &Load) -> Result<(), RelayError> {
    let positive = [("pages", load.pages > 0), ("messages", load.messages > 0)];
    let zero = positive.into_iter().find(|(_, is_positive)| !is_positive);
    if let Some((what, _)) = zero {
        let fault = format!("{what}: found 0, expected more");
        return Err(RelayError::InvalidLoad(fault));
    }
    let (found, most) = (load.messages, body::MOST_MESSAGES);
    if found > most {
        let fault = format!("messages: found {found}, expected {most} at most");
        return Err(RelayError::InvalidLoad(fault));
    }
    let (found, least) = (load.message_characters, LEAST_CHARACTERS);
    if found < least {
        let fault = format!("message: found {found} characters, expected at least {least}");
        return Err(RelayError::InvalidLoad(fault));
    }
    Ok(())
}
