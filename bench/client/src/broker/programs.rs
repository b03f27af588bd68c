//! Where brokers' programs are, and their versions.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Broker;
use crate::error::Error;
use crate::server::LogTail;

/// Debian has few of them on the PATH of ordinary users. What it has there of RabbitMQ wants to be run by root or RabbitMQ's own
/// user, and is the last of these.
const FOLDERS: [&str; 3] = ["/usr/lib/rabbitmq/bin", "/usr/sbin", "/usr/bin"];

/// A program of Debian's package.
///
/// # Errors
/// It is not there.
pub(super) fn find(program: &'static str, package: &'static str) -> Result<PathBuf, Error> {
    let mut known = FOLDERS.iter().map(|folder| Path::new(folder).join(program));
    let found = known.find(|path| path.is_file());
    let found = found.or_else(|| which::which_global(program).ok());
    found.ok_or(Error::BrokerMissing { program, package })
}

/// The word of what a program prints that follows a label, without a `v` before it.
///
/// # Errors
/// The program is not there, or prints no such thing.
pub(super) fn version_after(
    label: &str,
    command: &mut Command,
    broker: Broker,
) -> Result<String, Error> {
    let told = command.stdin(Stdio::null()).output();
    let text = told.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
    );
    let word = text
        .split_once(label)
        .and_then(|(_, rest)| rest.split_whitespace().next());
    let version = word.map(|word| word.trim_start_matches('v').to_owned());
    version.ok_or_else(|| untold(broker))
}

pub(super) fn untold(broker: Broker) -> Error {
    Error::Broker {
        broker: broker.to_string(),
        how: "told no version".to_owned(),
        tail: LogTail::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_the_word_after_its_label() {
        let version = |line: &str| {
            let mut command = Command::new("echo");
            version_after("server: ", command.arg(line), Broker::Nats).ok()
        };
        let expected = Some("2.9.10".to_owned());
        assert_eq!(version("nats-server: v2.9.10"), expected);
        assert_eq!(version("oops"), None);
    }
}
