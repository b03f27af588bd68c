//! Wakes a task on time: the runtime's own timers are a millisecond wide, which would be most of a fast server's latency.

use std::io;
use std::os::fd::OwnedFd;

use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use crate::load::clock::now_ns;

const NS_PER_SECOND: u64 = 1_000_000_000;

#[derive(Debug)]
pub(super) struct Alarm {
    timer: AsyncFd<OwnedFd>,
}

impl Alarm {
    /// Of the runtime in which it is called.
    pub fn new() -> io::Result<Self> {
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        // SAFETY: the timer is an open file descriptor, which stays the same, and is closed only when it is dropped.
        let registered = unsafe { AsyncFd::register_with_interest(timer, Interest::READABLE) };
        Ok(Self { timer: registered? })
    }

    /// Waits until that time of CLOCK_MONOTONIC; not at all if it is past.
    pub async fn until(&self, monotonic_ns: u64) -> io::Result<()> {
        if now_ns() >= monotonic_ns {
            return Ok(());
        }
        let once = Itimerspec {
            it_interval: Timespec::default(),
            it_value: Timespec {
                tv_sec: (monotonic_ns / NS_PER_SECOND).cast_signed(),
                tv_nsec: (monotonic_ns % NS_PER_SECOND).cast_signed(),
            },
        };
        timerfd_settime(self.timer.get_ref(), TimerfdTimerFlags::ABSTIME, &once)?;
        while now_ns() < monotonic_ns {
            self.timer.readable().await?.clear_ready();
        }
        Ok(())
    }
}
