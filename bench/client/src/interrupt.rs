//! Ctrl-C and SIGTERM: the first asks for an orderly end, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::error::Error;

/// Whether the user asked to stop. Clones see the same.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
}

impl Interrupt {
    /// Starts to listen for SIGINT, SIGTERM and SIGHUP.
    ///
    /// # Errors
    /// A handler cannot be installed.
    pub fn listen() -> Result<Self, Error> {
        let interrupt = Self::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // In this order: the second signal finds the flag set.
            flag::register_conditional_default(signal, Arc::clone(&interrupt.asked))
                .and_then(|_| flag::register(signal, Arc::clone(&interrupt.asked)))
                .map_err(|source| Error::System {
                    what: "listening for signals",
                    source,
                })?;
        }
        Ok(interrupt)
    }

    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Fails once the user asked to stop.
    ///
    /// # Errors
    /// `Error::Interrupted`.
    pub fn check(&self) -> Result<(), Error> {
        if self.is_asked() {
            Err(Error::Interrupted { hint: "" })
        } else {
            Ok(())
        }
    }
}
