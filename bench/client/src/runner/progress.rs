//! What the user sees while a plan runs: what is running, its figures so far, a bar with the time left, and the
//! figures of the last iteration; plain lines when standard error is not a terminal.

use std::fmt;
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::eta::Eta;
use super::live_view::LiveView;
use crate::process::Stage;

const REDRAW: Duration = Duration::from_millis(250);
const TEMPLATE: &str = "{heading:.bold}\n{figures}\n[{elapsed}] {wide_bar:.cyan/blue} {pos}/{len} iterations, {left}\n{prefix}\n{wide_msg}";

/// Tells the user how the run goes. The thread that loads the server only stores numbers; drawing
/// is done by a thread of the lowest priority.
pub struct Reporter {
    iterations: u32,
    view: View,
    state: Arc<State>,
}

enum View {
    Bar {
        bar: ProgressBar,
        /// Dropping it ends the drawing thread.
        stop: Option<Sender<()>>,
        drawing: Option<JoinHandle<()>>,
    },
    Lines,
}

#[derive(Debug)]
struct State {
    live: Mutex<LiveView>,
    eta: Mutex<Eta>,
}

impl State {
    fn live(&self) -> MutexGuard<'_, LiveView> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn eta(&self) -> MutexGuard<'_, Eta> {
        self.eta.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// By so many iterations; what is left of the total.
    fn shorten(&self, iterations: u64) -> u64 {
        let mut eta = self.eta();
        eta.total -= iterations;
        eta.total
    }
}

impl Reporter {
    /// For `total` iterations, `iterations` of each cell.
    #[must_use]
    pub fn new(total: u64, iterations: u32) -> Self {
        let state = Arc::new(State {
            live: Mutex::default(),
            eta: Mutex::new(Eta::new(total)),
        });
        let view = if std::io::stderr().is_terminal() {
            View::bar(total, &state)
        } else {
            View::Lines
        };
        Self {
            iterations,
            view,
            state,
        }
    }

    /// A line for the user, above the bar.
    pub fn say(&self, line: &str) {
        match &self.view {
            View::Bar { bar, .. } => bar.println(line),
            View::Lines => eprintln!("{line}"),
        }
    }

    /// `place` names technology and cell.
    pub(super) fn starting(&self, place: &str) {
        let what = format!("{place}, starting and warming up");
        self.state.live().begin(what);
    }

    pub(super) fn iteration_started(&self, place: &str, iteration: u32) {
        let of = self.iterations;
        let what = format!("{place}, iteration {iteration} of {of}");
        self.state.live().begin(what);
    }

    /// Called on the thread that loads the server: it must neither draw nor wait. While the view is being
    /// drawn, it is the next call that counts.
    pub(super) fn progress(&self, stage: Stage) {
        if let Ok(mut live) = self.state.live.try_lock() {
            live.update(stage, Instant::now());
        }
    }

    pub(super) fn iteration_done(&self, place: &str, iteration: u32, figures: &str) {
        let eta = self.advance();
        let place = format!("{place}, {iteration}/{}", self.iterations);
        match &self.view {
            View::Bar { bar, .. } => {
                bar.set_position(eta.done);
                bar.set_prefix(format!("last: {place}"));
                bar.set_message(figures.to_owned());
            }
            View::Lines => {
                let Eta { done, total, .. } = eta;
                eprintln!("[{done}/{total}, {}] {place}: {figures}", eta.left());
            }
        }
    }

    /// Iterations that will not be run after all.
    pub(super) fn skip(&self, iterations: u64) {
        let total = self.state.shorten(iterations);
        // Which draws it, and asks for the time left.
        if let View::Bar { bar, .. } = &self.view {
            bar.set_length(total);
        }
    }

    fn advance(&self) -> Eta {
        let mut eta = self.state.eta();
        eta.advance();
        *eta
    }
}

impl View {
    fn bar(total: u64, state: &Arc<State>) -> Self {
        let drawn_from = |text: fn(&State) -> String| {
            let state = Arc::clone(state);
            move |_: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&text(&state));
            }
        };
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is well-formed")
            .with_key(
                "heading",
                drawn_from(|state| fitted(&state.live().heading())),
            )
            .with_key(
                "figures",
                drawn_from(|state| fitted(&state.live().figures())),
            )
            .with_key("left", drawn_from(|state| state.eta().left()));
        let bar = ProgressBar::new(total).with_style(style);
        let (stop, stopped) = mpsc::channel();
        let drawn = bar.clone();
        let drawing = std::thread::spawn(move || {
            // Refused, it draws at ordinary priority.
            let _ = rustix::process::setpriority_process(None, 19);
            while stopped.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
                drawn.tick();
            }
        });
        Self::Bar {
            bar,
            stop: Some(stop),
            drawing: Some(drawing),
        }
    }
}

impl Drop for View {
    fn drop(&mut self) {
        if let Self::Bar { bar, stop, drawing } = self {
            drop(stop.take());
            if let Some(drawing) = drawing.take() {
                let _ = drawing.join();
            }
            bar.finish_and_clear();
        }
    }
}

/// Cut off at the terminal's edge, since a line that wraps would make the view jump.
fn fitted(line: &str) -> String {
    let (_, columns) = Term::stderr().size();
    truncate_str(line, usize::from(columns), "…").into_owned()
}
