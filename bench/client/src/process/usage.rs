//! Observes a server over the sending window: CPU between its two ends, memory once a second in a
//! thread of the lowest priority, so that sampling does not delay the sender.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::cpu::CpuReading;
use super::{Tree, is_alive, memory};
use crate::chat::{Progress, WindowObserver};
use crate::interrupt::Interrupt;
use crate::notation::round;

const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);
const LOWEST_PRIORITY: i32 = 19;

/// What the server used over the window, rounded as in result files. A figure that could not be had
/// is `None`, and `notes` says why.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Usage {
    /// 100 = one core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_percent: Option<f64>,
    /// Mean PSS over the samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<f64>,
    /// Largest sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_peak_mib: Option<f64>,
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// Measures the process tree of `root`, if there is one to measure; ends the iteration when the
/// root ends or the user interrupts.
pub struct UsageObserver<'a> {
    root: Option<i32>,
    interrupt: &'a Interrupt,
    on_progress: &'a dyn Fn(Progress),
    start: Option<CpuReading>,
    window_ended: bool,
    sampler: Option<MemorySampler>,
    usage: Usage,
}

impl<'a> UsageObserver<'a> {
    #[must_use]
    pub fn new(
        root: Option<i32>,
        interrupt: &'a Interrupt,
        on_progress: &'a dyn Fn(Progress),
    ) -> Self {
        Self {
            root,
            interrupt,
            on_progress,
            start: None,
            window_ended: false,
            sampler: None,
            usage: Usage::default(),
        }
    }

    /// What was measured; figures are missing if the window did not end.
    #[must_use]
    pub fn finish(mut self) -> Usage {
        let Some(sampler) = self.sampler.take() else {
            return self.usage;
        };
        match sampler.finish() {
            Ok(samples) if self.window_ended && !samples.is_empty() => {
                let sum: f64 = samples.iter().sum();
                self.usage.memory_mib = Some(round(sum / samples.len() as f64, 3));
                let peak = samples.into_iter().reduce(f64::max);
                self.usage.memory_peak_mib = peak.map(|mib| round(mib, 3));
            }
            Ok(_) => {}
            Err(reason) => {
                let note = format!("memory was not measured: {reason}");
                self.usage.notes.push(note);
            }
        }
        self.usage
    }

    fn read_cpu(&mut self) -> Option<CpuReading> {
        match Tree::of(self.root?) {
            Ok(tree) => Some(CpuReading::of(&tree, Instant::now())),
            Err(error) => {
                self.usage
                    .notes
                    .push(format!("CPU was not measured: {error}"));
                None
            }
        }
    }
}

impl WindowObserver for UsageObserver<'_> {
    fn window_started(&mut self) {
        self.sampler = self.root.map(MemorySampler::start);
        self.start = self.read_cpu();
    }

    fn window_ended(&mut self) {
        // A server that is gone has no figures over the whole window.
        self.window_ended = self.root.is_some_and(is_alive);
        if self.window_ended
            && let Some(start) = self.start.take()
            && let Some(end) = self.read_cpu()
        {
            let percent = end.percent_since(&start);
            self.usage.cpu_percent = percent.map(|percent| round(percent, 1));
        }
        if let Some(sampler) = &mut self.sampler {
            sampler.stop();
        }
    }

    fn tick(&mut self, progress: Progress) -> bool {
        (self.on_progress)(progress);
        !self.interrupt.is_asked() && self.root.is_none_or(is_alive)
    }
}

/// A thread that samples a tree's memory at once and then every second, until it is stopped or
/// dropped.
struct MemorySampler {
    /// Dropping it wakes the thread, which then ends.
    stop: Option<Sender<()>>,
    thread: JoinHandle<Result<Vec<f64>, String>>,
}

impl MemorySampler {
    fn start(root: i32) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            // `None` is the calling thread. Refused, it samples all the same, at ordinary priority.
            let _ = rustix::process::setpriority_process(None, LOWEST_PRIORITY);
            sample_until(&stopped, root)
        });
        Self {
            stop: Some(stop),
            thread,
        }
    }

    /// Asks the thread to end, without waiting for it.
    fn stop(&mut self) {
        self.stop = None;
    }

    fn finish(mut self) -> Result<Vec<f64>, String> {
        self.stop();
        let joined = self.thread.join();
        joined.unwrap_or_else(|_| Err("the sampler failed".to_owned()))
    }
}

fn sample_until(stopped: &Receiver<()>, root: i32) -> Result<Vec<f64>, String> {
    let mut samples = Vec::new();
    let mut due = Instant::now();
    while let Some(mib) = sample(root)? {
        samples.push(mib);
        due += SAMPLE_INTERVAL;
        let wait = due.saturating_duration_since(Instant::now());
        if stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    Ok(samples)
}

/// One sample in MiB; `None` once the root has ended.
fn sample(root: i32) -> Result<Option<f64>, String> {
    let tree = Tree::of(root).map_err(|error| error.to_string())?;
    let mib = memory::pss_mib(&tree)
        .map_err(|error| format!("smaps_rollup of the server cannot be read: {error}"))?;
    Ok(is_alive(root).then_some(mib))
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};

    use super::*;

    const WINDOW: Duration = Duration::from_millis(1500);

    fn shell(script: &str) -> Child {
        Command::new("sh").args(["-c", script]).spawn().unwrap()
    }

    /// Observes a window over what `script` does.
    fn observe(script: &str) -> Usage {
        let mut child = shell(script);
        let interrupt = Interrupt::default();
        let mut observer = UsageObserver::new(Some(child.id() as i32), &interrupt, &|_| {});
        observer.window_started();
        std::thread::sleep(WINDOW);
        observer.window_ended();
        let usage = observer.finish();
        for pid in Tree::of(child.id() as i32).unwrap().running() {
            let pid = rustix::process::Pid::from_raw(pid).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        child.wait().unwrap();
        usage
    }

    #[test]
    fn an_idle_server_uses_no_cpu_and_some_memory() {
        let usage = observe("sleep 30; true");
        assert!(usage.cpu_percent.unwrap() < 5.0, "{usage:?}");
        assert!(usage.memory_mib.unwrap() > 0.1, "{usage:?}");
        assert!(usage.memory_peak_mib >= usage.memory_mib, "{usage:?}");
        assert_eq!(usage.notes, Vec::<String>::new());
    }

    #[test]
    fn a_busy_grandchild_counts() {
        // `timeout` bounds the CPU time that other tests can lose to it.
        let usage = observe("timeout 5 sh -c 'while :; do :; done' & wait");
        let percent = usage.cpu_percent.unwrap();
        assert!((10.0..=105.0).contains(&percent), "{usage:?}");
    }

    #[test]
    fn the_cpu_of_a_child_that_ends_within_the_window_counts() {
        let work = "i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done";
        let usage = observe(&format!("sh -c '{work}'; sleep 30; true"));
        assert!(usage.cpu_percent.unwrap() > 1.0, "{usage:?}");
    }

    #[test]
    fn a_server_that_ends_within_the_window_has_no_figures() {
        let usage = observe("sleep 0.2");
        assert_eq!(usage, Usage::default());
    }

    #[test]
    fn the_iteration_goes_on_only_while_the_server_lives_and_no_one_interrupts() {
        let mut child = shell("sleep 30");
        let interrupt = Interrupt::default();
        let mut observer = UsageObserver::new(Some(child.id() as i32), &interrupt, &|_| {});
        assert!(observer.tick(Progress::default()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!observer.tick(Progress::default()));
    }
}
