//! Observes a server together with what is behind it.

use super::{Usage, UsageObserver};
use crate::load::{Progress, WindowObserver};

/// Observes a server, and the database or the broker behind it: one that ends is for the server to cope with.
pub struct WithBacking<'o, 's, 'b> {
    server: &'o mut UsageObserver<'s>,
    backing: UsageObserver<'b>,
    /// The load's progress is that of deliveries, which a live view knows.
    has_deliveries: bool,
}

impl<'o, 's, 'b> WithBacking<'o, 's, 'b> {
    /// Under a load that is held, whose progress is told by no deliveries.
    #[must_use]
    pub fn holding(server: &'o mut UsageObserver<'s>, backing: UsageObserver<'b>) -> Self {
        Self {
            server,
            backing,
            has_deliveries: false,
        }
    }

    /// Under a load of deliveries.
    #[must_use]
    pub fn delivering(server: &'o mut UsageObserver<'s>, backing: UsageObserver<'b>) -> Self {
        Self {
            has_deliveries: true,
            ..Self::holding(server, backing)
        }
    }

    /// What is behind the server used so much.
    #[must_use]
    pub fn finish(self) -> Usage {
        self.backing.finish()
    }
}

impl WindowObserver for WithBacking<'_, '_, '_> {
    fn joining(&mut self, connected: u32, users: u32) -> bool {
        self.server.joining(connected, users)
    }

    fn window_started(&mut self) {
        self.server.window_started();
        self.backing.window_started();
    }

    fn window_ended(&mut self) {
        self.server.window_ended();
        self.backing.window_ended();
    }

    fn tick(&mut self, progress: Progress) -> bool {
        if self.has_deliveries {
            self.server.tick(progress)
        } else {
            self.server.holding()
        }
    }
}
