//! What the server noted of deliveries that it held back, on the clock that the client uses: the truth that the client's
//! figures are held to, whatever the host did meanwhile.

use std::time::{Duration, Instant};

use super::host::Measured;
use super::support::room_service::HeldBack;
use super::table::between;

/// Latencies in milliseconds, sorted.
pub struct GroundTruth {
    arrived_ms: Vec<f64>,
    began_ms: Vec<f64>,
    ended_ms: Vec<f64>,
    /// Without the delay that was asked for.
    late_ms: Vec<f64>,
}

impl GroundTruth {
    /// The client's window began at the least time of arrival less due time, but for the fastest transit: nothing is sent
    /// before it is due.
    pub fn of(held_back: &[HeldBack]) -> Self {
        let begin = |one: &HeldBack| one.arrived_at - one.due;
        let window_start = held_back.iter().map(begin).min().expect("deliveries");
        let sorted_ms = |duration: &dyn Fn(&HeldBack) -> Duration| {
            let mut ms: Vec<f64> = held_back
                .iter()
                .map(|one| milliseconds(duration(one)))
                .collect();
            ms.sort_unstable_by(f64::total_cmp);
            ms
        };
        let since_due = |at: Instant, one: &HeldBack| at.duration_since(window_start + one.due);
        Self {
            arrived_ms: sorted_ms(&|one| since_due(one.arrived_at, one)),
            began_ms: sorted_ms(&|one| since_due(one.write_began, one)),
            ended_ms: sorted_ms(&|one| since_due(one.write_ended, one)),
            late_ms: sorted_ms(&|one| {
                since_due(one.write_ended, one).saturating_sub(one.at - one.arrived_at)
            }),
        }
    }

    pub fn count(&self) -> usize {
        self.ended_ms.len()
    }

    /// Up to the ends of the writes.
    pub fn mean_ms(&self) -> f64 {
        mean(&self.ended_ms)
    }

    /// How late messages were sent.
    pub fn mean_lag_ms(&self) -> f64 {
        mean(&self.arrived_ms)
    }

    /// How large the p quantile of latency can be where the delay's own quantiles are known: a latency is a delay and what it was
    /// late by. Whatever part of all cases one lets exceed a bound of lateness, at least p of them are below the delay's p + part
    /// quantile plus that bound. The least of these bounds counts.
    pub fn most_ms(&self, p: f64, delay_quantile_ms: impl Fn(f64) -> f64) -> f64 {
        let parts = (1..=100).map(|part| (1.0 - p) * f64::from(part) / 101.0);
        let bounds =
            parts.map(|part| delay_quantile_ms(p + part) + quantile(&self.late_ms, 1.0 - part));
        bounds.fold(f64::INFINITY, f64::min)
    }
}

/// A delivery is stamped as received while it is being written. So the stamps lie between the beginnings and the ends of
/// the writes, and so does each of their quantiles.
pub fn compare(quantity: &str, measured: &Measured, truth: &GroundTruth, p: f64) {
    let tolerance_ms = measured.lateness.tolerance_ms(p);
    between(
        &format!("{quantity}, as the server noted"),
        "ms",
        quantile(&truth.began_ms, p) - tolerance_ms,
        quantile(&truth.ended_ms, p) + tolerance_ms,
        measured.quantile_ms(p),
    );
}

fn quantile(sorted: &[f64], p: f64) -> f64 {
    sorted[(p * sorted.len() as f64).ceil() as usize - 1]
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
