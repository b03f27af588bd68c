//! `rtbench compare`: whether two result files differ by more than chance, for readers and for CI.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Output;
use crate::compare::{self, Comparison, MeasuredRun, Metric, Options, Report, Test};
use crate::error::Error;
use crate::notation::{figure, percentage, round};

const EXAMPLES: &str = "\
Examples:
  rtbench compare before/node-ws.json after/node-ws.json
  rtbench compare before.json after.json --fail-if-slower 10%
  rtbench compare data/chat/first/ data/chat/second/ --metric latency_p99_ms
  rtbench compare data/bookstore/first/ data/bookstore/ --metric requests_per_s
  rtbench compare before.json after.json --metric latency_p99_ms --metric cpu_percent
  rtbench compare data/chat/node-ws.json data/chat/node-cluster.json --test mann-whitney
  rtbench compare before.json after.json --output json | jq '.comparisons[] | select(.verdict == \"higher\")'";

/// Characters that the column of metrics has at least.
const METRIC_WIDTH: usize = 16;

/// Say per cell and metric whether two runs differ by more than chance
///
/// The iterations of each cell are two samples; each metric's means are compared by Welch's t test,
/// two-sided, or by the test that --test names. The p values of all cells and metrics together are
/// corrected after Holm, so that the chance to find any difference where there is none stays below
/// --alpha. The interval is Welch's, of the difference of the means, in percent of A's mean, and
/// not corrected. A cell in which either file has fewer than two values is not tested. If each file
/// has one technology, and not the same, they are compared with each other. Else it says first how well
/// B bears out A: in how many cells the intervals of the two means overlap, and how alike the order of the
/// technologies is (Spearman's rank correlation, of the loads at which both have three or more).
///
/// The files may be of any plan, both of the same comparison: JSON, or TSV with its run beside it in NAME.run.json. A folder's
/// are those that lie directly in it, without what was imported.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// A result file, or a folder of those of one run: A, to compare with
    a: PathBuf,

    /// Another: B
    b: PathBuf,

    /// Compare by this metric, a field of the comparison's rows; may be given several times
    ///
    /// By default the first of the comparison in data/comparisons.yml, and what it has of latency_mean_ms, latency_p99_ms,
    /// cpu_percent and memory_mib. One that it lacks is refused, with a list of those it has.
    #[arg(long, value_parser = metric(), hide_possible_values = true)]
    metric: Vec<Metric>,

    /// What decides whether a difference is more than chance
    #[arg(long, value_enum, default_value_t = Test::Welch)]
    test: Test,

    /// The level of significance of all tests together; intervals are of 1 minus it
    #[arg(long, default_value = "0.05", value_parser = probability)]
    alpha: f64,

    /// Exit with 1 if B is worse than A by more than this in any metric compared, and
    /// significantly so
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_if_slower: Option<f64>,

    /// A table to read, or one JSON object
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

/// Compares the files and prints what was found.
///
/// # Errors
/// A file is no result file, they have nothing in common, or B is slower than allowed.
pub fn run(args: &CompareArgs) -> Result<(), Box<dyn std::error::Error>> {
    let (a, b) = (MeasuredRun::read(&args.a)?, MeasuredRun::read(&args.b)?);
    let options = Options {
        metrics: args.metric.clone(),
        test: args.test,
        alpha: args.alpha,
    };
    let report = compare::compare(&a, &b, &options).map_err(|reason| Error::NotComparable {
        a: args.a.clone(),
        b: args.b.clone(),
        reason,
    })?;
    let sides = [Side::new(&args.a, &a), Side::new(&args.b, &b)];
    let mut out = io::stdout().lock();
    match args.output {
        Output::Text => write_text(&mut out, &sides, &report)?,
        Output::Json => {
            let [a, b] = &sides;
            let document = Document {
                a,
                b,
                report: &report,
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&document)?)?;
        }
    }
    for warning in &report.warnings {
        eprintln!("warning: {warning}");
    }
    match args.fail_if_slower {
        Some(limit) => check(&report, limit).map_err(Into::into),
        None => Ok(()),
    }
}

/// Where a run's figures come from.
#[derive(Debug, serde::Serialize)]
struct Side<'a> {
    file: &'a Path,
    started_at: &'a str,
    client: &'a crate::result::Client,
    /// Imported files of the folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<PathBuf>,
}

impl<'a> Side<'a> {
    fn new(file: &'a Path, measured: &'a MeasuredRun) -> Self {
        Self {
            file,
            started_at: &measured.run.started_at,
            client: &measured.run.client,
            left_out: measured.left_out.clone(),
        }
    }
}

#[derive(serde::Serialize)]
struct Document<'a> {
    a: &'a Side<'a>,
    b: &'a Side<'a>,
    #[serde(flatten)]
    report: &'a Report,
}

