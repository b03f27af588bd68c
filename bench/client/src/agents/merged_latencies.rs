//! The latencies of several agents, added: as a whole and second by second.

use hdrhistogram::Histogram;

use super::EncodedHistogram;
use super::file::ReceivedFrom;
use crate::load::Second;

#[derive(Debug)]
pub struct MergedLatencies {
    pub whole_us: Histogram<u64>,
    seconds: Vec<MergedSecond>,
}

#[derive(Debug)]
struct MergedSecond {
    /// All that were received, also those whose latency does not count.
    deliveries: u64,
    latency_us: Histogram<u64>,
}

impl MergedLatencies {
    pub fn new() -> Self {
        Self {
            whole_us: empty(),
            seconds: Vec::new(),
        }
    }

    /// Adds what one agent received of one agent. Where the two clocks differ, deliveries count and latencies don't.
    ///
    /// # Errors
    /// What in it is no histogram, or contradicts the rest.
    pub fn add(&mut self, from: &ReceivedFrom, has_one_clock: bool) -> Result<(), String> {
        let whole = decode(&from.latency_us, "latency_us")?;
        let mut in_seconds = 0;
        for (second, encoded) in from.latency_us_by_second.iter().enumerate() {
            let latency_us = decode(encoded, &format!("latency_us_by_second[{second}]"))?;
            if self.seconds.len() == second {
                self.seconds.push(MergedSecond {
                    deliveries: 0,
                    latency_us: empty(),
                });
            }
            let merged = &mut self.seconds[second];
            in_seconds += latency_us.len();
            merged.deliveries += latency_us.len();
            if has_one_clock {
                add(&mut merged.latency_us, &latency_us);
            }
        }
        for (field, found) in [
            ("latency_us", whole.len()),
            ("latency_us_by_second", in_seconds),
        ] {
            if found != from.deliveries {
                let expected = from.deliveries;
                return Err(format!(
                    "{field}: found {found} latencies (expected {expected}, one for each delivery)"
                ));
            }
        }
        if has_one_clock {
            add(&mut self.whole_us, &whole);
        }
        Ok(())
    }

    /// The course of the iteration.
    pub fn seconds(&self) -> Vec<Second> {
        let second = |merged: &MergedSecond| Second {
            deliveries: merged.deliveries,
            ..Second::of(&merged.latency_us)
        };
        self.seconds.iter().map(second).collect()
    }
}

/// Adds an encoded histogram to another.
///
/// # Errors
/// It is none.
pub fn add_encoded(
    sum: &mut Histogram<u64>,
    encoded: &EncodedHistogram,
    field: &str,
) -> Result<(), String> {
    add(sum, &decode(encoded, field)?);
    Ok(())
}

fn decode(encoded: &EncodedHistogram, field: &str) -> Result<Histogram<u64>, String> {
    encoded
        .decode()
        .map_err(|fault| format!("{field}: {fault}"))
}

/// With the three significant figures of all of the client's histograms.
pub fn empty() -> Histogram<u64> {
    Histogram::new(3).expect("three figures can be kept")
}

fn add(sum: &mut Histogram<u64>, other: &Histogram<u64>) {
    sum.add(other)
        .expect("a histogram that grows holds what another holds");
}
