//! Open files: one connection is one, so the limit bounds the number of users.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::Error;

/// Files that a process has open besides its connections: logs, pipes, libraries, /proc.
const SPARE_FILES: u64 = 64;

/// Raises the soft limit to the hard one and makes sure that `connections` fit into it.
///
/// # Errors
/// The hard limit is too low.
pub fn ensure_connections(connections: u64) -> Result<(), Error> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let usable = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    check(connections, usable)
}

fn check(connections: u64, limit: Option<u64>) -> Result<(), Error> {
    let needed = connections + SPARE_FILES;
    match limit {
        Some(limit) if limit < needed => Err(Error::TooFewFiles { needed, limit }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_low_a_limit_is_refused_with_the_number_needed() {
        let error = check(1000, Some(256)).unwrap_err().to_string();
        assert!(error.contains("1064") && error.contains("256"), "{error}");
    }

    #[test]
    fn a_limit_that_suffices_is_accepted() {
        assert!(check(1000, Some(1064)).is_ok());
        assert!(check(1000, None).is_ok());
    }
}
