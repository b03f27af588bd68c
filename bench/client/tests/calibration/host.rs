//! What the host does to the figures while they are taken: how late a thread wakes up that does nothing else and has
//! the precedence of client and server. The hypervisor, the kernel and other processes delay it as they delay those.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::prctl;
use rtbench::load::WindowObserver;
use rtbench::rooms::{self, Load, Observation, Outcome};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::support::server::Seen;
use super::support::{ChatServer, Fault};

/// How far a latency may be off on a host that disturbs nothing.
const QUIET_TOLERANCE_MS: f64 = 0.5;
/// How finely the client's histograms tell latencies apart, as a part of them.
pub const HISTOGRAM_RESOLUTION: f64 = 1e-3;
/// What can be late on a delivery's way: the sender, the server's reader, the thread that holds deliveries back.
const WAKE_UPS: f64 = 3.0;
const WAKE_UP_INTERVAL: Duration = Duration::from_micros(500);

/// An iteration, what the server knows of it, and what the host did meanwhile.
pub struct Measured {
    pub observation: Observation,
    pub seen: Seen,
    pub lateness: Lateness,
}

impl Measured {
    pub fn mean_ms(&self) -> f64 {
        self.observation.latency_us.mean() / 1e3
    }

    pub fn quantile_ms(&self, quantile: f64) -> f64 {
        self.observation.latency_us.value_at_quantile(quantile) as f64 / 1e3
    }
}

/// Runs a workload that has to complete.
pub fn measure(fault: Fault, workload: &Load) -> Measured {
    measure_with(&mut (), fault, workload)
}

pub fn measure_with(observer: &mut dyn WindowObserver, fault: Fault, workload: &Load) -> Measured {
    let server = ChatServer::start(fault);
    let disturbance = Disturbance::watch();
    let observation = rooms::run(&server.target(), workload, observer).expect("an observation");
    let lateness = disturbance.finish();
    let seen = server.stop();
    assert_eq!(observation.outcome, Outcome::Complete);
    Measured {
        observation,
        seen,
        lateness,
    }
}

/// A thread on each core, until `finish`.
pub struct Disturbance {
    stopping: Arc<AtomicBool>,
    meters: Vec<JoinHandle<Vec<Duration>>>,
}

impl Disturbance {
    pub fn watch() -> Self {
        let allowed = sched_getaffinity(None).expect("this thread's cores");
        let stopping = Arc::new(AtomicBool::new(false));
        let meters = (0..CpuSet::MAX_CPU)
            .filter(|cpu| allowed.is_set(*cpu))
            .map(|cpu| {
                let stopping = Arc::clone(&stopping);
                thread::spawn(move || lateness_on(cpu, &stopping))
            })
            .collect();
        Self { stopping, meters }
    }

    pub fn finish(self) -> Lateness {
        self.stopping.store(true, Ordering::SeqCst);
        let sorted = |meter: JoinHandle<Vec<Duration>>| {
            let mut lateness = meter.join().expect("the meter runs");
            lateness.sort_unstable();
            lateness
        };
        Lateness {
            of_cores: self.meters.into_iter().map(sorted).collect(),
        }
    }
}

/// How late wake-ups were, core by core, the least first. Of the cores, the worst counts.
pub struct Lateness {
    of_cores: Vec<Vec<Duration>>,
}

impl Lateness {
    /// How far a quantile of latency must be allowed to be off. If no wake-up on a delivery's way is later than d in more than
    /// (1 − p) / n of all cases, all n together are late by more than n · d in at most 1 − p of them (Boole's
    /// inequality).
    pub fn tolerance_ms(&self, p: f64) -> f64 {
        let rare = (1.0 - p) / WAKE_UPS;
        let late = |sorted: &Vec<Duration>| {
            let at = (sorted.len() as f64 * (1.0 - rare)) as usize;
            sorted.get(at).copied().unwrap_or_default()
        };
        let worst = self.of_cores.iter().map(late).max();
        allowed_ms(worst.unwrap_or_default())
    }

    /// The same for the mean: means add up.
    pub fn mean_tolerance_ms(&self) -> f64 {
        let mean = |late: &Vec<Duration>| late.iter().sum::<Duration>() / late.len().max(1) as u32;
        let worst = self.of_cores.iter().map(mean).max();
        allowed_ms(worst.unwrap_or_default())
    }

    /// How much the mean must be allowed to be off where deliveries that are read together, usually `read` apart, carry the
    /// stamp of the last. A read that is late by L has what arrived in L stamped L / 2 too late, and what waited for the
    /// read anyway L too late. Of a stall of L, the meter's wake-ups note L, then less and less: their mean over all time is the former,
    /// and the part of them that were slept through, times `read`, is the latter.
    pub fn merging_tolerance_ms(&self, read: Duration) -> f64 {
        let of_core = |late: &Vec<Duration>| {
            let n = late.len().max(1) as u32;
            let slept_through = late.iter().filter(|one| **one > WAKE_UP_INTERVAL).count() as u32;
            late.iter().sum::<Duration>() / n + read * slept_through / n
        };
        let worst = self.of_cores.iter().map(of_core).max();
        allowed_ms(worst.unwrap_or_default())
    }

    /// The same for what happens once, such as the end of a stall.
    pub fn event_tolerance_ms(&self) -> f64 {
        let longest = self.of_cores.iter().flatten().max();
        allowed_ms(longest.copied().unwrap_or_default())
    }
}

fn allowed_ms(late: Duration) -> f64 {
    QUIET_TOLERANCE_MS.max(late.as_secs_f64() * 1e3 * WAKE_UPS)
}

/// How late each of the wake-ups was on that core, those included that were slept through.
fn lateness_on(cpu: usize, stopping: &AtomicBool) -> Vec<Duration> {
    let mut only = CpuSet::new();
    only.set(cpu);
    sched_setaffinity(None, &only).expect("one of this process's cores");
    prctl::set_timerslack(1).expect("timer slack");
    let mut due = Instant::now();
    let mut lateness = Vec::new();
    while !stopping.load(Ordering::SeqCst) {
        due += WAKE_UP_INTERVAL;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        lateness.push(due.elapsed());
    }
    lateness
}
