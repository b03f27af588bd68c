//! Observes a server, and the machine's steal time, over the sending window: CPU between its two ends, and CPU
//! and memory once a second until the last delivery.

use std::time::Instant;

use super::is_alive;
use super::per_process::{self, PerProcessUsage, TreeReading};
use super::sampler::{Sample, Sampler};
use crate::interrupt::Interrupt;
use crate::load::{Progress, WindowObserver};
use crate::notation::round;
use crate::steal::StealReading;

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
    /// What the hypervisor kept from the machine, 100 = one core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steal_percent: Option<f64>,
    /// From the start of the window to the end of the iteration.
    #[serde(skip)]
    pub seconds: Vec<UsageSecond>,
    /// The root's first, then in the order of their start; of processes that ran at the window's end.
    #[serde(skip)]
    pub processes: Vec<PerProcessUsage>,
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// What the server used in one second; `None` where it was not sampled in time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct UsageSecond {
    /// Mean over the second, 100 = one core.
    pub cpu_percent: Option<f64>,
    /// PSS at the beginning of the second.
    pub memory_mib: Option<f64>,
}

/// How far an iteration is, for a live view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stage {
    Joining {
        connected: u32,
        users: u32,
    },
    Measuring {
        progress: Progress,
        /// In the last second that was sampled.
        server: UsageSecond,
    },
    /// A load is held whose requests are no deliveries; how that goes is its own.
    Holding {
        server: UsageSecond,
    },
}

/// Measures the process tree of `root`, if there is one to measure; ends the iteration when the
/// root ends or the user interrupts.
pub struct UsageObserver<'a> {
    root: Option<i32>,
    interrupt: &'a Interrupt,
    on_progress: &'a dyn Fn(Stage),
    start: Option<TreeReading>,
    steal_at_start: Option<StealReading>,
    /// When the window ended with the server alive.
    window_end: Option<Instant>,
    sampler: Option<Sampler>,
    /// By process id, without memory.
    per_process: Vec<(i32, PerProcessUsage)>,
    usage: Usage,
}

impl<'a> UsageObserver<'a> {
    #[must_use]
    pub fn new(
        root: Option<i32>,
        interrupt: &'a Interrupt,
        on_progress: &'a dyn Fn(Stage),
    ) -> Self {
        Self {
            root,
            interrupt,
            on_progress,
            start: None,
            steal_at_start: None,
            window_end: None,
            sampler: None,
            per_process: Vec::new(),
            usage: Usage::default(),
        }
    }

    /// What was measured; figures of the whole window are missing if it did not end.
    #[must_use]
    pub fn finish(mut self) -> Usage {
        let Some(sampler) = self.sampler.take() else {
            return self.usage;
        };
        match sampler.finish() {
            Ok(samples) => {
                self.usage.seconds = by_second(&samples);
                let in_window: Vec<&Sample> = samples
                    .iter()
                    .filter(|sample| self.window_end.is_some_and(|end| sample.at <= end))
                    .collect();
                let mibs: Vec<f64> = in_window.iter().map(|sample| sample.memory_mib()).collect();
                self.usage.memory_mib = per_process::mean(&mibs).map(|mib| round(mib, 3));
                let peak = mibs.into_iter().reduce(f64::max);
                self.usage.memory_peak_mib = peak.map(|mib| round(mib, 3));
                self.usage.processes = per_process::with_memory(self.per_process, &in_window);
            }
            Err(reason) => {
                let note = format!("memory was not measured: {reason}");
                self.usage.notes.push(note);
            }
        }
        self.usage
    }

    /// Called a few times a second while a load is held of which the live view knows no deliveries. `false` ends it at once.
    pub fn holding(&self) -> bool {
        let server = self.latest();
        (self.on_progress)(Stage::Holding { server });
        self.goes_on()
    }

    fn latest(&self) -> UsageSecond {
        let latest = self.sampler.as_ref().map(Sampler::latest);
        latest.unwrap_or_default()
    }

    fn goes_on(&self) -> bool {
        !self.interrupt.is_asked() && self.root.is_none_or(is_alive)
    }

