//! Samples a process tree at the beginning of every second, in a thread of the lowest priority, so that
//! sampling does not delay the sender.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::cpu::CpuReading;
use super::{Tree, UsageSecond, is_alive, memory};

const LOWEST_PRIORITY: i32 = 19;

/// What a tree had used at one moment.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// Whole seconds since the sampler's start.
    pub second: usize,
    pub at: Instant,
    pub cpu: CpuReading,
    /// PSS of each process, by its id.
    pub memory_mib_of: Vec<(i32, f64)>,
}

impl Sample {
    /// PSS of the tree.
    pub fn memory_mib(&self) -> f64 {
        self.memory_mib_of.iter().map(|(_, mib)| mib).sum()
    }
}

/// A thread that samples a tree at once and then every second, until it is finished or dropped.
pub(super) struct Sampler {
    /// Dropping it wakes the thread, which then ends.
    stop: Sender<()>,
    thread: JoinHandle<Result<Vec<Sample>, String>>,
    latest: Arc<Mutex<UsageSecond>>,
}

impl Sampler {
    pub fn start(root: i32) -> Self {
        let (stop, stopped) = mpsc::channel();
        let latest = Arc::new(Mutex::default());
        let thread = std::thread::spawn({
            let latest = Arc::clone(&latest);
            move || {
                // `None` is the calling thread. Refused, it samples all the same, at ordinary priority.
                let _ = rustix::process::setpriority_process(None, LOWEST_PRIORITY);
                sample_until(&stopped, root, &latest)
            }
        });
        Self {
            stop,
            thread,
            latest,
        }
    }

    /// Memory at the last sample, and CPU since the one before. Never waits: where a sample is just being
    /// entered, there is nothing.
    pub fn latest(&self) -> UsageSecond {
        let latest = self.latest.try_lock();
        latest.map(|latest| *latest).unwrap_or_default()
    }

    /// Ends the thread.
    ///
    /// # Errors
    /// What kept it from sampling, in a few words.
    pub fn finish(self) -> Result<Vec<Sample>, String> {
        let Self { stop, thread, .. } = self;
        drop(stop);
        let joined = thread.join();
        joined.unwrap_or_else(|_| Err("the sampler failed".to_owned()))
    }
}

fn sample_until(
    stopped: &Receiver<()>,
    root: i32,
    latest: &Mutex<UsageSecond>,
) -> Result<Vec<Sample>, String> {
    let start = Instant::now();
    let mut samples: Vec<Sample> = Vec::new();
    while let Some(sample) = sample(root, start)? {
        let previous = samples.last();
        if let Ok(mut latest) = latest.lock() {
            *latest = UsageSecond {
                cpu_percent: previous.and_then(|one| sample.cpu.percent_since(&one.cpu)),
                memory_mib: Some(sample.memory_mib()),
            };
        }
        samples.push(sample);
        // Where a sample was late, those that should have been taken meanwhile are left out.
        let due = start + Duration::from_secs(start.elapsed().as_secs() + 1);
        let wait = due.saturating_duration_since(Instant::now());
        if stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    Ok(samples)
}

/// `None` once the root has ended.
fn sample(root: i32, start: Instant) -> Result<Option<Sample>, String> {
    let tree = Tree::of(root).map_err(|error| error.to_string())?;
    let at = Instant::now();
    let cpu = CpuReading::of(&tree.stats, at);
    let memory_mib_of = memory::pss_of_processes(&tree)
        .map_err(|error| format!("smaps_rollup of the server cannot be read: {error}"))?;
    let second = at.duration_since(start).as_secs() as usize;
    Ok(is_alive(root).then_some(Sample {
        second,
        at,
        cpu,
        memory_mib_of,
    }))
}
