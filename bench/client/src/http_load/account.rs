//! What became of the requests: how many failed and how, how long each took, and in which second it was.

use hdrhistogram::Histogram;
use hyper::StatusCode;

use super::APDEX_MS;
use super::observation::HttpSecond;
use crate::load::seconds::{Seconds, SoFar};
use crate::load::{Apdex, histogram_us};

const NS_PER_SECOND: u64 = 1_000_000_000;

/// What became of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Answered {
        status: StatusCode,
        is_expected: bool,
    },
    /// There was a connection, or one would have been, and no answer in time.
    TimedOut,
    /// No connection came about in time.
    NotConnected,
    /// The server refused the connection, or reset it.
    Refused,
    /// The connection was closed before the end of the answer, or the answer was none.
    Broken,
}

impl Ending {
    fn is_success(self) -> bool {
        matches!(
            self,
            Self::Answered {
                is_expected: true,
                ..
            }
        )
    }

    /// Whether the time that it took is how long the user waited: not where the server broke off.
    fn has_latency(self) -> bool {
        match self {
            Self::Answered { .. } | Self::TimedOut | Self::NotConnected => true,
            Self::Refused | Self::Broken => false,
        }
    }
}

/// Requests by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answered or failed.
    pub requests: u64,
    /// Those that did not get what they asked for: the sum of the four kinds that follow.
    pub failed_requests: u64,
    /// Answered with another status than expected.
    pub status_errors: u64,
    pub timed_out_requests: u64,
    /// For which no connection came about: refused, reset or timed out.
    pub refused_connections: u64,
    /// Whose connection was closed before the end of the answer, or whose answer was malformed.
    pub broken_connections: u64,
    /// Of the status errors, those of 503.
    pub unavailable_responses: u64,
}

impl Counts {
    fn add(&mut self, ending: Ending) {
        self.requests += 1;
        match ending {
            Ending::Answered {
                is_expected: true, ..
            } => return,
            Ending::Answered { status, .. } => {
                self.status_errors += 1;
                self.unavailable_responses += u64::from(status == StatusCode::SERVICE_UNAVAILABLE);
            }
            Ending::TimedOut => self.timed_out_requests += 1,
            Ending::NotConnected | Ending::Refused => self.refused_connections += 1,
            Ending::Broken => self.broken_connections += 1,
        }
        self.failed_requests += 1;
    }
}

/// A count for each second.
#[derive(Debug, Default)]
struct BySecond(Vec<u64>);

impl BySecond {
    fn add(&mut self, second: usize) {
        if self.0.len() <= second {
            self.0.resize(second + 1, 0);
        }
        self.0[second] += 1;
    }

    fn at(&self, second: usize) -> u64 {
        self.0.get(second).copied().unwrap_or(0)
    }
}

#[derive(Debug)]
pub(super) struct Account {
    start_ns: u64,
    /// Where it is known from the start.
    window_end_ns: Option<u64>,
    counts: Counts,
    successful_in_window: u64,
    apdex: [Apdex; 2],
    seconds: Seconds,
    requests: BySecond,
    failed: BySecond,
    last_ended_ns: u64,
    /// How late due requests were handed out by this process.
    lag_us: Histogram<u64>,
}

/// The account when all is over.
#[derive(Debug)]
pub(super) struct Closed {
    pub counts: Counts,
    pub successful_in_window: u64,
    pub apdex: [Option<f64>; 2],
    pub latency_us: Histogram<u64>,
    pub seconds: Vec<HttpSecond>,
    pub lag_us: Histogram<u64>,
}

impl Account {
    /// Of no request yet; the window begins then, and ends then where that is known.
    pub fn new(start_ns: u64, window_end_ns: Option<u64>) -> Self {
        let mut seconds = Seconds::new(window_end_ns.unwrap_or(start_ns) - start_ns, false);
        seconds.start(start_ns);
        Self {
            start_ns,
            window_end_ns,
            counts: Counts::default(),
            successful_in_window: 0,
            apdex: APDEX_MS
                .map(|(satisfying_ms, tolerated_ms)| Apdex::new(satisfying_ms, tolerated_ms)),
            seconds,
            requests: BySecond::default(),
            failed: BySecond::default(),
            last_ended_ns: start_ns,
            lag_us: histogram_us(),
        }
    }

    /// Enters a request that was sent or due at `since_ns` and ended at `ended_ns`, not before any other that was entered.
    pub fn record(&mut self, since_ns: u64, ended_ns: u64, ending: Ending) {
        let latency_us = ended_ns.saturating_sub(since_ns) / 1_000;
        let second = (ended_ns.saturating_sub(self.start_ns) / NS_PER_SECOND) as usize;
        self.counts.add(ending);
        self.requests.add(second);
        if ending.has_latency() {
            self.seconds.record(ended_ns, latency_us);
        }
        if ending.is_success() {
            self.apdex
                .iter_mut()
                .for_each(|apdex| apdex.add(latency_us));
            let is_in_window = self.window_end_ns.is_none_or(|end_ns| ended_ns <= end_ns);
            self.successful_in_window += u64::from(is_in_window);
        } else {
            self.apdex.iter_mut().for_each(Apdex::add_failed);
            self.failed.add(second);
        }
        self.last_ended_ns = ended_ns;
    }

