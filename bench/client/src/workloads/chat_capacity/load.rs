//! Users in rooms, as the load whose greatest is searched for.

use super::{Cell, Keys};
use crate::load::WindowObserver;
use crate::rooms::{self, ChatError, Observation, Outcome};
use crate::search::{Loading, Seen};
use crate::websocket::Target;

/// So many users in each of a cell's rooms.
pub struct Users<'a> {
    pub keys: &'a Keys,
    pub cell: Cell,
}

impl Loading for Users<'_> {
    const UNITS: &'static str = "users";
    type Fault = ChatError;

    fn path(&self) -> &str {
        rooms::PATH
    }

    fn load(
        &self,
        target: &Target,
        (users, seconds): (u32, u32),
        observer: &mut dyn WindowObserver,
    ) -> Result<Seen, ChatError> {
        let load = self.keys.load(self.cell, users, seconds);
        rooms::run(target, &load, observer).map(seen)
    }

    /// A server that lets nobody join has more than it can do.
    fn is_overload(fault: &ChatError) -> bool {
        use ChatError::{ClosedWhileJoining, Connection, JoinTimeout};
        matches!(
            fault,
            Connection(_) | ClosedWhileJoining { .. } | JoinTimeout { .. }
        )
    }
}

fn seen(observation: Observation) -> Seen {
    let is_client_saturated = observation.is_client_saturated();
    let Observation { outcome, audit, .. } = observation;
    let is_complete = outcome == Outcome::Complete;
    Seen {
        lost_deliveries: audit.lost_deliveries,
        duplicated_deliveries: audit.duplicated_deliveries,
        out_of_order_deliveries: audit.out_of_order_deliveries,
        interruption: (!is_complete).then(|| outcome.as_str().replace('_', " ")),
        latency_us: observation.latency_us,
        seconds: observation.seconds,
        window: observation.window,
        drain: observation.drain,
        is_client_saturated,
    }
}
