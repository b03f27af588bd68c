//! The figures of the iteration that is running, as two lines of text: what is measured, and how it goes.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::load::Progress;
use crate::notation::figure;
use crate::process::{Stage, UsageSecond};

/// Deliveries per second are those of about the last so long.
const RATE_OVER: Duration = Duration::from_secs(1);

/// What is known of the iteration that is running.
#[derive(Debug, Default)]
pub(super) struct LiveView {
    what: String,
    stage: Option<Stage>,
    rate: Rate,
}

impl LiveView {
    /// Nothing is known yet of what now begins.
    pub fn begin(&mut self, what: String) {
        *self = Self {
            what,
            ..Self::default()
        };
    }

    pub fn update(&mut self, stage: Stage, now: Instant) {
        if let Stage::Measuring { progress, .. } = stage {
            self.rate.note(now, progress.received_deliveries);
        }
        self.stage = Some(stage);
    }

    /// What is running, and how much of it has arrived.
    pub fn heading(&self) -> String {
        let share = match self.stage {
            Some(Stage::Measuring { progress, .. }) if progress.expected_deliveries > 0 => {
                let (received, expected) =
                    (progress.received_deliveries, progress.expected_deliveries);
                format!(" ({} % delivered)", received * 100 / expected)
            }
            _ => String::new(),
        };
        format!("{}{share}", self.what)
    }

    /// Empty while the server starts.
    pub fn figures(&self) -> String {
        match self.stage {
            None => String::new(),
            Some(Stage::Joining { connected, users }) if connected < users => {
                format!("{connected} of {users} users connected")
            }
            Some(Stage::Joining { users, .. }) => format!("{users} users connected, joining"),
            Some(Stage::Measuring { progress, server }) => {
                format!("{} · {}", self.delivered(&progress), used(&server))
            }
            Some(Stage::Holding { server }) => used(&server),
        }
    }

    /// Always the same columns; a figure that is not known yet is a dash.
    fn delivered(&self, progress: &Progress) -> String {
        let latency =
            |us: Option<u64>| us.map_or("–".to_owned(), |us| figure(us as f64 / 1_000.0));
        format!(
            "{} deliveries/s · p50 {}, p99 {} ms",
            whole(self.rate.per_second()),
            latency(progress.latency_p50_us),
            latency(progress.latency_p99_us),
        )
    }
}

fn used(server: &UsageSecond) -> String {
    format!(
        "server CPU {} %, memory {} MiB",
        whole(server.cpu_percent),
        whole(server.memory_mib),
    )
}

fn whole(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.0}"))
}

/// How fast a count rises.
#[derive(Debug, Default)]
struct Rate {
    notes: VecDeque<(Instant, u64)>,
}

impl Rate {
    fn note(&mut self, now: Instant, count: u64) {
        self.notes.push_back((now, count));
        // The first is the last that is old enough.
        while let Some((second, _)) = self.notes.get(1)
            && now.duration_since(*second) >= RATE_OVER
        {
            self.notes.pop_front();
        }
    }

    /// `None` before there is any time between two counts.
    fn per_second(&self) -> Option<f64> {
        let ((first_at, first), (last_at, last)) = (self.notes.front()?, self.notes.back()?);
        let seconds = last_at.duration_since(*first_at).as_secs_f64();
        (seconds > 0.0).then(|| last.saturating_sub(*first) as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measuring(received_deliveries: u64, latency_us: Option<u64>) -> Stage {
        Stage::Measuring {
            progress: Progress {
                received_deliveries,
                expected_deliveries: 100_000,
                latency_p50_us: latency_us,
                latency_p99_us: latency_us.map(|us| us * 4),
            },
            server: UsageSecond {
                cpu_percent: latency_us.map(|_| 94.6),
                memory_mib: Some(61.7),
            },
        }
    }

    #[test]
    fn the_rate_is_that_of_the_last_second() {
        let start = Instant::now();
        let mut live = LiveView::default();
        for (ms, received) in [(0, 0), (500, 50_000), (1_000, 60_000), (1_500, 70_000)] {
            live.update(
                measuring(received, Some(310)),
                start + Duration::from_millis(ms),
            );
        }
        assert_eq!(
            live.figures(),
            "20000 deliveries/s · p50 0.310, p99 1.24 ms · server CPU 95 %, memory 62 MiB"
        );
    }

    #[test]
    fn what_is_not_known_yet_is_a_dash() {
        let mut live = LiveView::default();
        live.update(measuring(0, None), Instant::now());
        assert_eq!(
            live.figures(),
            "– deliveries/s · p50 –, p99 – ms · server CPU – %, memory 62 MiB"
        );
    }

    #[test]
    fn while_a_load_tool_holds_its_load_the_server_is_seen() {
        let mut live = LiveView::default();
        let server = UsageSecond {
            cpu_percent: Some(94.6),
            memory_mib: None,
        };
        live.update(Stage::Holding { server }, Instant::now());
        assert_eq!(live.figures(), "server CPU 95 %, memory – MiB");
    }

    #[test]
    fn the_heading_says_what_runs_and_how_much_has_arrived() {
        let mut live = LiveView::default();
        live.begin("node-ws, 1 room × 60 users, iteration 2 of 5".to_owned());
        assert_eq!(
            live.heading(),
            "node-ws, 1 room × 60 users, iteration 2 of 5"
        );
        live.update(measuring(25_999, Some(310)), Instant::now());
        assert_eq!(
            live.heading(),
            "node-ws, 1 room × 60 users, iteration 2 of 5 (25 % delivered)"
        );
        live.begin("the next".to_owned());
        assert_eq!(
            (live.heading(), live.figures()),
            ("the next".to_owned(), String::new())
        );
    }

    #[test]
    fn users_are_counted_while_they_connect() {
        let mut live = LiveView::default();
        let joining = |connected| Stage::Joining {
            connected,
            users: 10_000,
        };
        live.update(joining(3_400), Instant::now());
        assert_eq!(live.figures(), "3400 of 10000 users connected");
        live.update(joining(10_000), Instant::now());
        assert_eq!(live.figures(), "10000 users connected, joining");
    }
}
