//! Whether two runs differ: per cell and metric a test of the difference, corrected for how many there
//! are, and what to know before believing it.

mod agreement;
mod cells;
mod conditions;
mod definition;
mod holm;
mod mann_whitney;
mod measured_run;
mod metric;
mod report;
mod row;
mod sample;
#[cfg(test)]
mod vectors;
mod welch;

pub use agreement::Agreement;
pub use cells::{Place, TechnologyCell};
pub use definition::{Definition, Dimension, DimensionValue};
pub use measured_run::MeasuredRun;
pub use metric::{Better, Metric};
pub use report::{Comparison, Difference, Report, Verdict};
pub use row::{Fields, Row};
pub use sample::{Sample, Summary};

use clap::ValueEnum;
use serde::Serialize;

use cells::Pair;
use welch::Welch;

/// Which test decides whether a difference is more than chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Welch's t test: whether the means differ
    Welch,
    /// Mann–Whitney U test: whether values of one run tend to be larger; for figures with outliers
    MannWhitney,
}

impl Test {
    fn p_value(self, a: &Sample, b: &Sample) -> Option<f64> {
        match self {
            Self::Welch => Welch::new(a, b).map(|welch| welch.p_value()),
            Self::MannWhitney => mann_whitney::p_value(a, b),
        }
    }

