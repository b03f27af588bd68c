//! Whether latency grows within a probe: a queue that is not yet long, and gets longer.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::statistics::Statistics;

/// A growth that would be seen this seldom where there is none counts as one.
const SIGNIFICANCE: f64 = 0.01;

/// The line of least squares through the values of successive seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// In the values' unit, a second.
    pub slope_per_s: f64,
    /// Whether the slope is above zero by a one-sided t-test (n − 2 degrees of freedom) at 1 %.
    pub is_growth: bool,
}

impl Trend {
    /// `None` of fewer than three seconds, which lie on a line too easily.
    ///
    /// Source of slope and test: any textbook of linear regression, as Montgomery, Peck, Vining, *Introduction to Linear Regression
    /// Analysis*, 2.2 and 2.3.
    #[must_use]
    pub fn of(seconds: &[f64]) -> Option<Self> {
        let n = seconds.len();
        if n < 3 {
            return None;
        }
        let places: Vec<f64> = (0..n).map(|second| second as f64).collect();
        let (mean_x, mean_y) = (places.iter().mean(), seconds.iter().mean());
        let spread: f64 = places.iter().map(|x| (x - mean_x).powi(2)).sum();
        let pairs = || places.iter().zip(seconds);
        let slope = pairs()
            .map(|(x, y)| (x - mean_x) * (y - mean_y))
            .sum::<f64>()
            / spread;
        let off = |(x, y): (&f64, &f64)| (y - mean_y - slope * (x - mean_x)).powi(2);
        let freedom = (n - 2) as f64;
        let error = (pairs().map(off).sum::<f64>() / freedom / spread).sqrt();
        let by_chance = match StudentsT::new(0.0, 1.0, freedom) {
            Ok(t) if error > 0.0 => t.sf(slope / error),
            _ if slope > 0.0 => 0.0,
            _ => 1.0,
        };
        Some(Self {
            slope_per_s: slope,
            is_growth: by_chance < SIGNIFICANCE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.linregress(range(6), values, alternative="greater")`, SciPy 1.17.1.
    #[test]
    fn slope_and_significance_are_those_of_scipy() {
        let cases: [([f64; 6], f64, f64); 4] = [
            ([10.0, 14.0, 11.0, 19.0, 16.0, 24.0], 2.4, 0.014_66),
            (
                [10.0, 14.0, 13.0, 19.0, 18.0, 24.0],
                2.514_285_714_285_714,
                0.002_689,
            ),
            (
                [5.0, 5.0, 5.0, 5.0, 5.0, 6.0],
                0.142_857_142_857_142_85,
                0.079_15,
            ),
            (
                [9.0, 7.0, 6.0, 6.0, 5.0, 4.0],
                -0.885_714_285_714_285_7,
                0.998_9,
            ),
        ];
        for (values, slope, p) in cases {
            let trend = Trend::of(&values).unwrap();
            assert!((trend.slope_per_s - slope).abs() < 1e-12, "{trend:?}");
            assert_eq!(trend.is_growth, p < SIGNIFICANCE, "{values:?}");
        }
    }

    #[test]
    fn what_lies_on_a_line_grows_for_certain_and_what_is_flat_does_not() {
        assert!(Trend::of(&[1.0, 2.0, 3.0]).unwrap().is_growth);
        assert!(!Trend::of(&[2.0, 2.0, 2.0]).unwrap().is_growth);
        assert_eq!(Trend::of(&[1.0, 2.0]), None);
    }
}
