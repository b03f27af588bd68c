//! What a workload says of the load whose greatest is searched for.

use super::Seen;
use crate::load::WindowObserver;
use crate::websocket::Target;

/// A way to load a server by a number of something.
pub trait Loading {
    /// What the number counts, in words.
    const UNITS: &'static str;
    type Fault: std::error::Error + Send + Sync + 'static;

    /// Where a server of the repository takes WebSockets.
    fn path(&self) -> &str;

    /// Loads a server on the calling thread: by so many, for so many seconds.
    ///
    /// # Errors
    /// Nothing could be measured.
    fn load(
        &self,
        target: &Target,
        load: (u32, u32),
        observer: &mut dyn WindowObserver,
    ) -> Result<Seen, Self::Fault>;

    /// Whether it shows that the load was too much for the server; what else goes wrong is no result.
    fn is_overload(fault: &Self::Fault) -> bool;
}
