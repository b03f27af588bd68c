//! oha, which loads servers over HTTP: how it is called, and what its report says. docs/decisions/oha-loads-over-http.md says
//! why it is this tool, and what is to be known of its figures.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;

use super::report::seconds_as_ms;
use super::{Latency, LoadReport};
use crate::error::Error;
use crate::notation::round;

/// How long a load is held where nobody says, as in the study of 2015.
pub const USUAL_HOLD_S: u32 = 60;
/// After this long a request counts as failed. Servers answer within 4 s also where their database is away.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Of requests that were under way when the hold ended; no fault of the server.
const CUT_OFF: &str = "aborted due to deadline";

/// What is to be sent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// Connections, each with one request at a time.
    pub concurrency: u32,
    /// Requests are due so often a second, whether or not the server keeps pace; `None` for a closed loop.
    pub rate_per_s: Option<f64>,
    pub hold: Duration,
}

/// The tool, as it is installed.
#[derive(Debug, Clone)]
pub struct Oha {
    program: PathBuf,
    pub version: String,
}

impl Oha {
    /// Finds it on PATH.
    ///
    /// # Errors
    /// It is not there, or does not tell its version.
    pub fn find() -> Result<Self, Error> {
        let program = which::which_global("oha").map_err(|_| Error::LoadToolMissing)?;
        let told = Command::new(&program).arg("--version").output();
        let told = told.map_err(|_| Error::LoadToolMissing)?;
        let line = String::from_utf8_lossy(&told.stdout);
        match line.trim().strip_prefix("oha ") {
            Some(version) => Ok(Self {
                program,
                version: version.to_owned(),
            }),
            None => Err(Error::LoadToolMissing),
        }
    }

    /// The command that sends the load on as many threads as there are `cores` for it, and prints a report.
    #[must_use]
    pub fn command(&self, url: &str, load: &Load, cores: usize) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["--no-tui", "--output-format", "json"])
            .args(["--worker-threads", &cores.to_string()])
            .args(["-c", &load.concurrency.to_string()])
            .args(["-z", &format!("{}ms", load.hold.as_millis())])
            .args(["-t", &format!("{}s", REQUEST_TIMEOUT.as_secs())])
            .args(["--disable-compression", "--redirect", "0"]);
        if let Some(rate) = load.rate_per_s {
            command.args(["-q", &format!("{rate:.1}"), "--latency-correction"]);
        }
        command.arg(url);
        command
    }
}

/// The parts of oha's report that count here; its durations are in seconds, and null where nothing was answered.
#[derive(Debug, Deserialize)]
struct Report {
    summary: Summary,
    #[serde(rename = "latencyPercentiles")]
    percentiles: Percentiles,
    #[serde(rename = "statusCodeDistribution")]
    statuses: BTreeMap<String, u64>,
    #[serde(rename = "errorDistribution")]
    errors: BTreeMap<String, u64>,
}

#[derive(Debug, Deserialize)]
struct Summary {
    total: f64,
    fastest: Option<f64>,
    average: Option<f64>,
    slowest: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Percentiles {
    p50: Option<f64>,
    p90: Option<f64>,
    p95: Option<f64>,
    p99: Option<f64>,
    #[serde(rename = "p99.9")]
    p999: Option<f64>,
}

impl LoadReport {
    /// What a report of oha says.
    ///
    /// # Errors
    /// It is none.
    pub fn of_oha(report: &str) -> Result<Self, String> {
        let report: Report = serde_json::from_str(report).map_err(|error| error.to_string())?;
        let status = |code: &str| report.statuses.get(code).copied().unwrap_or(0);
        let answered: u64 = report.statuses.values().sum();
        let errors = report.errors.iter();
        let failed: u64 = errors
            .filter(|(what, _)| !what.contains(CUT_OFF))
            .map(|(_, count)| count)
            .sum();
        let successful = status("200");
        Ok(Self {
            requests: answered + failed,
            failed_requests: answered + failed - successful,
            unavailable_responses: status("503"),
            requests_per_s: round(successful as f64 / report.summary.total, 1),
            window_s: round(report.summary.total, 3),
            latency: if answered > 0 { report.latency() } else { None },
        })
    }
}

impl Report {
    fn latency(&self) -> Option<Latency> {
        let ms = |seconds: Option<f64>| seconds.map(seconds_as_ms);
        let (summary, percentiles) = (&self.summary, &self.percentiles);
        let max_ms = ms(summary.slowest)?;
        Some(Latency {
            min_ms: ms(summary.fastest)?,
            mean_ms: ms(summary.average)?,
            p50_ms: ms(percentiles.p50)?,
            p90_ms: ms(percentiles.p90)?,
            p95_ms: ms(percentiles.p95)?,
            p99_ms: ms(percentiles.p99)?,
            p999_ms: ms(percentiles.p999)?,
            max_ms,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{
        "summary": { "successRate": 1.0, "total": 2.0, "slowest": 0.0123456, "fastest": 0.0001, "average": 0.0015, "requestsPerSec": 55.0 },
        "latencyPercentiles": { "p10": 0.0002, "p50": 0.001, "p90": 0.002, "p95": 0.003, "p99": 0.005, "p99.9": 0.01, "p99.99": null },
        "statusCodeDistribution": { "200": 100, "404": 1, "503": 5 },
        "errorDistribution": { "aborted due to deadline": 4, "connection closed before message completed": 3 }
    }"#;

    #[test]
    fn what_is_not_a_200_has_failed_but_for_what_the_end_cut_off() {
        let load_report = LoadReport::of_oha(REPORT).unwrap();
        assert_eq!(load_report.requests, 109);
        assert_eq!(load_report.failed_requests, 9);
        assert_eq!(load_report.unavailable_responses, 5);
        assert_eq!(load_report.requests_per_s, 50.0);
    }

    #[test]
    fn seconds_become_milliseconds() {
        let latency = LoadReport::of_oha(REPORT).unwrap().latency.unwrap();
        assert_eq!((latency.mean_ms, latency.p50_ms), (1.5, 1.0));
        assert_eq!((latency.p999_ms, latency.max_ms), (10.0, 12.346));
    }

    #[test]
    fn where_nothing_was_answered_there_is_no_latency() {
        let report = r#"{
            "summary": { "total": 1.0, "slowest": null, "fastest": null, "average": null },
            "latencyPercentiles": { "p50": null, "p90": null, "p95": null, "p99": null, "p99.9": null },
            "statusCodeDistribution": {},
            "errorDistribution": { "connection refused": 7 }
        }"#;
        let load_report = LoadReport::of_oha(report).unwrap();
        assert_eq!((load_report.requests, load_report.failed_requests), (7, 7));
        assert_eq!(load_report.latency, None);
    }

    #[test]
    fn a_fixed_rate_is_corrected_for_omission() {
        let oha = Oha {
            program: "oha".into(),
            version: "1".into(),
        };
        let load = Load {
            concurrency: 8,
            rate_per_s: Some(1234.56),
            hold: Duration::from_secs(15),
        };
        let words = |load: &Load| -> Vec<String> {
            let command = oha.command("http://127.0.0.1:1/api/user", load, 1);
            let words = command.get_args().map(|word| word.to_string_lossy());
            words.map(|word| word.into_owned()).collect()
        };
        let fixed = words(&load).join(" ");
        assert!(
            fixed.contains("-q 1234.6 --latency-correction http"),
            "{fixed}"
        );
        let closed = words(&Load {
            rate_per_s: None,
            ..load
        });
        assert!(!closed.contains(&"-q".to_owned()), "{closed:?}");
    }
}
