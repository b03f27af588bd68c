//! The probes of one search.

use std::time::Instant;

use super::subject::{Loaded, Subject};
use super::{Capacity, Loading, Seen, Settings, Statistic, Trend, Verdict, capacity, trend};
use crate::error::Error;
use crate::notation::{figure, milliseconds, round};
use crate::process::Usage;
use crate::runner::StealLimit;

/// What one probe showed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Probe {
    /// So many users, or clients, or whatever is searched for.
    pub load: u32,
    /// Why it failed; `None` if it held.
    pub fault: Option<String>,
    pub latency_p95_ms: Option<f64>,
    pub latency_p99_ms: Option<f64>,
    pub latency_trend_ms_per_s: Option<f64>,
    pub drain_s: Option<f64>,
    pub lost_deliveries: Option<u64>,
    /// The client, and not the server, may have been the limit.
    pub client_saturated: bool,
    /// Of the sending window, as far as it came.
    pub seconds: Option<f64>,
    pub usage: Usage,
}

impl Probe {
    /// In one line: `43 users held: p99 5.60 ms`.
    fn in_words(&self, units: &str, statistic: Statistic) -> String {
        let load = self.load;
        let latency_ms = match statistic {
            Statistic::P95 => self.latency_p95_ms,
            Statistic::P99 => self.latency_p99_ms,
        };
        match (&self.fault, latency_ms) {
            (None, Some(ms)) => {
                let word = statistic.word();
                format!("{load} {units} held: {word} {} ms", figure(ms))
            }
            (None, None) => format!("{load} {units} held"),
            (Some(fault), _) if self.client_saturated => {
                format!("{load} {units} failed, maybe for the client: {fault}")
            }
            (Some(fault), _) => format!("{load} {units} failed: {fault}"),
        }
    }

    fn verdict(&self) -> Verdict {
        match (&self.fault, self.client_saturated) {
            (None, _) => Verdict::Held,
            (Some(_), false) => Verdict::Failed,
            (Some(_), true) => Verdict::ClientLimited,
        }
    }
}

/// A search under way: what is probed, how, and what it has shown.
pub struct Probing<'a, S, L> {
    pub subject: S,
    pub loading: L,
    pub settings: &'a Settings,
    pub steal_limit: StealLimit,
    /// Told of each probe, in words.
    pub say: &'a dyn Fn(&str),
    pub probes: Vec<Probe>,
    pub notes: Vec<String>,
}

impl<S: Subject, L: Loading> Probing<'_, S, L> {
    /// Searches a warm server, from what is known to hold, if anything is; also how many seconds that took.
    ///
    /// # Errors
    /// Those of the subject.
    pub fn search(&mut self, known: Option<u32>) -> Result<(Capacity, f64), Error> {
        let begun = Instant::now();
        let range = self.settings.range();
        let found = capacity(range, known, |load| self.probe(load))?;
        Ok((found, begun.elapsed().as_secs_f64()))
    }

    /// Loads a fresh server by what it is known to hold, so that a just-in-time compiler has its time.
    ///
    /// # Errors
    /// Those of the subject.
    pub fn warm_up(&mut self, load: u32) -> Result<(), Error> {
        let load = (load, self.settings.warmup_s);
        // A warm-up that fails is no result; the probes will show what is wrong.
        self.subject.load(&self.loading, load, None).map(drop)
    }

    /// The heaviest load that held so far.
    #[must_use]
    pub fn heaviest(&self) -> Option<&Probe> {
        let held = self.probes.iter().filter(|probe| probe.fault.is_none());
        held.max_by_key(|probe| probe.load)
    }

    /// A probe that failed leaves a backlog, caches and timers behind, so the next one finds a fresh server.
    fn probe(&mut self, load: u32) -> Result<Verdict, Error> {
        if self.probes.last().is_some_and(|last| last.fault.is_some()) {
            let known = self.heaviest().map(|probe| probe.load);
            self.subject.refresh()?;
            self.warm_up(known.unwrap_or(self.settings.least_users))?;
        }
        let mut retries = 0;
        loop {
            let probe = self.probe_once(load)?;
            (self.say)(&probe.in_words(L::UNITS, self.settings.statistic));
            let steal = probe.usage.steal_percent;
            let disturbance = self.steal_limit.disturbance(steal, retries);
            // What held in spite of it holds.
            let Some(disturbance) = disturbance.filter(|_| probe.fault.is_some()) else {
                let verdict = probe.verdict();
                self.probes.push(probe);
                return Ok(verdict);
            };
            self.notes
                .push(format!("{load} {}: {disturbance}", L::UNITS));
            self.subject.refresh()?;
            self.warm_up(self.heaviest().map_or(load, |probe| probe.load))?;
            retries += 1;
        }
    }

    fn probe_once(&mut self, load: u32) -> Result<Probe, Error> {
        let limit = self.settings.limit();
        let lasting = (load, self.settings.probe_s);
        let (loaded, usage) = self.subject.load(&self.loading, lasting, Some(limit))?;
        let probe = match loaded {
            Loaded::Seen(seen) => Probe {
                fault: limit.fault(&seen),
                ..figures(&seen)
            },
            Loaded::Hopeless(seen) => Probe {
                fault: Some("half of all deliveries were late, and it was ended".to_owned()),
                // What was under way is not lost.
                lost_deliveries: None,
                drain_s: None,
                ..figures(&seen)
            },
            Loaded::Not(fault) => Probe {
                fault: Some(fault),
                ..Probe::default()
            },
        };
        Ok(Probe {
            load,
            usage,
            ..probe
        })
    }
}

fn figures(seen: &Seen) -> Probe {
    let quantile_ms = |quantile| {
        let us = seen.latency_us.value_at_quantile(quantile);
        (!seen.latency_us.is_empty()).then(|| milliseconds(us as f64))
    };
    let slope = |trend: Trend| round(trend.slope_per_s, 3);
    Probe {
        latency_p95_ms: quantile_ms(0.95),
        latency_p99_ms: quantile_ms(0.99),
        latency_trend_ms_per_s: trend(seen).map(slope),
        drain_s: Some(round(seen.drain.as_secs_f64(), 3)),
        lost_deliveries: Some(seen.lost_deliveries),
        client_saturated: seen.is_client_saturated,
        seconds: Some(round(seen.window.as_secs_f64(), 3)),
        ..Probe::default()
    }
}