fn check(report: &Report, limit_percent: f64) -> Result<(), Error> {
    let slower: Vec<String> = report
        .slower_by_more_than(limit_percent)
        .map(|one| {
            let by = one
                .difference
                .map(|difference| percentage(difference.percent));
            format!(
                "{}, {} {}",
                one.cell,
                one.metric.as_str(),
                by.unwrap_or_else(|| "up from 0".to_owned())
            )
        })
        .collect();
    if slower.is_empty() {
        return Ok(());
    }
    Err(Error::Slower {
        limit_percent,
        comparisons: report.comparisons.len(),
        slower,
    })
}

fn write_text(out: &mut impl Write, sides: &[Side<'_>; 2], report: &Report) -> io::Result<()> {
    for (name, side) in ["A", "B"].into_iter().zip(sides) {
        writeln!(
            out,
            "{name}: {}, run of {}",
            side.file.display(),
            side.started_at
        )?;
        for path in &side.left_out {
            writeln!(out, "   left out, as imported: {}", path.display())?;
        }
    }
    for change in &report.changes {
        writeln!(out, "   {change}")?;
    }
    let width = metric_width(report);
    write_agreements(out, report, width)?;
    writeln!(
        out,
        "\n{}, two-sided, {} tests at {} after Holm's correction.\nIntervals are Welch's, {} %, of the difference of the means in percent of A's.",
        test_name(report.test),
        report.tests,
        report.alpha,
        round(100.0 * (1.0 - report.alpha), 6),
    )?;
    for comparisons in report
        .comparisons
        .chunk_by(|one, next| one.cell == next.cell)
    {
        writeln!(out, "\n{}", comparisons[0].cell)?;
        writeln!(
            out,
            "  {:<width$} {:>5}  {:>9}  {:>9}  {:>8}  {:^21}  {:>8}",
            "metric", "n", "A", "B", "B vs A", "interval", "p (Holm)"
        )?;
        for comparison in comparisons {
            write_line(out, comparison, width)?;
        }
    }
    for (name, cells) in [("A", &report.only_in_a), ("B", &report.only_in_b)] {
        if !cells.is_empty() {
            writeln!(out, "\nOnly in {name}:")?;
        }
        for cell in cells {
            writeln!(out, "  {cell}")?;
        }
    }
    Ok(())
}

/// What the column of metrics takes.
fn metric_width(report: &Report) -> usize {
    let names = report.comparisons.iter().map(|one| one.metric.as_str());
    names.map(str::len).fold(METRIC_WIDTH, usize::max)
}

fn write_agreements(out: &mut impl Write, report: &Report, width: usize) -> io::Result<()> {
    if report.agreements.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n  {:<width$} {:>5}  {:>17}  {:>5}  {:>24}",
        "metric", "cells", "intervals overlap", "loads", "same order (Spearman's ρ)"
    )?;
    for one in &report.agreements {
        writeln!(
            out,
            "  {:<width$} {:>5}  {:>17}  {:>5}  {:>24}",
            one.metric.as_str(),
            one.cells,
            share(one.overlapping, one.cells),
            one.ranked_loads,
            one.rank_correlation
                .map_or_else(|| "–".to_owned(), |correlation| format!("{correlation:.2}")),
        )?;
    }
    Ok(())
}

/// `51 (91 %)`, or a dash of none.
fn share(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{part} ({:.0} %)", 100.0 * part as f64 / whole as f64),
    }
}

fn write_line(out: &mut impl Write, comparison: &Comparison, width: usize) -> io::Result<()> {
    let Comparison { a, b, .. } = comparison;
    let n = if a.n == b.n {
        a.n.to_string()
    } else {
        format!("{}, {}", a.n, b.n)
    };
    let absent = || "–".to_owned();
    let difference = comparison.difference;
    let interval = difference.and_then(|difference| difference.interval_percent);
    writeln!(
        out,
        "  {:<width$} {n:>5}  {:>9}  {:>9}  {:>8}  {:^21}  {:>8}  {}",
        comparison.metric.as_str(),
        figure(a.mean),
        figure(b.mean),
        difference.map_or_else(absent, |difference| percentage(difference.percent)),
        interval.map_or_else(absent, |(low, high)| format!(
            "{} … {}",
            percentage(low),
            percentage(high)
        )),
        comparison.p_value_holm.map_or_else(absent, p_value),
        comparison.verdict.as_str(),
    )
}

fn test_name(test: Test) -> &'static str {
    match test {
        Test::Welch => "Welch's t test",
        Test::MannWhitney => "Mann–Whitney U test",
    }
}

fn p_value(value: f64) -> String {
    if value < 0.001 {
        "<0.001".to_owned()
    } else {
        format!("{value:.3}")
    }
}

fn metric() -> impl TypedValueParser<Value = Metric> {
    let names = Metric::all().iter().map(|metric| metric.as_str());
    PossibleValuesParser::new(names).map(|name| Metric::named(&name).expect("it is one of them"))
}

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|alpha| (f64::MIN_POSITIVE..1.0).contains(alpha))
        .ok_or_else(|| "expected a number between 0 and 1, as in 0.05".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end();
    number
        .parse()
        .ok()
        .filter(|percent: &f64| percent.is_finite() && *percent >= 0.0)
        .ok_or_else(|| "expected a percentage from 0 up, as in 10%".to_owned())
}
