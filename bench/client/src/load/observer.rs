//! Who is told how an iteration goes.

/// Figures so far, for a live view.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    pub received_deliveries: u64,
    pub expected_deliveries: u64,
    /// Of all deliveries up to the end of the last whole second; `None` before there were any.
    pub latency_p50_us: Option<u64>,
    pub latency_p99_us: Option<u64>,
}

/// Told how an iteration goes, and when the sending window begins and ends, so that server CPU and memory are
/// sampled over just that time.
///
/// All of it is called on the thread that sends and reads: what takes longer than some microseconds
/// makes messages late, so sampling belongs on a thread of its own. Where the iteration fails within the
/// window, `window_ended` is not called.
pub trait WindowObserver {
    /// Called a few times a second while users connect and join. `false` ends the iteration at once.
    fn joining(&mut self, _connected: u32, _users: u32) -> bool {
        true
    }
    fn window_started(&mut self) {}
    fn window_ended(&mut self) {}
    /// Called a few times a second while messages are under way. `false` ends the iteration at once (server gone, user's Ctrl-C).
    fn tick(&mut self, _progress: Progress) -> bool {
        true
    }
}

impl WindowObserver for () {}
