//! Raises the limit of open files, so that there may be one socket a user.

use std::fs;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use super::error::ConnectionError;

/// For what is opened besides the users' sockets while they are: by this process, and by a server that it
/// starts, which inherits the limit.
const SPARE: u64 = 64;

/// Raises the soft limit as far as `users` more sockets need.
///
/// # Errors
/// `TooFewFileDescriptors` where the hard limit is below that.
pub fn raise_open_file_limit(users: u32) -> Result<(), ConnectionError> {
    let open = fs::read_dir("/proc/self/fd")
        .map_err(ConnectionError::system("read /proc/self/fd"))?
        .count() as u64;
    let needed = u64::from(users) + open + SPARE;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)
        .map_err(ConnectionError::system("read the limit of open files"))?;
    if needed > hard {
        return Err(ConnectionError::TooFewFileDescriptors {
            needed,
            limit: hard,
            ceiling: ceiling(),
        });
    }
    if needed > soft {
        setrlimit(Resource::RLIMIT_NOFILE, needed, hard)
            .map_err(ConnectionError::system("raise the limit of open files"))?;
    }
    Ok(())
}

fn ceiling() -> u64 {
    let most = fs::read_to_string("/proc/sys/fs/nr_open").unwrap_or_default();
    most.trim().parse().unwrap_or(0)
}
