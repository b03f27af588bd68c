//! Whether a probe held: nothing is missing, latency is within the limit, and no queue grows.

use serde::{Deserialize, Serialize};

use super::{Seen, Trend};
use crate::load::Second;
use crate::notation::figure;

/// A queue that would take latency beyond the limit within so long is one that grows.
const FORESIGHT_S: f64 = 60.0;

/// Of all latencies of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    P95,
    P99,
}

impl Statistic {
    #[must_use]
    pub fn quantile(self) -> f64 {
        match self {
            Self::P95 => 0.95,
            Self::P99 => 0.99,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::P95 => "p95",
            Self::P99 => "p99",
        }
    }
}

/// What a load has to stay within.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    pub statistic: Statistic,
    pub ms: f64,
}

impl Limit {
    /// Why the probe failed, in words; `None` if it held.
    #[must_use]
    pub fn fault(self, seen: &Seen) -> Option<String> {
        let Self { statistic, ms } = self;
        let counts = [
            (seen.lost_deliveries, "lost"),
            (seen.duplicated_deliveries, "duplicated"),
            (seen.out_of_order_deliveries, "out of order"),
        ];
        if let Some((count, what)) = counts.into_iter().find(|(count, _)| *count > 0) {
            return Some(format!("{count} deliveries {what}"));
        }
        if seen.interruption.is_some() {
            return seen.interruption.clone();
        }
        let latency_ms = seen.latency_us.value_at_quantile(statistic.quantile()) as f64 / 1e3;
        if latency_ms > ms {
            return Some(format!("{} {} ms", statistic.word(), figure(latency_ms)));
        }
        let drain_ms = seen.drain.as_secs_f64() * 1e3;
        if drain_ms > ms {
            return Some(format!(
                "the last delivery came {} ms late",
                figure(drain_ms)
            ));
        }
        let growth = trend(seen)?;
        (growth.is_growth && growth.slope_per_s * FORESIGHT_S > ms).then(|| {
            format!(
                "latency grows by {} ms a second",
                figure(growth.slope_per_s)
            )
        })
    }
}

/// Of the window's whole seconds, by their means, in milliseconds.
#[must_use]
pub fn trend(seen: &Seen) -> Option<Trend> {
    let whole = seen.window.as_secs() as usize;
    let mean_ms = |second: &Second| second.latency_mean_us.map(|us| us / 1e3);
    let means: Vec<f64> = seen
        .seconds
        .iter()
        .take(whole)
        .filter_map(mean_ms)
        .collect();
    Trend::of(&means)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::load::histogram_us;

    const LIMIT: Limit = Limit {
        statistic: Statistic::P99,
        ms: 100.0,
    };

    /// A probe in which all arrived, with a mean for each second.
    fn seen(means_ms: &[f64]) -> Seen {
        let mut latency_us = histogram_us();
        for mean in means_ms {
            latency_us.record((mean * 1e3) as u64).unwrap();
        }
        let second = |mean: &f64| Second {
            deliveries: 1,
            latency_mean_us: Some(mean * 1e3),
            ..Second::default()
        };
        Seen {
            lost_deliveries: 0,
            duplicated_deliveries: 0,
            out_of_order_deliveries: 0,
            interruption: None,
            latency_us,
            seconds: means_ms.iter().map(second).collect(),
            window: Duration::from_secs(means_ms.len() as u64),
            drain: Duration::ZERO,
            is_client_saturated: false,
        }
    }

    fn fault(seen: &Seen) -> String {
        LIMIT.fault(seen).unwrap_or_default()
    }

    #[test]
    fn a_steady_probe_within_the_limit_held() {
        assert_eq!(LIMIT.fault(&seen(&[5.0, 6.0, 4.0, 5.0, 6.0, 5.0])), None);
    }

    #[test]
    fn latency_above_the_limit_fails() {
        assert_eq!(fault(&seen(&[5.0, 6.0, 101.0])), "p99 101 ms");
    }

    #[test]
    fn a_queue_that_grows_fails_though_it_is_not_long_yet() {
        let growing = seen(&[5.0, 8.0, 12.0, 14.0, 18.0, 21.0]);
        assert_eq!(fault(&growing), "latency grows by 3.20 ms a second");
        let slowly = seen(&[5.0, 5.5, 6.1, 6.4, 7.0, 7.6]);
        assert_eq!(LIMIT.fault(&slowly), None, "within the limit for a minute");
    }

    #[test]
    fn seconds_after_the_window_are_no_trend() {
        let mut draining = seen(&[5.0, 5.0, 5.1, 5.0, 30.0, 60.0]);
        draining.window = Duration::from_secs(4);
        assert_eq!(LIMIT.fault(&draining), None);
    }

    #[test]
    fn what_is_missing_or_late_or_twice_fails_before_all_else() {
        let mut lost = seen(&[500.0]);
        lost.lost_deliveries = 3;
        assert_eq!(fault(&lost), "3 deliveries lost");
        let mut late = seen(&[5.0]);
        late.drain = Duration::from_millis(120);
        assert_eq!(fault(&late), "the last delivery came 120 ms late");
        let mut gone = seen(&[5.0]);
        gone.interruption = Some("server exited".to_owned());
        assert_eq!(fault(&gone), "server exited");
    }
}
