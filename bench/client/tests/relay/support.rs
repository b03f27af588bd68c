//! A repository of one small relay, behind NATS.

use crate::small_server::{Repository, Small};

const RELAY: Small = Small {
    protocol: "relay",
    program: "relay.py",
    manifest: "[relay.brokers]\nnats = \"nats\"\n",
    sql: &[],
    keys: "broker = \"nats\"\nsettle_s = 0.5\nwarmup_messages = 0\ndrain_timeout_s = 2\nread_interval_us = 250\n",
};

/// Whose server has a flaw, or none if that is empty.
pub fn with_flaw(flaw: &str) -> Repository {
    Repository::of(&RELAY, flaw)
}
