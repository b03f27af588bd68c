//! Welch's t test for the means of two samples whose variances may differ, with the degrees of
//! freedom of Satterthwaite (B. L. Welch, Biometrika 34, 1947).

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Sample;

/// What is known of the difference of the means, B minus A.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Welch {
    difference: f64,
    standard_error: f64,
    /// `None` where neither sample has any spread.
    distribution: Option<StudentsT>,
}

impl Welch {
    /// `None` if either sample has fewer than two values.
    #[must_use]
    pub fn new(a: &Sample, b: &Sample) -> Option<Self> {
        let (a, b) = (a.summary()?, b.summary()?);
        let (n_a, n_b) = (a.n as f64, b.n as f64);
        let square_a = a.standard_deviation?.powi(2) / n_a;
        let square_b = b.standard_deviation?.powi(2) / n_b;
        let freedom = (square_a + square_b).powi(2)
            / (square_a.powi(2) / (n_a - 1.0) + square_b.powi(2) / (n_b - 1.0));
        Some(Self {
            difference: b.mean - a.mean,
            standard_error: (square_a + square_b).sqrt(),
            distribution: StudentsT::new(0.0, 1.0, freedom).ok(),
        })
    }

    /// Two-sided: how probable so large a difference is if the means are the same. Without any spread
    /// it is 1 for equal means, and 0 for others.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        match self.distribution {
            Some(distribution) => {
                let t = self.difference.abs() / self.standard_error;
                2.0 * distribution.sf(t)
            }
            None if self.difference == 0.0 => 1.0,
            None => 0.0,
        }
    }

    /// The confidence interval of the difference; `confidence` is between 0 and 1.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let half_width = self.distribution.map_or(0.0, |distribution| {
            distribution.inverse_cdf(0.5 + confidence / 2.0) * self.standard_error
        });
        (self.difference - half_width, self.difference + half_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::{assert_close, numbers, two_samples};

    #[test]
    fn agrees_with_scipy() {
        for vector in two_samples()["samples"].as_array().unwrap() {
            let (a, b) = (
                Sample::new(numbers(&vector["a"])),
                Sample::new(numbers(&vector["b"])),
            );
            let welch = Welch::new(&a, &b).unwrap();
            assert_close(
                welch.p_value(),
                &vector["welch"]["p_value"],
                &vector["about"],
            );
            for expected in vector["welch"]["intervals"].as_array().unwrap() {
                let (low, high) = welch.interval(expected["confidence"].as_f64().unwrap());
                assert_close(low, &expected["low"], &vector["about"]);
                assert_close(high, &expected["high"], &vector["about"]);
            }
        }
    }

    #[test]
    fn one_value_is_too_few() {
        let (one, two) = (Sample::new(vec![1.0]), Sample::new(vec![1.0, 2.0]));
        assert_eq!(Welch::new(&one, &two), None);
        assert_eq!(Welch::new(&two, &one), None);
    }

    #[test]
    fn without_spread_equal_means_are_equal_and_others_are_not() {
        let p_value = |b| {
            let welch = Welch::new(&Sample::new(vec![2.0; 3]), &Sample::new(vec![b; 3])).unwrap();
            assert_eq!(welch.interval(0.95), (b - 2.0, b - 2.0));
            welch.p_value()
        };
        assert_eq!(p_value(2.0), 1.0);
        assert_eq!(p_value(2.5), 0.0);
    }
}
