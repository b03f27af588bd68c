//! What broker and relay of known faults share: threads that pass on what they read after a known time, and note how long it took.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Passes bodies on, each so long after it came, in the order in which they came.
#[derive(Clone)]
pub struct Delayed {
    queue: Sender<(Instant, Vec<u8>)>,
}

/// How long each body was really held back.
#[derive(Clone, Default)]
pub struct HeldBack(Arc<Mutex<Vec<Duration>>>);

impl Delayed {
    /// To whom `pass_on` passes them.
    pub fn start(
        delay: Duration,
        held_back: HeldBack,
        mut pass_on: impl FnMut(&[u8]) + Send + 'static,
    ) -> Self {
        let (queue, due) = mpsc::channel::<(Instant, Vec<u8>)>();
        thread::spawn(move || {
            for (came, body) in due {
                sleep_until(came + delay);
                pass_on(&body);
                held_back.0.lock().unwrap().push(came.elapsed());
            }
        });
        Self { queue }
    }

    pub fn take(&self, body: Vec<u8>) {
        // The receiver outlives the test.
        let _ = self.queue.send((Instant::now(), body));
    }
}

/// To the resolution of a spinning thread, at the end.
fn sleep_until(due: Instant) {
    const SPUN: Duration = Duration::from_micros(300);
    thread::sleep(due.saturating_duration_since(Instant::now() + SPUN));
    while Instant::now() < due {
        std::hint::spin_loop();
    }
}

impl HeldBack {
    /// The median of the last so many, in milliseconds.
    pub fn median_ms(&self, last: usize) -> f64 {
        let all = self.0.lock().unwrap();
        let mut of_last = all[all.len().saturating_sub(last)..].to_vec();
        of_last.sort_unstable();
        of_last[of_last.len() / 2].as_secs_f64() * 1e3
    }
}
