//! pgbench, which measures the database's own ceiling: the servers' query, from as many clients, without a server between.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hdrhistogram::Histogram;
use tempfile::TempDir;

use crate::database::Instance;
use crate::error::Error;
use crate::load_tool::{Latency, LoadReport};
use crate::notation::{milliseconds, round};
use crate::server::LogTail;

/// What the servers ask, with the number drawn as they draw it.
const SCRIPT: &str = "\
\\set number random(1, 10000)
SELECT id, name, email, description FROM users WHERE name = 'user-' || :number;
";
const LOG: &str = "transactions";
const LONGEST_US: u64 = 60_000_000;

/// One measurement: its script and its log lie in a folder that goes with it.
#[derive(Debug)]
pub(super) struct Pgbench {
    folder: TempDir,
}

impl Pgbench {
    /// # Errors
    /// There is no place for the script.
    pub fn new() -> Result<Self, Error> {
        let folder =
            tempfile::tempdir().map_err(Error::io("made a folder in", &std::env::temp_dir()))?;
        let path = folder.path().join("lookup.sql");
        std::fs::write(&path, SCRIPT).map_err(Error::io("written", &path))?;
        Ok(Self { folder })
    }

    /// The command that asks from so many clients at once, on as many threads as there are `cores` for them, and logs each
    /// transaction.
    #[must_use]
    pub fn command(
        &self,
        instance: &Instance,
        clients: u32,
        cores: usize,
        hold: Duration,
    ) -> Command {
        let threads = usize::try_from(clients).map_or(cores, |clients| clients.min(cores));
        let mut command = instance.users_command("pgbench");
        command
            .args(["--no-vacuum", "--protocol", "prepared"])
            .args(["--client", &clients.to_string()])
            .args(["--jobs", &threads.to_string()])
            .args(["--time", &hold.as_secs().max(1).to_string()])
            .args(["--file", "lookup.sql", "--log", "--log-prefix", LOG])
            .arg(instance.name())
            .current_dir(self.folder.path());
        command
    }

    /// What its report and its log say.
    ///
    /// # Errors
    /// The report is none, or the log cannot be read.
    pub fn load_report(&self, report: &str) -> Result<LoadReport, Error> {
        let figure = |label: &str| figure_after(report, label);
        let per_s = figure("tps = ");
        let failed = figure("number of failed transactions: ").unwrap_or(0.0);
        let log = self.read_log()?;
        let (Some(per_s), Some(latency)) = (per_s, log.latency()) else {
            return Err(Error::LoadTool {
                tool: "pgbench",
                how: "gave no figures; its report".to_owned(),
                tail: LogTail(report.trim().to_owned()),
            });
        };
        let requests = log.histogram.len();
        Ok(LoadReport {
            requests: requests + failed as u64,
            failed_requests: failed as u64,
            unavailable_responses: 0,
            requests_per_s: round(per_s, 1),
            window_s: round(requests as f64 / per_s, 3),
            latency: Some(latency),
        })
    }

    fn read_log(&self) -> Result<Transactions, Error> {
        let mut transactions = Transactions::default();
        for path in self.logs()? {
            let file = File::open(&path).map_err(Error::io("read", &path))?;
            for line in BufReader::new(file).lines() {
                transactions.add(&line.map_err(Error::io("read", &path))?);
            }
        }
        Ok(transactions)
    }

    /// One for each thread.
    fn logs(&self) -> Result<Vec<PathBuf>, Error> {
        let folder: &Path = self.folder.path();
        let entries = std::fs::read_dir(folder).map_err(Error::io("read", folder))?;
        let is_log = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with(LOG))
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        Ok(paths.filter(is_log).collect())
    }
}

/// The transactions of a log.
#[derive(Debug)]
struct Transactions {
    histogram: Histogram<u64>,
    sum_us: u64,
}

impl Default for Transactions {
    fn default() -> Self {
        Self {
            histogram: Histogram::new_with_bounds(1, LONGEST_US, 3).expect("sound bounds"),
            sum_us: 0,
        }
    }
}

impl Transactions {
    /// Adds a line: client, number of the transaction, its microseconds, and more. One that failed has no microseconds.
    fn add(&mut self, line: &str) {
        if let Some(us) = line.split(' ').nth(2).and_then(|us| us.parse().ok()) {
            self.histogram.saturating_record(us);
            self.sum_us += us;
        }
    }

    fn latency(&self) -> Option<Latency> {
        let latency = Latency::of(&self.histogram)?;
        Some(Latency {
            mean_ms: milliseconds(self.sum_us as f64 / self.histogram.len() as f64),
            ..latency
        })
    }
}

/// The number that follows a label.
fn figure_after(report: &str, label: &str) -> Option<f64> {
    let (_, rest) = report.split_once(label)?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
number of transactions actually processed: 4
number of failed transactions: 1 (20.000%)
latency average = 2.5 ms
initial connection time = 3.123 ms
tps = 400.000000 (without initial connection time)
";

    #[test]
    fn latencies_are_those_of_the_logs_of_all_threads() {
        let pgbench = Pgbench::new().unwrap();
        let folder = pgbench.folder.path();
        std::fs::write(
            folder.join("transactions.7"),
            "0 1 1000 0 1700000000 1\n0 2 2000 0 1700000000 2\n0 3 failed 0 1700000000 3\n",
        )
        .unwrap();
        std::fs::write(
            folder.join("transactions.7.1"),
            "1 1 3000 0 1700000000 1\n1 2 4000 0 1700000000 2\n",
        )
        .unwrap();
        let load_report = pgbench.load_report(REPORT).unwrap();
        assert_eq!((load_report.requests, load_report.failed_requests), (5, 1));
        assert_eq!(
            (load_report.requests_per_s, load_report.window_s),
            (400.0, 0.01)
        );
        let latency = load_report.latency.unwrap();
        assert_eq!((latency.min_ms, latency.mean_ms), (1.0, 2.5));
        assert!((latency.p50_ms - 2.0).abs() < 0.01, "{latency:?}");
    }

    #[test]
    fn a_report_without_figures_is_refused_with_what_it_says() {
        let error = Pgbench::new().unwrap().load_report("pgbench: oops\n");
        let message = error.unwrap_err().to_string();
        assert!(message.contains("pgbench gave no figures"), "{message}");
        assert!(message.ends_with("| pgbench: oops"), "{message}");
    }
}
