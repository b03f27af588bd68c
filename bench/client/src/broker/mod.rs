//! The broker behind relays: a private RabbitMQ, NATS or Mosquitto on loopback, for the length of a run; and who publishes to it.

mod kind;
mod mosquitto;
mod nats;
mod place;
mod programs;
mod publisher;
mod rabbitmq;
mod running;
mod wire;

pub use kind::{Broker, Scheme};
pub use publisher::{Publisher, PublisherError};
pub use running::RunningBroker;

/// What relays subscribe to, unless told otherwise.
pub const TOPIC: &str = "bench";
/// At RabbitMQ; the others let anyone in.
const USER: &str = "bench";
const PASSWORD: &str = "bench";
