//! The largest check: thousands of clients at once, as the load client has them.

use std::time::Duration;

use super::CheckContext;
use crate::broadcast::{self, Load, SHORTEST_BYTES, Saying};
use crate::rooms::Outcome;
use crate::websocket::{Connecting, Target};

pub const CROWD_PROMISE: &str = "10,000 clients hear a broadcast, all of them";

/// The crowd is awaited as many times longer than one client is.
const PATIENCE: u32 = 20;

/// Connects them all, sees that the server knows each of them, and has one broadcast.
pub(super) fn hears_a_broadcast(context: &CheckContext<'_>) -> Result<(), String> {
    let target = Target {
        address: context.address,
        path: context.endpoint.path.clone(),
    };
    let load = Load {
        clients: context.scale.crowd,
        connecting: Connecting::default(),
        envelope: context.endpoint.envelope,
        saying: Saying::Broadcasts { per_s: 1.0 },
        hold: Duration::from_secs(1),
        payload_bytes: SHORTEST_BYTES,
        drain_timeout: context.scale.timeout * PATIENCE,
        read_interval: Duration::from_millis(1),
    };
    let seen = broadcast::run(&target, &load, &mut ()).map_err(|error| error.to_string())?;
    let audit = &seen.audit;
    let (clients, heard) = (load.clients, audit.received_deliveries);
    if audit.lost_deliveries > 0 {
        let waited_s = load.drain_timeout.as_secs_f64();
        let ending = match seen.outcome {
            Outcome::Disconnected => "then one was sent away".to_owned(),
            _ => format!("within {waited_s} s"),
        };
        return Err(format!("{heard} of {clients} clients heard it {ending}"));
    }
    if audit.duplicated_deliveries > 0 {
        let twice = audit.duplicated_deliveries;
        return Err(format!("it came {twice} times more than it should"));
    }
    if audit.failed_broadcasts > 0 {
        return Err("its sender was not told the result, or more than once".to_owned());
    }
    if seen.outcome == Outcome::Disconnected {
        return Err("a client was sent away".to_owned());
    }
    Ok(())
}
