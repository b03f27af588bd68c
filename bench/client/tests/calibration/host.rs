//! What the host does to the figures while they are taken: how late a thread wakes up that does nothing else and has
//! the precedence of client and server. The hypervisor, the kernel and other processes delay it as they delay those.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::prctl;
use rtbench::chat::{self, Observation, Outcome, WindowObserver, Workload};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::support::server::Seen;
use super::support::{ChatServer, Fault};

/// How far a figure may be off on a host that disturbs nothing.
const QUIET_TOLERANCE_MS: f64 = 0.5;
/// What can be late on a delivery's way: the sender, the server's reader, the thread that holds deliveries back.
const WAKE_UPS: f64 = 3.0;
const RARELY: f64 = 0.01 / WAKE_UPS;
const WAKE_UP_INTERVAL: Duration = Duration::from_micros(500);

/// An iteration, what the server knows of it, and how far its quantiles up to p99 may be off.
pub struct Measured {
    pub observation: Observation,
    pub seen: Seen,
    pub tolerance_ms: f64,
}

impl Measured {
    pub fn quantile_ms(&self, quantile: f64) -> f64 {
        self.observation.latency_us.value_at_quantile(quantile) as f64 / 1e3
    }
}

/// Runs a workload that has to complete.
pub fn measure(fault: Fault, workload: &Workload) -> Measured {
    measure_with(&mut (), fault, workload)
}

pub fn measure_with(
    observer: &mut dyn WindowObserver,
    fault: Fault,
    workload: &Workload,
) -> Measured {
    let server = ChatServer::start(fault);
    let disturbance = Disturbance::watch();
    let observation = chat::run(&server.target(), workload, observer).expect("an observation");
    let tolerance_ms = disturbance.finish().tolerance_ms();
    let seen = server.stop();
    assert_eq!(observation.outcome, Outcome::Complete);
    Measured {
        observation,
        seen,
        tolerance_ms,
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
        let mut worst = Lateness::default();
        for meter in self.meters {
            let mut lateness = meter.join().expect("the meter runs");
            lateness.sort_unstable();
            let at = (lateness.len() as f64 * (1.0 - RARELY)) as usize;
            let late = |at: usize| lateness.get(at).copied().unwrap_or_default();
            worst.rare = worst.rare.max(late(at));
            worst.longest = worst.longest.max(late(lateness.len().saturating_sub(1)));
        }
        worst
    }
}

/// How late wake-ups were on the worst of the cores.
#[derive(Default)]
pub struct Lateness {
    rare: Duration,
    pub longest: Duration,
}

impl Lateness {
    /// The least that the 99th percentile of a delivery's latency must be allowed to be off. Each wake-up on its way is later
    /// than `rare` in a hundredth of all cases divided by their number; so all of them together are late by more
    /// than `rare` times their number in at most a hundredth (Boole's inequality).
    pub fn tolerance_ms(&self) -> f64 {
        QUIET_TOLERANCE_MS.max(self.rare.as_secs_f64() * 1e3 * WAKE_UPS)
    }
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
