//! How busy the load thread is, which follows from its sleep between its rounds: without sleep it has fallen behind,
//! whoever had its core meanwhile (the thread itself, another process, a limit on its CPU, the hypervisor).

use super::clock::{self, Alarm, now_ns};

#[derive(Debug, Default)]
pub(crate) struct BusyTime {
    /// What it meant to sleep.
    meant_ns: u64,
    /// How much later than meant it woke up; being woken late is not having too much to do.
    overslept_ns: u64,
    alarm: Alarm,
}

impl BusyTime {
    /// Sleeps until that time of CLOCK_MONOTONIC; not at all if it is past.
    pub fn sleep_until(&mut self, monotonic_ns: u64) {
        self.sleep(monotonic_ns, |_| clock::sleep_until(monotonic_ns));
    }

    /// As `sleep_until`, and spins for the last of it, so as to be on time.
    pub fn sleep_until_due(&mut self, monotonic_ns: u64) {
        self.sleep(monotonic_ns, |alarm| alarm.sleep_until(monotonic_ns));
    }

    #[inline]
    fn sleep(&mut self, until_ns: u64, nap: impl FnOnce(&mut Alarm)) {
        let from_ns = now_ns();
        if from_ns < until_ns {
            nap(&mut self.alarm);
            self.add(from_ns, until_ns, now_ns());
        }
    }

    fn add(&mut self, from_ns: u64, until_ns: u64, woken_ns: u64) {
        // A signal ends the sleep early.
        self.meant_ns += until_ns.min(woken_ns) - from_ns;
        self.overslept_ns += woken_ns.saturating_sub(until_ns);
    }

    /// Of so much time, without that overslept, the share that was no sleep.
    pub fn busy_percent(&self, elapsed_ns: u64) -> f64 {
        let considered_ns = elapsed_ns.saturating_sub(self.overslept_ns);
        let busy_ns = considered_ns.saturating_sub(self.meant_ns);
        busy_ns as f64 * 100.0 / considered_ns.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::BusyTime;

    #[test]
    fn what_is_no_sleep_is_work_and_oversleeping_is_neither() {
        let mut busy_time = BusyTime::default();
        busy_time.add(0, 600, 600);
        assert_eq!(busy_time.busy_percent(1_000), 40.0);
        busy_time.add(1_000, 1_300, 2_300);
        assert_eq!(busy_time.busy_percent(2_500), 40.0);
    }

    #[test]
    fn without_sleep_it_is_busy_all_the_time() {
        assert_eq!(BusyTime::default().busy_percent(1_000), 100.0);
    }

    #[test]
    fn a_sleep_that_a_signal_ends_counts_as_far_as_it_went() {
        let mut busy_time = BusyTime::default();
        busy_time.add(0, 600, 250);
        assert_eq!(busy_time.busy_percent(1_000), 75.0);
    }
}
