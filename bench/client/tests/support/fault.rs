//! The ways in which the test server can misbehave. But for those of the handshake, of names and `JoinLate`, none touches
//! joining or its probes.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Every delivery is sent so long after its message arrived.
    Delay(Duration),
    /// Every delivery is held back for a time of its own, drawn evenly from `least` to `most`.
    UniformDelay {
        least: Duration,
        most: Duration,
        seed: u64,
    },
    /// So many deliveries a second are let through, one after the other: a token bucket that holds one token. It forgets its
    /// backlog once all users are gone.
    TokenBucket {
        per_s: u32,
    },
    /// From `after` the first message on, nothing is delivered for `length`; then all of it at once.
    Stall {
        after: Duration,
        length: Duration,
    },
    /// So many deliveries are left out, one of every seven.
    Drop(u64),
    /// So many deliveries are made twice, one of every seven.
    Duplicate(u64),
    /// So many times a delivery is held back until the next of its sender to the same receiver has gone.
    Reorder(u64),
    /// The first user's connection is closed at the so-manieth message.
    CloseOne {
        at_message: u64,
    },
    /// The last user's is.
    CloseLast {
        at_message: u64,
    },
    /// All connections end, without a close frame, at the so-manieth message.
    HangUp {
        at_message: u64,
    },
    /// The server reads nothing for so long after the first message.
    ReadLate(Duration),
    /// The connection is accepted, and its handshake not answered.
    SilentHandshake,
    /// The handshake's answer comes byte by byte, so far apart.
    SlowHandshake {
        byte_interval: Duration,
    },
    /// Every delivery is an object of so many bytes, and a ping follows it.
    Pad {
        bytes: usize,
    },
    /// A ping precedes every delivery.
    Ping,
    /// Every delivery comes in three frames, with a ping in between.
    Fragment,
    /// Deliveries are masked as only a client's may be.
    Mask,
    /// Deliveries are marked as compressed.
    Compress,
    /// Deliveries are no JSON.
    Garbage,
    /// Deliveries go to all rooms.
    LeakRooms,
    /// A user is in its room only so long after its first frame. What it says before goes to all who are in none.
    JoinLate(Duration),
    /// Every name is said to be in use.
    RefuseNames,
}
