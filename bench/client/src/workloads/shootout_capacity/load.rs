//! Connected clients, as the load whose greatest is searched for.

use super::{Cell, Keys};
use crate::broadcast::{self, BroadcastError, Observation};
use crate::load::WindowObserver;
use crate::rooms::Outcome;
use crate::search::{Loading, Seen};
use crate::server::Endpoint;
use crate::websocket::Target;

/// So many clients, to all of whom a cell's broadcasts go.
pub struct Clients<'a> {
    pub keys: &'a Keys,
    pub cell: Cell,
    pub endpoint: Endpoint,
}

impl Loading for Clients<'_> {
    const UNITS: &'static str = "clients";
    type Fault = BroadcastError;

    fn path(&self) -> &str {
        &self.endpoint.path
    }

    fn load(
        &self,
        target: &Target,
        (clients, seconds): (u32, u32),
        observer: &mut dyn WindowObserver,
    ) -> Result<Seen, BroadcastError> {
        let envelope = self.endpoint.envelope;
        let load = self.keys.load(self.cell, envelope, clients, seconds);
        broadcast::run(target, &load, observer).map(seen)
    }

    fn is_overload(fault: &BroadcastError) -> bool {
        fault.is_too_many_clients()
    }
}

fn seen(observation: Observation) -> Seen {
    let is_client_saturated = observation.is_client_saturated();
    let Observation { outcome, audit, .. } = observation;
    let interruption = match outcome {
        _ if audit.failed_broadcasts > 0 => Some(format!(
            "{} broadcasts without their result",
            audit.failed_broadcasts
        )),
        Outcome::Complete => None,
        _ => Some(outcome.as_str().replace('_', " ")),
    };
    Seen {
        lost_deliveries: audit.lost_deliveries,
        duplicated_deliveries: audit.duplicated_deliveries,
        out_of_order_deliveries: audit.out_of_order_deliveries,
        interruption,
        latency_us: observation.latency_us,
        seconds: observation.seconds,
        window: observation.window,
        drain: observation.drain,
        is_client_saturated,
    }
}
