//! Latencies second by second, so that a stall shows when it was. A delivery counts in the second in
//! which it was received. It is recorded once: a second's histogram is summed up, and added to that of
//! the whole iteration, when the next but one begins.

use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};

use super::latency::{Latencies, Second, histogram_us};

const NS_PER_SECOND: u64 = 1_000_000_000;
/// Memory for so many seconds is there from the start.
const MOST_PREPARED: u64 = 3_600;

#[derive(Debug)]
pub(crate) struct Seconds {
    window_start_ns: u64,
    /// Those that are summed up.
    past: Vec<Second>,
    /// Their histograms, if they are wanted, as V2: a fraction of the memory.
    kept: Option<Vec<Vec<u8>>>,
    /// One round of reads meets deliveries on both sides of a second's end, so two stay open.
    previous_us: Histogram<u64>,
    current_us: Histogram<u64>,
    /// Number of the current second, from 0.
    current: u64,
    current_start_ns: u64,
    current_end_ns: u64,
    whole_us: Histogram<u64>,
    /// Each second as it stood when it ended; what was read later is not in it.
    ended_us: Histogram<u64>,
    so_far: SoFar,
}

/// Latencies of the seconds that have ended, for a live view. Looked up once a second, so that the thread
/// that sends is not kept from it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct SoFar {
    pub p50_us: Option<u64>,
    pub p99_us: Option<u64>,
}

impl Seconds {
    /// None begins before `start`. `keep`: each second's histogram is wanted in the end.
    pub fn new(window_ns: u64, keep: bool) -> Self {
        let expected = window_ns.div_ceil(NS_PER_SECOND).min(MOST_PREPARED);
        Self {
            window_start_ns: 0,
            past: Vec::with_capacity(expected as usize),
            kept: keep.then(|| Vec::with_capacity(expected as usize)),
            previous_us: histogram_us(),
            current_us: histogram_us(),
            current: 0,
            current_start_ns: 0,
            current_end_ns: NS_PER_SECOND,
            whole_us: histogram_us(),
            ended_us: histogram_us(),
            so_far: SoFar::default(),
        }
    }

    pub fn so_far(&self) -> SoFar {
        self.so_far
    }

    pub fn start(&mut self, window_start_ns: u64) {
        self.window_start_ns = window_start_ns;
        self.current_start_ns = window_start_ns;
        self.current_end_ns = window_start_ns + NS_PER_SECOND;
    }

    /// Records a delivery's latency in the second of its receipt, or in the one before the current if that
    /// is longer ago.
    #[inline]
    pub fn record(&mut self, received_ns: u64, latency_us: u64) {
        while received_ns >= self.current_end_ns {
            self.advance();
        }
        let is_current = received_ns >= self.current_start_ns || self.current == 0;
        let histogram = if is_current {
            &mut self.current_us
        } else {
            &mut self.previous_us
        };
        histogram.saturating_record(latency_us);
    }

    /// The seconds up to `end_ns`, or up to the last delivery if that is later, and the latencies of all of
    /// them together.
    pub fn finish(mut self, end_ns: u64) -> Latencies {
        while self.current_end_ns < end_ns {
            self.advance();
        }
        self.advance();
        self.sum_up_previous();
        Latencies {
            whole_us: self.whole_us,
            seconds: self.past,
            seconds_v2: self.kept.unwrap_or_default(),
        }
    }

    #[cold]
    fn advance(&mut self) {
        if self.current > 0 {
            self.sum_up_previous();
        }
        std::mem::swap(&mut self.previous_us, &mut self.current_us);
        self.look_back();
        self.current += 1;
        self.current_start_ns = self.current_end_ns;
        self.current_end_ns += NS_PER_SECOND;
    }

    fn look_back(&mut self) {
        if self.previous_us.is_empty() {
            return;
        }
        add(&mut self.ended_us, &self.previous_us);
        let at = |quantile| Some(self.ended_us.value_at_quantile(quantile));
        self.so_far = SoFar {
            p50_us: at(0.5),
            p99_us: at(0.99),
        };
    }

    fn sum_up_previous(&mut self) {
        self.past.push(Second::of(&self.previous_us));
        if let Some(kept) = &mut self.kept {
            let mut v2 = Vec::new();
            V2Serializer::new()
                .serialize(&self.previous_us, &mut v2)
                .expect("a histogram fits into memory");
            kept.push(v2);
        }
        if !self.previous_us.is_empty() {
            add(&mut self.whole_us, &self.previous_us);
            self.previous_us.reset();
        }
    }
}

