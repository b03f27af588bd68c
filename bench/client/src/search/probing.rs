//! The probes of one search.

use std::time::Instant;

use super::subject::{Loaded, Subject};
use super::{Capacity, Loading, Seen, Settings, Statistic, Trend, Verdict, capacity, trend};
use crate::error::Error;
use crate::notation::{figure, milliseconds, round};
use crate::process::Usage;
use crate::runner::StealLimit;

/// Of what is known to hold: enough for a compiler to see what there is to do, and not so much that a cold server piles it up.
const WARM_UP_PERCENT: u32 = 75;
/// Turns of a warm-up, at most.
const MOST_TURNS: u32 = 8;
/// A server is warm once a turn's latency is above this part of the one before.
const WARM: f64 = 0.75;

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
        match (&self.fault, self.latency(statistic)) {
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

    /// In milliseconds; `None` where nothing arrived.
    fn latency(&self, statistic: Statistic) -> Option<f64> {
        match statistic {
            Statistic::P95 => self.latency_p95_ms,
            Statistic::P99 => self.latency_p99_ms,
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
    /// What an earlier search has found to hold.
    pub known: Option<u32>,
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
    pub fn search(&mut self) -> Result<(Capacity, f64), Error> {
        let begun = Instant::now();
        let (range, known) = (self.settings.range(), self.known);
        let found = capacity(range, known, |load| self.probe(load))?;
        Ok((found, begun.elapsed().as_secs_f64()))
    }

    /// Loads a fresh server in turns until another makes it no faster: a just-in-time compiler takes its time, and users who leave
    /// make it throw code away.
    ///
    /// # Errors
    /// Those of the subject.
    pub fn warm_up(&mut self) -> Result<(), Error> {
        let mut before_ms = None;
        for _ in 0..MOST_TURNS {
            let load = (self.warm_up_load(), self.settings.warmup_s);
            let (loaded, _) = self.subject.load(&self.loading, load, None)?;
            let latency_ms = match &loaded {
                Loaded::Seen(seen) => figures(seen).latency(self.settings.statistic),
                Loaded::Hopeless(_) | Loaded::Not(_) => None,
            };
            // A warm-up that fails is no result; the probes will show what is wrong.
            let Some(latency_ms) = latency_ms else {
                return Ok(());
            };
            if before_ms.is_some_and(|before_ms: f64| latency_ms > before_ms * WARM) {
                return Ok(());
            }
            before_ms = Some(latency_ms);
        }
        Ok(())
    }

    fn warm_up_load(&self) -> u32 {
        let held = self.probes.iter().filter(|probe| probe.fault.is_none());
        let heaviest = held.map(|probe| probe.load).max().max(self.known);
        let least = self.settings.least_users;
        heaviest.map_or(least, |load| least.max(load * WARM_UP_PERCENT / 100))
    }

    /// A probe that failed leaves a backlog, caches and timers behind, so the next one finds a fresh server.
    fn probe(&mut self, load: u32) -> Result<Verdict, Error> {
        if self.probes.last().is_some_and(|last| last.fault.is_some()) {
            self.subject.refresh()?;
            self.warm_up()?;
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
            self.warm_up()?;
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::load::{WindowObserver, histogram_us};
    use crate::search::Limit;
    use crate::websocket::Target;

    /// Its latency in each load, of which the last stays; and what it was loaded with.
    struct Server {
        latencies_ms: Vec<u64>,
        loads: Vec<u32>,
    }

    impl Subject for Server {
        fn load<L: Loading>(
            &mut self,
            _: &L,
            (load, _): (u32, u32),
            _: Option<Limit>,
        ) -> Result<(Loaded, Usage), Error> {
            let turn = self.loads.len().min(self.latencies_ms.len() - 1);
            self.loads.push(load);
            let mut latency_us = histogram_us();
            latency_us.record(self.latencies_ms[turn] * 1000).unwrap();
            let seen = Seen {
                lost_deliveries: 0,
                duplicated_deliveries: 0,
                out_of_order_deliveries: 0,
                interruption: None,
                latency_us,
                seconds: Vec::new(),
                window: Duration::from_secs(4),
                drain: Duration::ZERO,
                is_client_saturated: false,
            };
            Ok((Loaded::Seen(Box::new(seen)), Usage::default()))
        }

        fn refresh(&mut self) -> Result<(), Error> {
            self.loads.clear();
            Ok(())
        }
    }

    struct Nobody;

    impl Loading for Nobody {
        const UNITS: &'static str = "users";
        type Fault = std::convert::Infallible;

        fn path(&self) -> &'static str {
            "/"
        }

        fn load(
            &self,
            _: &Target,
            _: (u32, u32),
            _: &mut dyn WindowObserver,
        ) -> Result<Seen, Self::Fault> {
            unreachable!("the server above is asked instead")
        }

        fn is_overload(fault: &Self::Fault) -> bool {
            match *fault {}
        }
    }

    const SETTINGS: Settings = Settings {
        statistic: Statistic::P99,
        limit_ms: 100.0,
        least_users: 10,
        most_users: 100,
        precision_percent: 1.0,
        probe_s: 6,
        warmup_s: 4,
        settled_percent: 5.0,
    };

    fn probing(latencies_ms: &[u64], known: Option<u32>) -> Probing<'static, Server, Nobody> {
        Probing {
            subject: Server {
                latencies_ms: latencies_ms.to_vec(),
                loads: Vec::new(),
            },
            loading: Nobody,
            settings: &SETTINGS,
            steal_limit: StealLimit::default(),
            known,
            say: &|_| {},
            probes: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The loads of a warm-up.
    fn warmed_up(latencies_ms: &[u64], known: Option<u32>) -> Vec<u32> {
        let mut probing = probing(latencies_ms, known);
        probing.warm_up().unwrap();
        probing.subject.loads
    }

    #[test]
    fn a_server_is_warmed_up_until_another_turn_makes_it_no_faster() {
        assert_eq!(warmed_up(&[1116, 295, 23, 11, 15], None).len(), 5);
        assert_eq!(warmed_up(&[5, 4], None).len(), 2);
        assert_eq!(
            warmed_up(&[512, 256, 128, 64, 32, 16, 8, 4, 2], None).len(),
            8
        );
    }

    #[test]
    fn a_warm_up_is_a_part_of_what_is_known_to_hold() {
        assert_eq!(warmed_up(&[5], Some(80)), [60, 60]);
        assert_eq!(warmed_up(&[5], Some(12)), [10, 10]);
        assert_eq!(warmed_up(&[5], None), [10, 10]);
    }

    #[test]
    fn what_a_probe_showed_to_hold_counts_more_than_what_was_known() {
        let mut probing = probing(&[5], Some(20));
        probing.probe(40).unwrap();
        probing.subject.refresh().unwrap();
        probing.warm_up().unwrap();
        assert_eq!(probing.subject.loads, [30, 30]);
    }
}
