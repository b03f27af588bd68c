//! Which load is probed next: the load doubles until a probe fails, and then what held and what failed close in on each other.

/// What a probe showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Held,
    Failed,
    /// It failed, and the client may have been why.
    ClientLimited,
}

/// The loads among which is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub least: u32,
    pub most: u32,
    /// What held and what failed are to be no further apart than this, in percent of the load, or 1 where that is less.
    pub precision_percent: f64,
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// The heaviest load that held; `None` where the least did not.
    pub held: Option<u32>,
    /// The lightest load that failed; `None` where all held.
    pub failed: Option<u32>,
    /// The server may hold more: the client was the limit, or the greatest load held.
    pub is_lower_bound: bool,
}

/// Searches from the least load up, or from around what is `known` to be held.
///
/// # Errors
/// The first of a probe.
pub fn capacity<E>(
    range: Range,
    known: Option<u32>,
    mut probe: impl FnMut(u32) -> Result<Verdict, E>,
) -> Result<Capacity, E> {
    let mut bracket = Bracket {
        range,
        known,
        held: None,
        failed: None,
        strides: 0,
    };
    while let Some(load) = bracket.next() {
        bracket.take(load, probe(load)?);
    }
    Ok(bracket.found())
}

struct Bracket {
    range: Range,
    known: Option<u32>,
    held: Option<u32>,
    failed: Option<(u32, Verdict)>,
    /// Loads taken outside of what is known.
    strides: u32,
}

impl Bracket {
    fn next(&self) -> Option<u32> {
        let Range { least, most, .. } = self.range;
        match (self.held, self.failed) {
            (None, None) => Some(self.known.unwrap_or(least).clamp(least, most)),
            (Some(held), None) => (held < most).then(|| self.above(held).min(most)),
            (None, Some((failed, _))) => (failed > least).then(|| self.below(failed).max(least)),
            (Some(held), Some((failed, _))) => {
                (failed - held > self.step(held)).then(|| between(held, failed))
            }
        }
    }

    fn take(&mut self, load: u32, verdict: Verdict) {
        match verdict {
            Verdict::Held => self.held = Some(load),
            Verdict::Failed | Verdict::ClientLimited => self.failed = Some((load, verdict)),
        }
        self.strides += 1;
    }

    fn found(self) -> Capacity {
        let is_lower_bound = match self.failed {
            None => true,
            Some((_, verdict)) => verdict == Verdict::ClientLimited,
        };
        Capacity {
            held: self.held,
            failed: self.failed.map(|(load, _)| load),
            is_lower_bound,
        }
    }

    fn above(&self, held: u32) -> u32 {
        let doubled = held.saturating_mul(2);
        match self.known {
            None => doubled,
            Some(_) => doubled.min(held.saturating_add(self.stride(held))),
        }
    }

    fn below(&self, failed: u32) -> u32 {
        let halved = failed / 2;
        match self.known {
            None => halved,
            Some(_) => halved.max(failed.saturating_sub(self.stride(failed))),
        }
    }

    /// A step beside what is known, then two, then four; never more than doubling or halving.
    fn stride(&self, load: u32) -> u32 {
        let factor = 1_u32.checked_shl(self.strides.saturating_sub(1));
        self.step(load).saturating_mul(factor.unwrap_or(u32::MAX))
    }

    fn step(&self, load: u32) -> u32 {
        ((f64::from(load) * self.range.precision_percent / 100.0) as u32).max(1)
    }
}

/// The geometric mean, since it is ratios that count.
fn between(held: u32, failed: u32) -> u32 {
    let mean = (f64::from(held) * f64::from(failed)).sqrt().round();
    (mean as u32).clamp(held + 1, failed - 1)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    const RANGE: Range = Range {
        least: 10,
        most: 400,
        precision_percent: 2.0,
    };

    /// The search on a server that holds so much, and the loads that it took.
    fn search(holds: u32, known: Option<u32>) -> (Capacity, Vec<u32>) {
        let mut probed = Vec::new();
        let found = capacity(RANGE, known, |load| {
            probed.push(load);
            let verdict = if load <= holds {
                Verdict::Held
            } else {
                Verdict::Failed
            };
            Ok::<_, Infallible>(verdict)
        });
        let Ok(found) = found;
        (found, probed)
    }

    #[test]
    fn the_load_doubles_until_it_fails_and_is_then_narrowed_down() {
        let (found, probed) = search(43, None);
        assert_eq!((found.held, found.failed), (Some(43), Some(44)));
        assert_eq!(probed, [10, 20, 40, 80, 57, 48, 44, 42, 43]);
    }

    #[test]
    fn every_capacity_is_found_to_the_precision() {
        for holds in 10..400 {
            for known in [None, Some(10), Some(holds), Some(holds + 7), Some(390)] {
                let (found, probed) = search(holds, known);
                let (held, failed) = (found.held.unwrap(), found.failed.unwrap());
                let step = (f64::from(held) * 0.02).max(1.0);
                assert!(
                    held <= holds && holds < failed,
                    "{holds} {known:?} {found:?}"
                );
                assert!(
                    f64::from(failed - held) <= step,
                    "{holds} {known:?} {found:?}"
                );
                assert!(!found.is_lower_bound);
                assert!(probed.len() <= 16, "{holds} {known:?} {probed:?}");
            }
        }
    }

    #[test]
    fn a_repeat_begins_at_what_is_known() {
        assert_eq!(search(43, Some(43)).1, [43, 44]);
        assert_eq!(search(46, Some(43)).1, [43, 44, 46, 50, 48, 47]);
        assert_eq!(search(41, Some(43)).1, [43, 42, 40, 41]);
    }

    #[test]
    fn a_server_that_holds_not_even_the_least_load_has_no_capacity() {
        let (found, probed) = search(5, None);
        assert_eq!((found.held, found.failed), (None, Some(10)));
        assert_eq!(probed, [10]);
        assert!(!found.is_lower_bound);
    }

    #[test]
    fn where_all_loads_hold_the_server_may_hold_more() {
        let (found, probed) = search(1_000, None);
        assert_eq!((found.held, found.failed), (Some(400), None));
        assert!(found.is_lower_bound);
        assert_eq!(probed, [10, 20, 40, 80, 160, 320, 400]);
    }

    #[test]
    fn where_the_client_was_the_limit_the_server_may_hold_more() {
        let found = capacity(RANGE, None, |load| {
            Ok::<_, Infallible>(match load {
                ..=60 => Verdict::Held,
                61..=100 => Verdict::ClientLimited,
                _ => Verdict::Failed,
            })
        });
        let Ok(found) = found;
        assert_eq!((found.held, found.failed), (Some(60), Some(61)));
        assert!(found.is_lower_bound);
    }

    #[test]
    fn the_error_of_a_probe_ends_the_search() {
        assert_eq!(capacity(RANGE, None, |_| Err("no")), Err("no"));
    }
}