fn add(to: &mut Histogram<u64>, histogram: &Histogram<u64>) {
    to.add(histogram)
        .expect("a histogram that grows holds what another of its kind holds");
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::Deserializer;

    use super::*;

    const START_NS: u64 = 7_000_000_000_000;

    fn at(ms: u64) -> u64 {
        START_NS + ms * 1_000_000
    }

    fn seconds(deliveries: &[(u64, u64)], end_ms: u64) -> (Vec<Second>, Histogram<u64>) {
        let mut seconds = Seconds::new(NS_PER_SECOND, true);
        seconds.start(START_NS);
        for (received_ms, latency_us) in deliveries {
            seconds.record(at(*received_ms), *latency_us);
        }
        let Latencies {
            whole_us,
            seconds,
            seconds_v2,
        } = seconds.finish(at(end_ms));
        for (second, v2) in seconds.iter().zip(&seconds_v2) {
            let kept: Histogram<u64> = Deserializer::new().deserialize(&mut v2.as_slice()).unwrap();
            assert_eq!(
                *second,
                Second::of(&kept),
                "what is kept is what was summed up"
            );
        }
        assert_eq!(seconds.len(), seconds_v2.len());
        (seconds, whole_us)
    }

    fn counts(seconds: &[Second]) -> Vec<u64> {
        seconds.iter().map(|second| second.deliveries).collect()
    }

    #[test]
    fn a_delivery_counts_in_the_second_of_its_receipt() {
        let received = [(0, 10), (999, 10), (1_000, 10), (2_500, 10)];
        let (seconds, whole_us) = seconds(&received, 3_000);
        assert_eq!(counts(&seconds), [2, 1, 1]);
        assert_eq!(whole_us.len(), 4);
    }

    #[test]
    fn a_delivery_that_is_read_after_the_seconds_end_still_counts_in_it() {
        let (seconds, _) = seconds(&[(500, 10), (1_000, 10), (999, 30)], 1_500);
        assert_eq!(counts(&seconds), [2, 1]);
        assert_eq!(seconds[0].latency_max_us, Some(30));
    }

    #[test]
    fn seconds_without_deliveries_are_there_and_say_so() {
        let (seconds, whole_us) = seconds(&[(100, 10), (4_100, 3_000_000)], 4_200);
        assert_eq!(counts(&seconds), [1, 0, 0, 0, 1]);
        assert_eq!(seconds[1], Second::default());
        assert!(whole_us.max().abs_diff(3_000_000) <= 3_000);
    }

    #[test]
    fn a_begun_second_is_counted_and_an_unbegun_one_is_not() {
        assert_eq!(seconds(&[], 999).0.len(), 1);
        assert_eq!(seconds(&[], 1_000).0.len(), 1);
        assert_eq!(seconds(&[], 1_001).0.len(), 2);
        assert_eq!(seconds(&[(1_000, 10)], 1_000).0.len(), 2);
    }

    #[test]
    fn latencies_so_far_are_those_of_the_seconds_that_have_ended() {
        let mut seconds = Seconds::new(NS_PER_SECOND, false);
        seconds.start(START_NS);
        seconds.record(at(100), 300);
        seconds.record(at(900), 700);
        assert_eq!(seconds.so_far(), SoFar::default());
        seconds.record(at(1_100), 90);
        let so_far = seconds.so_far();
        assert_eq!((so_far.p50_us, so_far.p99_us), (Some(300), Some(700)));
        seconds.record(at(5_000), 10);
        assert_eq!(seconds.so_far().p50_us, Some(300));
        assert_eq!(seconds.so_far().p99_us, Some(700));
    }

    #[test]
    fn each_second_has_its_own_latencies() {
        let received = [(100, 100), (200, 300), (1_100, 5_000), (1_200, 7_000)];
        let (seconds, _) = seconds(&received, 2_000);
        assert_eq!(seconds[0].latency_mean_us, Some(200.0));
        assert_eq!(seconds[0].latency_p50_us, Some(100));
        assert_eq!(seconds[0].latency_p99_us, Some(300));
        let slowest = seconds[1].latency_max_us.unwrap();
        assert!(slowest.abs_diff(7_000) <= 7, "{slowest}");
    }
}
