//! The way to the window: pages connect, then something is published until each of them has heard any of it, since only then the relay is known to
//! have subscribed; then there is silence for a while.

use std::time::Duration;

use super::Load;
use super::body::{Heard, Tag};
use super::error::RelayError;
use super::pages::{Connections, Pages};
use crate::broker::Publisher;
use crate::load::WindowObserver;
use crate::load::clock::{self, now_ns};
use crate::websocket::{Connecting, HANDSHAKE_TIMEOUT, PAUSE_NS, RampUp, Target, Users};

const TICK_NS: u64 = 200_000_000;
/// From one marker to the next.
const MARKER_NS: u64 = 100_000_000;
/// A relay that has not passed anything on to every page so long after the last connection does not work.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Connects all pages.
///
/// # Errors
/// A page cannot be connected, or the observer ends the load.
pub(super) fn connect_all(
    target: &Target,
    connecting: &Connecting,
    pages: Pages,
    observer: &mut dyn WindowObserver,
) -> Result<Connections, RelayError> {
    let mut connections = Connections::new(pages)?;
    let mut ramp_up = RampUp::new(target, connecting, pages.count, HANDSHAKE_TIMEOUT)?;
    let mut ticks = Ticks::default();
    while !ramp_up.is_over() {
        if let Some(page) = ramp_up.next()? {
            connections.add(page)?;
        }
        ticks.tick(&connections, observer)?;
    }
    Ok(connections)
}

/// Publishes markers until every page has one.
///
/// # Errors
/// A page is closed, or hears nothing within `timeout`; the relay breaks the protocol; the broker is gone; the observer ends the load.
pub(super) fn await_all(
    connections: &mut Connections,
    load: &Load,
    publisher: &mut Publisher,
    timeout: Duration,
    observer: &mut dyn WindowObserver,
) -> Result<(), RelayError> {
    let marker = Tag::draw();
    let mut has_heard = vec![false; load.pages as usize];
    let mut ticks = Ticks::default();
    let (mut markers, mut next_marker_ns) = (0, 0);
    let deadline_ns = now_ns() + timeout.as_nanos() as u64;
    while has_heard.contains(&false) {
        let now_ns = now_ns();
        if now_ns >= deadline_ns {
            return Err(RelayError::NotSubscribed {
                missing: has_heard.iter().filter(|heard| !**heard).count() as u32,
                pages: load.pages,
                timeout,
            });
        }
        if now_ns >= next_marker_ns {
            next_marker_ns = now_ns + MARKER_NS;
            publish_marker(publisher, &marker.body(markers, load.message_characters))?;
            markers += 1;
        }
        read(connections, marker, load, |page| {
            has_heard[page as usize] = true
        })?;
        ticks.tick(connections, observer)?;
        clock::sleep_until(now_ns + PAUSE_NS);
    }
    Ok(())
}

fn publish_marker(publisher: &mut Publisher, body: &str) -> Result<(), RelayError> {
    publisher.publish(body.as_bytes());
    publisher.attend();
    let is_open = publisher.is_open();
    is_open.then_some(()).ok_or(RelayError::BrokerGone)
}

/// Lets what is left of the markers arrive, and the relay come to rest.
///
/// # Errors
/// A page is closed, the relay breaks the protocol, or the observer ends the load.
pub(super) fn settle(
    connections: &mut Connections,
    load: &Load,
    observer: &mut dyn WindowObserver,
) -> Result<(), RelayError> {
    let mut ticks = Ticks::default();
    let nothing = Tag::draw();
    let end_ns = now_ns() + load.settle.as_nanos() as u64;
    while now_ns() < end_ns {
        read(connections, nothing, load, |_| {})?;
        ticks.tick(connections, observer)?;
        clock::sleep_until(now_ns() + PAUSE_NS);
    }
    Ok(())
}

/// Reads what is there, and tells which pages have heard something of that tag.
fn read(
    connections: &mut Connections,
    tag: Tag,
    load: &Load,
    mut heard: impl FnMut(u32),
) -> Result<(), RelayError> {
    connections.read_round(|pages, page, text, _| {
        match tag.read(text, load.message_characters) {
            Ok(Heard::Own(_)) => heard(page),
            Ok(Heard::Foreign) => {}
            Err(reason) => return Err(RelayError::unexpected(pages.name(page), reason, text)),
        }
        Ok(())
    })?;
    match connections.first_closed() {
        None => Ok(()),
        Some((page, reason)) => Err(RelayError::ClosedWhileJoining {
            page: connections.users.name(page),
            reason: reason.to_owned(),
        }),
    }
}

/// Asks the observer a few times a second whether to go on.
#[derive(Debug, Default)]
struct Ticks {
    next_ns: u64,
}

impl Ticks {
    fn tick(
        &mut self,
        connections: &Connections,
        observer: &mut dyn WindowObserver,
    ) -> Result<(), RelayError> {
        let now_ns = now_ns();
        if now_ns < self.next_ns {
            return Ok(());
        }
        self.next_ns = now_ns + TICK_NS;
        let (connected, count) = (connections.connected(), connections.users.count);
        let goes_on = observer.joining(connected, count);
        goes_on.then_some(()).ok_or(RelayError::Stopped)
    }
}