    /// The smallest p value that samples of these sizes can have.
    fn smallest_p_value(self, a: Summary, b: Summary) -> f64 {
        match self {
            Self::Welch => 0.0,
            Self::MannWhitney => mann_whitney::smallest_p_value(a.n, b.n),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Without any, the main ones of the comparison.
    pub metrics: Vec<Metric>,
    pub test: Test,
    /// The level of significance of all tests together; between 0 and 1.
    pub alpha: f64,
}

/// Compares the cells that both runs have. Where each run has one technology, and not the same, they
/// are compared with each other, with a warning.
///
/// # Errors
/// A sentence if the runs are of two comparisons, theirs lacks one of the metrics, or they have no cell in common, or none
/// with a value of any of the metrics.
pub fn compare(a: &MeasuredRun, b: &MeasuredRun, options: &Options) -> Result<Report, String> {
    let (of_a, of_b) = (&a.definition.id, &b.definition.id);
    if of_a != of_b {
        return Err(format!("A is of {of_a}, B of {of_b}"));
    }
    let metrics = a.definition.choose(&options.metrics)?;
    let pairing = cells::pair(&a.rows, &b.rows);
    if pairing.pairs.is_empty() {
        return Err("no cell is in both files".to_owned());
    }
    let each_pair = pairing.pairs.iter();
    let mut comparisons: Vec<Comparison> = each_pair
        .flat_map(|pair| {
            let metrics = metrics.iter();
            metrics.filter_map(|metric| compare_cell(pair, *metric, options))
        })
        .collect();
    if comparisons.is_empty() {
        return Err("no cell has values of these metrics in both files".to_owned());
    }
    let mut warnings = conditions::warnings(a, b, &pairing);
    warnings.extend(powerless(&comparisons, options));
    judge(&mut comparisons, options.alpha);
    Ok(Report {
        test: options.test,
        alpha: options.alpha,
        tests: comparisons
            .iter()
            .filter(|one| one.p_value.is_some())
            .count(),
        changes: conditions::changes(&a.run, &b.run),
        warnings,
        agreements: match pairing.technologies {
            None => agreement::agreements(&comparisons, &metrics, 1.0 - options.alpha),
            Some(_) => Vec::new(),
        },
        comparisons,
        only_in_a: pairing.only_in_a,
        only_in_b: pairing.only_in_b,
    })
}

/// Not judged yet. `None` if a side has no value.
fn compare_cell(pair: &Pair<'_>, metric: Metric, options: &Options) -> Option<Comparison> {
    let sample = |rows: &[&Row]| {
        let values = rows.iter().filter_map(|row| metric.of(&row.fields));
        Sample::new(values.collect())
    };
    let (a, b) = (sample(&pair.a), sample(&pair.b));
    let (summary_a, summary_b) = (a.summary()?, b.summary()?);
    Some(Comparison {
        cell: pair.cell.clone(),
        metric,
        a: summary_a,
        b: summary_b,
        difference: Difference::new(
            summary_a,
            summary_b,
            Welch::new(&a, &b),
            1.0 - options.alpha,
        ),
        p_value: options.test.p_value(&a, &b),
        p_value_holm: None,
        verdict: Verdict::Untested,
    })
}

/// Corrects the p values for their number, and draws the conclusions.
fn judge(comparisons: &mut [Comparison], alpha: f64) {
    let p_values: Vec<f64> = comparisons.iter().filter_map(|one| one.p_value).collect();
    let tested = comparisons.iter_mut().filter(|one| one.p_value.is_some());
    for (comparison, adjusted) in tested.zip(holm::adjust(&p_values)) {
        comparison.p_value_holm = Some(adjusted);
        comparison.verdict = if adjusted >= alpha {
            Verdict::NoDifferenceShown
        } else if comparison.b.mean > comparison.a.mean {
            Verdict::Higher
        } else {
            Verdict::Lower
        };
    }
}

/// What the test cannot show with so few iterations, even where everything differs.
fn powerless(comparisons: &[Comparison], options: &Options) -> Option<String> {
    let tested = comparisons.iter().filter(|one| one.p_value.is_some());
    let smallest: Vec<f64> = tested
        .map(|one| options.test.smallest_p_value(one.a, one.b))
        .collect();
    let best = smallest.iter().copied().reduce(f64::min)?;
    let count = smallest.len();
    (best * count as f64 >= options.alpha).then(|| {
        format!(
            "with so few iterations Mann–Whitney's p is at least {best:.4}, which {count} tests corrected after Holm bring above {}: it cannot show any difference; compare fewer metrics or cells, measure more iterations, or use Welch's test",
            options.alpha
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::chat::Row as ChatRow;

    fn run_of(users: u32, latencies_ms: &[f64], memories_mib: &[f64]) -> MeasuredRun {
        let values = latencies_ms.iter().enumerate();
        let rows = values.map(|(index, latency)| ChatRow {
            technology: "node-ws".into(),
            rooms: 1,
            users,
            messages_per_user: 500,
            latency_mean_ms: Some(*latency),
            memory_mib: memories_mib.get(index).copied(),
            ..ChatRow::default()
        });
        vectors::measured_run(&rows.collect::<Vec<_>>())
    }

    fn file(latencies_ms: &[f64], memories_mib: &[f64]) -> MeasuredRun {
        run_of(10, latencies_ms, memories_mib)
    }

    fn options(test: Test) -> Options {
        let metrics = ["latency_mean_ms", "memory_mib"].into_iter();
        Options {
            metrics: metrics.filter_map(Metric::named).collect(),
            test,
            alpha: 0.05,
        }
    }

    fn verdicts(a: &MeasuredRun, b: &MeasuredRun, test: Test) -> Vec<Verdict> {
        let report = compare(a, b, &options(test)).unwrap();
        report.comparisons.iter().map(|one| one.verdict).collect()
    }

    #[test]
    fn a_difference_beyond_chance_is_shown_and_one_within_is_not() {
        let a = file(&[1.0, 1.1, 0.9, 1.0, 1.05], &[50.0, 52.0, 51.0, 49.0, 50.0]);
        let b = file(&[1.5, 1.6, 1.4, 1.5, 1.55], &[50.5, 51.0, 52.0, 49.5, 50.0]);
        for test in [Test::Welch, Test::MannWhitney] {
            assert_eq!(
                verdicts(&a, &b, test),
                [Verdict::Higher, Verdict::NoDifferenceShown]
            );
            assert_eq!(
                verdicts(&b, &a, test),
                [Verdict::Lower, Verdict::NoDifferenceShown]
            );
        }
    }

    #[test]
    fn one_iteration_is_compared_but_not_tested() {
        let report = compare(
            &file(&[1.0], &[]),
            &file(&[1.5, 1.6], &[]),
            &options(Test::Welch),
        )
        .unwrap();
        assert_eq!((report.comparisons.len(), report.tests), (1, 0));
        let comparison = &report.comparisons[0];
        assert_eq!(comparison.verdict, Verdict::Untested);
        assert_eq!((comparison.p_value, comparison.p_value_holm), (None, None));
        let difference = comparison.difference.unwrap();
        assert!((difference.percent - 55.0).abs() < 1e-9);
        assert_eq!(difference.interval_percent, None);
    }

    #[test]
    fn every_further_test_asks_for_a_clearer_difference() {
        let a = file(&[1.0, 1.1, 0.9], &[50.0, 52.0, 51.0]);
        let b = file(&[1.5, 1.9, 1.6], &[50.5, 51.0, 52.0]);
        let both = compare(&a, &b, &options(Test::Welch)).unwrap();
        let latency = &both.comparisons[0];
        assert_eq!(
            latency.p_value_holm.unwrap(),
            2.0 * latency.p_value.unwrap()
        );
    }

    #[test]
    fn a_test_that_can_show_nothing_is_pointed_out() {
        let values = [1.0, 1.1, 0.9];
        let powerless = |test| {
            let file = file(&values, &values);
            let report = compare(&file, &file, &options(test)).unwrap();
            report
                .warnings
                .iter()
                .any(|warning| warning.contains("cannot show any difference"))
        };
        assert!(powerless(Test::MannWhitney));
        assert!(!powerless(Test::Welch));
    }

    #[test]
    fn runs_with_nothing_in_common_are_refused() {
        let a = file(&[1.0], &[]);
        let other = run_of(20, &[1.0], &[]);
        assert_eq!(
            compare(&a, &other, &options(Test::Welch)).unwrap_err(),
            "no cell is in both files"
        );
        let cpu = Options {
            metrics: vec![Metric::named("cpu_percent").unwrap()],
            ..options(Test::Welch)
        };
        assert_eq!(
            compare(&a, &a, &cpu).unwrap_err(),
            "no cell has values of these metrics in both files"
        );
    }
}
