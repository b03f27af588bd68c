//! The values of one metric in one cell of one run: a value an iteration.

use serde::Serialize;
use statrs::statistics::Statistics;

/// Values of different iterations, in the metric's unit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    values: Vec<f64>,
}

/// A sample in short, in the metric's unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    pub n: usize,
    pub mean: f64,
    /// With n − 1; absent for one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
}

impl Sample {
    #[must_use]
    pub fn new(values: Vec<f64>) -> Self {
        Self { values }
    }

    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// `None` without values.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let n = self.values.len();
        (n > 0).then(|| Summary {
            n,
            mean: self.values.iter().mean(),
            standard_deviation: (n > 1).then(|| self.values.iter().std_dev()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_mean_and_sample_standard_deviation() {
        let summary = Sample::new(vec![1.0, 2.0, 4.5]).summary().unwrap();
        assert_eq!((summary.n, summary.mean), (3, 2.5));
        let deviation = summary.standard_deviation.unwrap();
        assert!((deviation - 3.25_f64.sqrt()).abs() < 1e-12, "{deviation}");
    }

    #[test]
    fn one_value_has_no_spread_and_none_has_no_summary() {
        let summary = Sample::new(vec![2.5]).summary().unwrap();
        assert_eq!((summary.mean, summary.standard_deviation), (2.5, None));
        assert_eq!(Sample::default().summary(), None);
    }
}
