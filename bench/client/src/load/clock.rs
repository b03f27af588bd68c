//! The client's clocks. All times are nanoseconds of CLOCK_MONOTONIC, which nobody can set; the
//! kernel's receive stamps are of CLOCK_REALTIME and are brought over by the clocks' difference.
//!
//! The difference changes only when the real-time clock is set (both are slewed alike), so it is
//! taken anew before every round of reads. A step of the clock can then falsify only deliveries that
//! had arrived, and were not yet read, at that moment; and no stamp is taken to be later than its reading.

use std::time::Duration;

use nix::sys::time::TimeSpec;
use nix::time::{ClockId, ClockNanosleepFlags, clock_gettime, clock_nanosleep};

/// Of so many measurements of the clocks' difference, one is undisturbed.
const MEASUREMENTS: u32 = 64;

/// Nanoseconds of CLOCK_MONOTONIC.
pub(crate) fn now_ns() -> u64 {
    read_ns(ClockId::CLOCK_MONOTONIC)
}

/// CPU time that the calling thread has used.
pub(crate) fn thread_cpu_ns() -> u64 {
    read_ns(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// CPU time that all threads of this process have used.
pub(crate) fn process_cpu_ns() -> u64 {
    read_ns(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

/// Sleeps until that time; returns early if a signal arrives, so callers look at the clock again.
pub(crate) fn sleep_until(monotonic_ns: u64) {
    let until = TimeSpec::from_duration(Duration::from_nanos(monotonic_ns));
    // The only error is the interruption by a signal.
    let _ = clock_nanosleep(
        ClockId::CLOCK_MONOTONIC,
        ClockNanosleepFlags::TIMER_ABSTIME,
        &until,
    );
}

/// Wakes on time. A sleeping thread wakes some time after it asked to, on a virtual machine by tens of
/// microseconds; this one asks to be woken earlier by what that was of late, and spins for the rest.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    /// The lateness of recent wake-ups, near their median.
    lateness_ns: u64,
}

impl Alarm {
    /// It never spins for longer than this.
    const MAX_LEAD_NS: u64 = 50_000;
    /// The estimate follows the median in steps of this size.
    const STEP_NS: u64 = 1_000;

    /// Returns as soon as possible after that time; early if a signal arrives.
    pub fn sleep_until(&mut self, monotonic_ns: u64) {
        let asked_ns = monotonic_ns.saturating_sub(self.lateness_ns);
        if asked_ns > now_ns() {
            sleep_until(asked_ns);
            let woken_ns = now_ns();
            if woken_ns < asked_ns {
                return;
            }
            self.learn(woken_ns - asked_ns);
        }
        while now_ns() < monotonic_ns {
            std::hint::spin_loop();
        }
    }

    fn learn(&mut self, lateness_ns: u64) {
        self.lateness_ns = if lateness_ns > self.lateness_ns {
            (self.lateness_ns + Self::STEP_NS).min(Self::MAX_LEAD_NS)
        } else {
            self.lateness_ns.saturating_sub(Self::STEP_NS)
        };
    }
}

fn read_ns(clock: ClockId) -> u64 {
    let time = clock_gettime(clock).expect("Linux has this clock");
    nanoseconds(time)
}

fn nanoseconds(time: TimeSpec) -> u64 {
    time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64
}

/// Translates CLOCK_REALTIME into CLOCK_MONOTONIC.
#[derive(Debug)]
pub(crate) struct RealtimeOffset {
    /// CLOCK_REALTIME minus CLOCK_MONOTONIC.
    offset_ns: u64,
    /// A measurement that took longer was interrupted and would be off by as much.
    usable_bracket_ns: u64,
}

impl RealtimeOffset {
    pub fn measure() -> Self {
        let (bracket_ns, offset_ns) = (0..MEASUREMENTS)
            .map(|_| bracketed_offset_ns())
            .min()
            .expect("there is more than one measurement");
        Self {
            offset_ns,
            usable_bracket_ns: 4 * bracket_ns.max(100),
        }
    }

    /// Measures once more; keeps the offset it has if the thread was interrupted meanwhile.
    pub fn refresh(&mut self) {
        let (bracket_ns, offset_ns) = bracketed_offset_ns();
        if bracket_ns <= self.usable_bracket_ns {
            self.offset_ns = offset_ns;
        }
    }

    /// That time of CLOCK_REALTIME, on CLOCK_MONOTONIC.
    pub fn monotonic_ns(&self, realtime: TimeSpec) -> u64 {
        nanoseconds(realtime).saturating_sub(self.offset_ns)
    }
}

/// How long the measurement took (its uncertainty), and the offset.
fn bracketed_offset_ns() -> (u64, u64) {
    let before_ns = now_ns();
    let realtime_ns = read_ns(ClockId::CLOCK_REALTIME);
    let bracket_ns = now_ns() - before_ns;
    (
        bracket_ns,
        realtime_ns.saturating_sub(before_ns + bracket_ns / 2),
    )
}

#[cfg(test)]
mod tests {
    use super::{Alarm, RealtimeOffset, now_ns};
    use nix::time::{ClockId, clock_gettime};

    #[test]
    fn a_real_time_falls_between_the_monotonic_readings_around_it() {
        let offset = RealtimeOffset::measure();
        let before_ns = now_ns();
        let realtime = clock_gettime(ClockId::CLOCK_REALTIME).unwrap();
        let translated_ns = offset.monotonic_ns(realtime);
        // The offset itself is known to half of the bracket it was measured in.
        assert!((before_ns - 1_000..=now_ns() + 1_000).contains(&translated_ns));
    }

    #[test]
    fn an_alarm_never_rings_early_whatever_it_has_learned() {
        let mut alarm = Alarm::default();
        for _ in 0..50 {
            let until_ns = now_ns() + 300_000;
            alarm.sleep_until(until_ns);
            assert!(now_ns() >= until_ns);
        }
        assert!(alarm.lateness_ns <= Alarm::MAX_LEAD_NS);
    }
}
