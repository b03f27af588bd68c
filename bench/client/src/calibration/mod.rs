//! The noise floor: the latency that client and machine show by themselves, against a server that does
//! nothing but echo, on the cores of a run. What differs by less says nothing of the servers.

mod echo;

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::affinity::CoreSplit;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::load::Latency;
use crate::notation::round;
use crate::process::UsageObserver;
use crate::result::NoiseFloor;
use crate::rooms::{self, Load, Outcome};
use crate::websocket::{Connecting, Target};

pub use echo::Echo;

/// Low load: a message a millisecond, of users who hear nobody but themselves.
const ROOMS: u32 = 10;
const MESSAGES_PER_USER: u32 = 50;
const INTERVAL: Duration = Duration::from_millis(10);
const WARMUP_MESSAGES_PER_USER: u32 = 10;
/// An echo takes microseconds.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Recorded iterations, unless the user wants another number.
pub const ITERATIONS: u32 = 5;

/// What each iteration showed, and what follows from all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    pub iterations: Vec<Latency>,
    pub noise_floor: NoiseFloor,
}

/// Measures the noise floor from the calling thread, which is pinned to the client's cores; the echo runs
/// in a thread on the server's.
///
/// # Errors
/// The echo cannot be started or does not answer in time, or the user interrupts.
pub fn measure(
    cores: &CoreSplit,
    read_interval: Duration,
    iterations: u32,
    interrupt: &Interrupt,
) -> Result<Calibration, Error> {
    let echo = Echo::start(&cores.server)?;
    let target = Target {
        address: echo.address(),
        path: "/".to_owned(),
    };
    let load = |messages_per_user| Load {
        rooms: ROOMS,
        users: 1,
        idle_users: 0,
        connecting: Connecting::default(),
        messages_per_user,
        interval: INTERVAL,
        drain_timeout: DRAIN_TIMEOUT,
        read_interval,
    };
    let measure = |load: &Load| {
        let mut observer = UsageObserver::new(None, interrupt, &|_| {});
        let observed = rooms::run(&target, load, &mut observer);
        interrupt.check()?;
        let observation = observed?;
        match observation.outcome {
            Outcome::Complete => Ok(observation.latency_us),
            outcome => Err(Error::NotCalibrated {
                outcome: outcome.as_str(),
            }),
        }
    };
    measure(&load(WARMUP_MESSAGES_PER_USER))?;
    let recorded = (0..iterations)
        .map(|_| measure(&load(MESSAGES_PER_USER)))
        .collect::<Result<Vec<Histogram<u64>>, Error>>()?;
    let latency = |latency_us| Latency::of(latency_us).expect("a complete iteration has latencies");
    let iterations: Vec<Latency> = recorded.iter().map(latency).collect();
    let deliveries = recorded.iter().map(Histogram::len).sum();
    Ok(Calibration {
        noise_floor: noise_floor(&iterations, deliveries),
        iterations,
    })
}

/// The medians over the iterations, so that one that something else disturbed does not count.
fn noise_floor(iterations: &[Latency], deliveries: u64) -> NoiseFloor {
    let median_of = |statistic: fn(&Latency) -> f64| {
        let mut values: Vec<f64> = iterations.iter().map(statistic).collect();
        values.sort_by(f64::total_cmp);
        let (upper, lower) = (values.len() / 2, (values.len() - 1) / 2);
        round(f64::midpoint(values[lower], values[upper]), 3)
    };
    NoiseFloor {
        method: method(iterations.len()),
        deliveries,
        latency_mean_ms: median_of(|latency| latency.mean_ms),
        latency_p50_ms: median_of(|latency| latency.p50_ms),
        latency_p90_ms: median_of(|latency| latency.p90_ms),
        latency_p99_ms: median_of(|latency| latency.p99_ms),
        latency_p999_ms: median_of(|latency| latency.p999_ms),
        latency_max_ms: median_of(|latency| latency.max_ms),
    }
}

fn method(iterations: usize) -> String {
    let interval_ms = INTERVAL.as_millis();
    format!(
        "echo in a thread of the client on the server's cores, {ROOMS} rooms × 1 user, one message every {interval_ms} ms, \
         {MESSAGES_PER_USER} messages a user; medians of {iterations} iterations"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latency(p50_ms: f64, p99_ms: f64) -> Latency {
        Latency {
            min_ms: 0.01,
            mean_ms: p50_ms,
            p50_ms,
            p90_ms: p99_ms,
            p99_ms,
            p999_ms: p99_ms,
            max_ms: p99_ms,
        }
    }

    #[test]
    fn one_disturbed_iteration_does_not_raise_the_noise_floor() {
        let iterations = [latency(0.05, 0.2), latency(0.06, 40.0), latency(0.04, 0.1)];
        let floor = noise_floor(&iterations, 1_500);
        assert_eq!((floor.latency_p50_ms, floor.latency_p99_ms), (0.05, 0.2));
        assert!(floor.method.ends_with("medians of 3 iterations"));
    }

    #[test]
    fn of_two_iterations_the_noise_floor_lies_in_the_middle() {
        let floor = noise_floor(&[latency(0.05, 0.2), latency(0.07, 0.4)], 1_000);
        assert_eq!((floor.latency_p50_ms, floor.latency_p99_ms), (0.06, 0.3));
    }
}
