//! What the client's tests share: workloads of a few users, and a chat server that misbehaves on purpose.

// Each test binary uses its own part.
#![allow(dead_code)]

pub mod agent_group;
mod fault;
mod frame;
pub mod realtime_priority;
pub mod room_service;
pub mod server;
mod slow_stream;

use std::time::Duration;

use rtbench::rooms::Load;
use rtbench::websocket::Connecting;

pub use fault::Fault;
pub use server::ChatServer;

/// One room of `users`, each sending `messages`, one every 10 ms. The time to drain is for losses, and for slow machines;
/// where all arrives, it ends with that.
pub fn workload(users: u32, messages: u32) -> Load {
    Load {
        rooms: 1,
        users,
        idle_users: 0,
        connecting: Connecting::default(),
        messages_per_user: messages,
        interval: Duration::from_millis(10),
        drain_timeout: Duration::from_secs(30),
        read_interval: Duration::from_micros(250),
    }
}
