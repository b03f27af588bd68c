//! What checks of protocols share: over WebSocket a visitor of the server, who waits for what is promised, and how long; over HTTP
//! what was answered.

pub(crate) mod http;
mod visitor;

use std::time::Duration;

pub(crate) use visitor::{Event, Visitor, excerpt};

/// How long a promised frame is awaited, unless told otherwise.
pub const TIMEOUT: Duration = Duration::from_secs(3);
/// How long it is watched that nothing arrives.
pub(crate) const SILENCE: Duration = Duration::from_millis(150);
