//! Waiting until the hypervisor leaves the machine its cores.

use std::thread;
use std::time::{Duration, Instant};

use crate::affinity::CoreSplit;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::steal::StealReading;

/// Longer than the gaps between the bursts of a busy host.
const PROBE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_secs(5);
/// After this long the next iteration begins all the same.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Waits until a probe finds less steal than that (100 = one core).
///
/// # Errors
/// The user interrupts.
pub(super) fn await_quiet(
    max_steal_percent: f64,
    cores: &CoreSplit,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let is_quiet = || steal_of_busy_cores(cores).is_none_or(|percent| percent <= max_steal_percent);
    await_until(is_quiet, PAUSE, TIMEOUT, interrupt)
}

/// Asks again after each pause, until the time-out ends.
fn await_until(
    is_quiet: impl Fn() -> bool,
    pause: Duration,
    timeout: Duration,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let deadline = Instant::now() + timeout;
    while !is_quiet() && Instant::now() < deadline {
        interrupt.check()?;
        thread::sleep(pause);
    }
    interrupt.check()
}

/// Only from cores that have work can something be stolen: the server's and the client's get some for a moment. `None` where
/// the kernel does not count it.
fn steal_of_busy_cores(cores: &CoreSplit) -> Option<f64> {
    let start = StealReading::now()?;
    thread::scope(|scope| {
        for core in [&cores.server, &cores.client] {
            scope.spawn(|| {
                // Refused, it is busy elsewhere, which shows as much.
                let _ = core.pin_current_thread();
                let begun = Instant::now();
                while begun.elapsed() < PROBE {
                    std::hint::spin_loop();
                }
            });
        }
    });
    StealReading::now()?.percent_since(&start)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::affinity::CpuList;

    /// How often a host is asked that becomes quiet after so many times.
    fn asked(quiet_after: u32, timeout: Duration) -> u32 {
        let times = Cell::new(0);
        let is_quiet = || {
            times.set(times.get() + 1);
            times.get() > quiet_after
        };
        let pause = Duration::from_millis(1);
        await_until(is_quiet, pause, timeout, &Interrupt::default()).unwrap();
        times.get()
    }

    #[test]
    fn a_host_is_asked_until_it_is_quiet_or_the_time_out_ends() {
        assert_eq!(asked(3, Duration::from_secs(600)), 4);
        assert_eq!(asked(3, Duration::ZERO), 1);
    }

    fn cores() -> CoreSplit {
        CoreSplit::choose(&CpuList::allowed().unwrap(), None, None).unwrap()
    }

    #[test]
    fn a_host_within_the_limit_is_not_waited_for() {
        let begun = Instant::now();
        // More than all cores of any machine here can lose.
        await_quiet(1e6, &cores(), &Interrupt::default()).unwrap();
        assert!(begun.elapsed() < PAUSE, "{:?}", begun.elapsed());
    }

    #[test]
    fn the_probe_lasts_until_steal_can_be_told() {
        let begun = Instant::now();
        assert!(steal_of_busy_cores(&cores()).is_some());
        assert!(begun.elapsed() >= PROBE);
    }
}
