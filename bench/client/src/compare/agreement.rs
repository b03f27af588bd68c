//! How well one run of a plan bears out another: in how many cells their intervals overlap, and whether technologies stand
//! in the same order.

use std::collections::BTreeMap;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::statistics::{Data, OrderStatistics, RankTieBreaker, Statistics};

use super::{Comparison, Metric, Place, Summary};

/// Fewer technologies have no order worth comparing.
const FEWEST_RANKED: usize = 3;

/// What two runs agree on in one metric.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    pub metric: Metric,
    /// Cells in which both runs have two values or more.
    pub cells: usize,
    /// Those in which the confidence intervals of the two means have a value in common.
    pub overlapping: usize,
    /// Loads at which both runs have three technologies or more.
    pub ranked_loads: usize,
    /// The mean over these of Spearman's correlation of the technologies' means; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank_correlation: Option<f64>,
}

/// One for each of the metrics that any cell has; `confidence` is between 0 and 1.
#[must_use]
pub fn agreements(
    comparisons: &[Comparison],
    metrics: &[Metric],
    confidence: f64,
) -> Vec<Agreement> {
    let is_there = |metric: &&Metric| comparisons.iter().any(|one| one.metric == **metric);
    metrics
        .iter()
        .filter(is_there)
        .map(|metric| {
            let of_it = comparisons.iter().filter(|one| one.metric == *metric);
            agreement(*metric, &of_it.collect::<Vec<_>>(), confidence)
        })
        .collect()
}

fn agreement(metric: Metric, comparisons: &[&Comparison], confidence: f64) -> Agreement {
    let overlaps: Vec<bool> = comparisons
        .iter()
        .filter_map(|one| {
            Some(overlap(
                interval(one.a, confidence)?,
                interval(one.b, confidence)?,
            ))
        })
        .collect();
    let correlations: Vec<f64> = by_load(comparisons)
        .into_values()
        .filter_map(|(a, b)| spearman(a, b))
        .collect();
    Agreement {
        metric,
        cells: overlaps.len(),
        overlapping: overlaps.iter().filter(|&&one| one).count(),
        ranked_loads: correlations.len(),
        rank_correlation: (!correlations.is_empty()).then(|| correlations.iter().mean()),
    }
}

/// The means of both runs at each load, a technology each.
fn by_load<'a>(comparisons: &[&'a Comparison]) -> BTreeMap<&'a Place, (Vec<f64>, Vec<f64>)> {
    let mut loads: BTreeMap<&Place, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for one in comparisons {
        let (a, b) = loads.entry(&one.cell.place).or_default();
        a.push(one.a.mean);
        b.push(one.b.mean);
    }
    loads
}

/// The confidence interval of the mean by Student's t, lower end first; `None` for one value.
fn interval(summary: Summary, confidence: f64) -> Option<(f64, f64)> {
    let deviation = summary.standard_deviation?;
    let n = summary.n as f64;
    let quantile = StudentsT::new(0.0, 1.0, n - 1.0)
        .ok()?
        .inverse_cdf(0.5 + confidence / 2.0);
    let half_width = quantile * deviation / n.sqrt();
    Some((summary.mean - half_width, summary.mean + half_width))
}

fn overlap(a: (f64, f64), b: (f64, f64)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

/// Spearman's rank correlation, ties sharing the mean of their ranks; `None` of too few, or where all of a side are alike.
fn spearman(a: Vec<f64>, b: Vec<f64>) -> Option<f64> {
    if a.len() < FEWEST_RANKED {
        return None;
    }
    let ranks = |values| Data::new(values).ranks(RankTieBreaker::Average);
    let (a, b): (Vec<f64>, Vec<f64>) = (ranks(a), ranks(b));
    let spread = a.iter().std_dev() * b.iter().std_dev();
    (spread > 0.0).then(|| a.iter().covariance(b.iter()) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::{assert_close, cell, numbers, two_samples};
    use crate::compare::{Sample, Verdict};

    const METRICS: [&str; 2] = ["latency_p99_ms", "cpu_percent"];

    fn compared(technology: &str, users: u32, a: &[f64], b: &[f64]) -> Comparison {
        let summary = |values: &[f64]| Sample::new(values.to_vec()).summary().unwrap();
        Comparison {
            cell: cell(technology, users),
            metric: Metric::named(METRICS[0]).unwrap(),
            a: summary(a),
            b: summary(b),
            difference: None,
            p_value: None,
            p_value_holm: None,
            verdict: Verdict::Untested,
        }
    }

    #[test]
    fn rank_correlations_agree_with_scipy() {
        for vector in two_samples()["spearman"].as_array().unwrap() {
            let found = spearman(numbers(&vector["a"]), numbers(&vector["b"])).unwrap();
            assert_close(found, &vector["correlation"], &vector["a"]);
        }
    }

    #[test]
    fn two_technologies_and_those_that_are_all_alike_have_no_order() {
        assert_eq!(spearman(vec![1.0, 2.0], vec![1.0, 2.0]), None);
        assert_eq!(spearman(vec![1.0; 3], vec![1.0, 2.0, 3.0]), None);
    }

    #[test]
    fn cells_agree_where_intervals_overlap_and_loads_where_orders_are_alike() {
        let comparisons = [
            compared("x", 10, &[1.0, 1.1, 0.9], &[1.05, 1.15, 0.95]),
            compared("y", 10, &[2.0, 2.1, 1.9], &[5.0, 5.1, 4.9]),
            compared("z", 10, &[3.0, 3.1, 2.9], &[9.0, 9.1, 8.9]),
            compared("x", 20, &[1.0], &[1.0, 1.1]),
        ];
        let metrics = METRICS.map(|name| Metric::named(name).unwrap());
        let found = agreements(&comparisons, &metrics, 0.95);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].cells, found[0].overlapping), (3, 1));
        assert_eq!(found[0].ranked_loads, 1);
        assert!((found[0].rank_correlation.unwrap() - 1.0).abs() < 1e-12);
    }
}
