//! Relays from end to end: the client against a broker and a relay whose faults are known; a small relay and real brokers, also where one of the
//! two is killed, or the client is.

mod brokers;
mod calibration;
mod check;
mod delayed;
mod known_broker;
mod known_relay;
mod run;
#[path = "../support/small_server.rs"]
mod small_server;
mod support;
