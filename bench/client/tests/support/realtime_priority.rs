//! Keeps what else runs on the machine out of a test's figures.

use nix::libc;

/// Gives the calling thread, and those that it starts, precedence over all ordinary ones, where the
/// user may do that (root may). Elsewhere, what other processes do to the figures has to be measured.
pub fn take_realtime_priority() {
    let priority = libc::sched_param { sched_priority: 1 };
    // SAFETY: the parameter lives through the call; 0 is the calling thread.
    unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const priority) };
}
