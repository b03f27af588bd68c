//! What a comparison found.

use serde::Serialize;

use super::welch::Welch;
use super::{Agreement, Better, Metric, Summary, TechnologyCell, Test};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    pub test: Test,
    /// The level of significance of all tests together.
    pub alpha: f64,
    /// How many tests the p values are corrected for.
    pub tests: usize,
    /// Respects in which client and servers differ.
    pub changes: Vec<String>,
    /// What to know before believing the differences.
    pub warnings: Vec<String>,
    /// A metric each; none where two technologies are compared.
    pub agreements: Vec<Agreement>,
    /// Cell by cell, in the order of the metrics asked for.
    pub comparisons: Vec<Comparison>,
    pub only_in_a: Vec<TechnologyCell>,
    pub only_in_b: Vec<TechnologyCell>,
}

/// One metric in one cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    #[serde(flatten)]
    pub cell: TechnologyCell,
    pub metric: Metric,
    pub a: Summary,
    pub b: Summary,
    /// `None` where A's mean is zero.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// `None` where a side has fewer than two values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_value: Option<f64>,
    /// The p value after Holm's correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_value_holm: Option<f64>,
    pub verdict: Verdict,
}

/// B's mean minus A's, in percent of A's mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    #[serde(rename = "difference_percent")]
    pub percent: f64,
    /// Welch's confidence interval of the difference of the means, lower end first.
    #[serde(
        rename = "difference_interval_percent",
        skip_serializing_if = "Option::is_none"
    )]
    pub interval_percent: Option<(f64, f64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// B is higher; whether that is worse is the metric's to say.
    Higher,
    Lower,
    NoDifferenceShown,
    /// A side has fewer than two values.
    Untested,
}

impl Verdict {
    /// For readers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Higher => "B is higher",
            Self::Lower => "B is lower",
            Self::NoDifferenceShown => "no difference shown",
            Self::Untested => "not tested: fewer than 2 values",
        }
    }
}

impl Difference {
    pub(super) fn new(
        a: Summary,
        b: Summary,
        welch: Option<Welch>,
        confidence: f64,
    ) -> Option<Self> {
        let percent = |difference: f64| 100.0 * difference / a.mean;
        (a.mean != 0.0).then(|| Self {
            percent: percent(b.mean - a.mean),
            interval_percent: welch.map(|welch| {
                let (low, high) = welch.interval(confidence);
                (percent(low), percent(high))
            }),
        })
    }
}

impl Report {
    /// The comparisons in which B is significantly worse than A, and by more than that.
    pub fn slower_by_more_than(&self, percent: f64) -> impl Iterator<Item = &Comparison> {
        let comparisons = self.comparisons.iter();
        comparisons.filter(move |one| one.is_slower_by_more_than(percent))
    }
}

impl Comparison {
    fn is_slower_by_more_than(&self, percent: f64) -> bool {
        let (a, b, share) = (self.a.mean, self.b.mean, percent / 100.0);
        match (self.metric.better, self.verdict) {
            (Better::Lower, Verdict::Higher) => b > a * (1.0 + share),
            (Better::Higher, Verdict::Lower) => b < a * (1.0 - share),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::cell;

    fn comparison(mean_a: f64, mean_b: f64, verdict: Verdict) -> Comparison {
        let summary = |mean| Summary {
            n: 5,
            mean,
            standard_deviation: Some(0.1),
        };
        let (a, b) = (summary(mean_a), summary(mean_b));
        Comparison {
            cell: cell("node-ws", 10),
            metric: Metric::named("latency_p99_ms").unwrap(),
            a,
            b,
            difference: Difference::new(a, b, None, 0.95),
            p_value: Some(0.001),
            p_value_holm: Some(0.002),
            verdict,
        }
    }

    fn slower(comparison: Comparison, percent: f64) -> bool {
        let report = Report {
            test: Test::Welch,
            alpha: 0.05,
            tests: 1,
            changes: vec![],
            warnings: vec![],
            agreements: Vec::new(),
            comparisons: vec![comparison],
            only_in_a: vec![],
            only_in_b: vec![],
        };
        report.slower_by_more_than(percent).next().is_some()
    }

    #[test]
    fn slower_is_what_is_significantly_higher_by_more_than_the_limit() {
        assert!(slower(comparison(1.0, 1.2, Verdict::Higher), 10.0));
        assert!(!slower(comparison(1.0, 1.05, Verdict::Higher), 10.0));
        assert!(!slower(
            comparison(1.0, 1.2, Verdict::NoDifferenceShown),
            10.0
        ));
        assert!(!slower(comparison(1.2, 1.0, Verdict::Lower), 10.0));
        assert!(slower(comparison(0.0, 0.5, Verdict::Higher), 10.0));
    }

    #[test]
    fn of_what_is_better_when_higher_slower_is_lower() {
        let throughput = |mean_b, verdict| Comparison {
            metric: Metric::named("requests_per_s").unwrap(),
            ..comparison(100.0, mean_b, verdict)
        };
        assert!(slower(throughput(80.0, Verdict::Lower), 10.0));
        assert!(!slower(throughput(95.0, Verdict::Lower), 10.0));
        assert!(!slower(throughput(120.0, Verdict::Higher), 10.0));
    }

    #[test]
    fn a_difference_is_in_percent_of_the_first_mean() {
        let up = comparison(2.0, 2.5, Verdict::Higher).difference.unwrap();
        assert!((up.percent - 25.0).abs() < 1e-12);
        assert_eq!(comparison(0.0, 0.5, Verdict::Higher).difference, None);
    }
}