    pub fn record_lag(&mut self, lag_ns: u64) {
        self.lag_us.saturating_record(lag_ns / 1_000);
    }

    pub fn requests(&self) -> u64 {
        self.counts.requests
    }

    pub fn so_far(&self) -> SoFar {
        self.seconds.so_far()
    }

    /// With all seconds up to `end_ns`, or up to the last request that ended if that is later.
    pub fn close(self, end_ns: u64) -> Closed {
        // A second has begun when a request ended at its first nanosecond.
        let latencies = self.seconds.finish(end_ns.max(self.last_ended_ns + 1));
        let seconds = latencies.seconds.into_iter().enumerate();
        Closed {
            counts: self.counts,
            successful_in_window: self.successful_in_window,
            apdex: self.apdex.map(|apdex| apdex.score()),
            latency_us: latencies.whole_us,
            seconds: seconds
                .map(|(second, latency)| HttpSecond {
                    requests: self.requests.at(second),
                    failed_requests: self.failed.at(second),
                    latency,
                })
                .collect(),
            lag_us: self.lag_us,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_NS: u64 = 5_000_000_000_000;
    const OK: Ending = answered(StatusCode::OK, true);

    const fn answered(status: StatusCode, is_expected: bool) -> Ending {
        Ending::Answered {
            status,
            is_expected,
        }
    }

    fn at(ms: u64) -> u64 {
        START_NS + ms * 1_000_000
    }

    /// Of requests by when they were sent and ended, in a window of 2 s.
    fn closed(endings: &[(u64, u64, Ending)]) -> Closed {
        let mut account = Account::new(START_NS, Some(at(2_000)));
        for (since_ms, ended_ms, ending) in endings {
            account.record(at(*since_ms), at(*ended_ms), *ending);
        }
        account.close(at(2_000))
    }

    #[test]
    fn failed_requests_are_counted_by_kind() {
        let counts = closed(&[
            (0, 1, OK),
            (0, 2, answered(StatusCode::SERVICE_UNAVAILABLE, false)),
            (0, 3, answered(StatusCode::OK, false)),
            (0, 4, Ending::TimedOut),
            (0, 5, Ending::NotConnected),
            (0, 6, Ending::Refused),
            (0, 7, Ending::Broken),
        ])
        .counts;
        let expected = Counts {
            requests: 7,
            failed_requests: 6,
            status_errors: 2,
            timed_out_requests: 1,
            refused_connections: 2,
            broken_connections: 1,
            unavailable_responses: 1,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn what_timed_out_counts_with_the_time_that_it_waited() {
        let closed = closed(&[
            (0, 10, OK),
            (0, 1_000, Ending::TimedOut),
            (0, 1_000, Ending::NotConnected),
            (1_000, 1_001, Ending::Refused),
            (1_000, 1_001, Ending::Broken),
        ]);
        assert_eq!(closed.latency_us.len(), 3);
        assert!(closed.latency_us.max().abs_diff(1_000_000) <= 1_000);
    }

    #[test]
    fn a_failed_request_frustrates_however_fast_it_was() {
        let closed = closed(&[
            (0, 50, OK),
            (0, 300, OK),
            (0, 301, answered(StatusCode::NOT_FOUND, false)),
            (0, 1_200, OK),
        ]);
        // 100 and 500 ms: one satisfied, one tolerating of four. 500 and 1,500 ms: two and one.
        assert_eq!(closed.apdex, [Some(1.5 / 4.0), Some(2.5 / 4.0)]);
    }

    #[test]
    fn a_request_belongs_to_the_second_in_which_it_ended() {
        let closed = closed(&[
            (0, 900, OK),
            (900, 1_000, OK),
            (900, 1_100, Ending::Refused),
            (0, 3_000, Ending::TimedOut),
        ]);
        let seconds = closed.seconds.iter();
        let counts: Vec<(u64, u64)> = seconds
            .map(|second| (second.requests, second.failed_requests))
            .collect();
        assert_eq!(counts, [(1, 0), (2, 1), (0, 0), (1, 1)]);
        assert_eq!(closed.seconds[1].latency.deliveries, 1);
    }

    #[test]
    fn the_rate_is_of_what_was_answered_in_the_window() {
        let closed = closed(&[(0, 1_999, OK), (0, 2_000, OK), (0, 2_001, OK)]);
        assert_eq!(closed.successful_in_window, 2);
        assert_eq!(closed.counts.requests, 3);
    }
}
