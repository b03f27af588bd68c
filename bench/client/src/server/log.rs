//! What a server or a build prints: kept in a file without a name, whose last lines go into error
//! messages.

use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Stdio;

use crate::error::Error;

const TAIL_LINES: usize = 15;
const TAIL_BYTES: u64 = 16 * 1024;

#[derive(Debug)]
pub struct Log {
    file: File,
}

impl Log {
    /// Opens an empty log, which vanishes with the last process that holds it.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn create() -> Result<Self, Error> {
        let file =
            tempfile::tempfile().map_err(Error::io("opened for a log", &std::env::temp_dir()))?;
        Ok(Self { file })
    }

    /// A handle for a child's standard output or error.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn for_child(&self) -> Result<Stdio, Error> {
        let copy = self.file.try_clone();
        Ok(copy
            .map_err(Error::io("opened", Path::new("the log")))?
            .into())
    }

    /// The last lines.
    #[must_use]
    pub fn tail(&self) -> LogTail {
        LogTail(self.read_tail().unwrap_or_default())
    }

    fn read_tail(&self) -> std::io::Result<String> {
        let length = self.file.metadata()?.len();
        let start = length.saturating_sub(TAIL_BYTES);
        let mut bytes = vec![0; usize::try_from(length - start).unwrap_or(0)];
        // Not by seeking: the place in the file is shared with the child that writes to it.
        self.file.read_exact_at(&mut bytes, start)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(TAIL_LINES)..];
        Ok(last.join("\n"))
    }
}

/// The last lines of a log; shown indented, under the line that says what went wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogTail(pub String);

impl fmt::Display for LogTail {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("; it printed nothing");
        }
        formatter.write_str("; its last lines:")?;
        self.0
            .lines()
            .try_for_each(|line| write!(formatter, "\n  | {line}"))
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_tail_is_the_last_lines_of_what_a_child_printed() {
        let log = Log::create().unwrap();
        let status = Command::new("sh")
            .args(["-c", "seq 1 100; echo oops >&2"])
            .stdout(log.for_child().unwrap())
            .stderr(log.for_child().unwrap())
            .status()
            .unwrap();
        assert!(status.success());
        let tail = log.tail();
        assert_eq!(tail.0.lines().count(), TAIL_LINES);
        assert_eq!(tail.0.lines().last(), Some("oops"));
        assert!(tail.to_string().ends_with("\n  | 100\n  | oops"));
    }

    #[test]
    fn an_empty_log_is_said_to_be_empty() {
        let log = Log::create().unwrap();
        assert_eq!(log.tail().to_string(), "; it printed nothing");
    }
}