    fn read_cpu(&mut self) -> Option<TreeReading> {
        match TreeReading::of(self.root?) {
            Ok(reading) => Some(reading),
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
        self.sampler = self.root.map(Sampler::start);
        self.start = self.read_cpu();
        self.steal_at_start = StealReading::now();
    }

    fn window_ended(&mut self) {
        if let Some(start) = self.steal_at_start.take()
            && let Some(end) = StealReading::now()
        {
            let percent = end.percent_since(&start);
            self.usage.steal_percent = percent.map(|percent| round(percent, 1));
        }
        // A server that is gone has no figures over the whole window.
        self.window_end = self
            .root
            .filter(|root| is_alive(*root))
            .map(|_| Instant::now());
        if self.window_end.is_some()
            && let Some(start) = self.start.take()
            && let Some(end) = self.read_cpu()
        {
            let percent = end.percent_since(&start);
            self.usage.cpu_percent = percent.map(|percent| round(percent, 1));
            self.per_process = end.per_process_since(&start);
        }
    }

    fn joining(&mut self, connected: u32, users: u32) -> bool {
        (self.on_progress)(Stage::Joining { connected, users });
        self.goes_on()
    }

    fn tick(&mut self, progress: Progress) -> bool {
        let server = self.latest();
        (self.on_progress)(Stage::Measuring { progress, server });
        self.goes_on()
    }
}

/// CPU and memory of each second, as far as it was sampled at its beginning and its end.
fn by_second(samples: &[Sample]) -> Vec<UsageSecond> {
    let count = samples.last().map_or(0, |sample| sample.second + 1);
    let mut seconds = vec![UsageSecond::default(); count];
    for sample in samples {
        seconds[sample.second].memory_mib = Some(sample.memory_mib());
    }
    for pair in samples.windows(2) {
        if let [first, next] = pair
            && next.second == first.second + 1
        {
            seconds[first.second].cpu_percent = next.cpu.percent_since(&first.cpu);
        }
    }
    seconds
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use super::super::Tree;
    use super::*;

    const WINDOW: Duration = Duration::from_millis(1500);

    /// A shell that has begun to run the script.
    fn shell(script: &str) -> Child {
        let script = format!("echo; {script}");
        let mut command = Command::new("sh");
        let mut child = command
            .args(["-c", &script])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        child
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
        assert!(usage.steal_percent.is_some(), "{usage:?}");
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
    fn what_a_process_uses_is_its_share() {
        let usage = observe("sleep 0.1; timeout 5 sh -c 'while :; do :; done' & wait");
        let [root, .., busy] = &usage.processes[..] else {
            panic!("{usage:?}");
        };
        assert_eq!(root.name, "sh");
        assert!(root.cpu_percent.unwrap() < 5.0, "{usage:?}");
        assert!(root.memory_mib.unwrap() > 0.1, "{usage:?}");
        assert!(busy.memory_mib.unwrap() > 0.1, "{usage:?}");
        let mibs = usage.processes.iter().filter_map(|one| one.memory_mib);
        assert!(
            mibs.sum::<f64>() < 2.0 * usage.memory_peak_mib.unwrap(),
            "{usage:?}"
        );
    }

    #[test]
    fn the_cpu_of_a_child_that_ends_within_the_window_counts() {
        let work = "i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done";
        let usage = observe(&format!("sh -c '{work}'; sleep 30; true"));
        assert!(usage.cpu_percent.unwrap() > 1.0, "{usage:?}");
    }

    #[test]
    fn a_server_that_ends_within_the_window_has_no_figures_of_the_window() {
        let usage = observe("sleep 0.8");
        let of_window = (usage.cpu_percent, usage.memory_mib, usage.memory_peak_mib);
        assert_eq!(of_window, (None, None, None));
        // Up to its end it was seen.
        assert_eq!(usage.seconds.len(), 1, "{usage:?}");
    }

    #[test]
    fn whole_seconds_have_their_own_cpu_and_begun_ones_their_memory() {
        let usage = observe("timeout 5 sh -c 'while :; do :; done' & wait");
        let [whole, begun] = &usage.seconds[..] else {
            panic!("{usage:?}");
        };
        assert!(whole.cpu_percent.unwrap() > 1.0, "{usage:?}");
        assert!(whole.memory_mib.unwrap() > 0.1, "{usage:?}");
        assert_eq!(begun.cpu_percent, None);
        assert!(begun.memory_mib.is_some(), "{usage:?}");
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
