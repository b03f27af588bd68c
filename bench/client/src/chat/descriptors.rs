//! Makes room for one socket a user under the limit of open files.

use std::fs;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use super::error::ChatError;

/// For what is opened besides the users' sockets while they are.
const SPARE: u64 = 16;

/// Raises the soft limit as far as `users` more sockets need.
///
/// # Errors
/// `TooFewFileDescriptors` where the hard limit is below that.
pub fn make_room_for(users: u32) -> Result<(), ChatError> {
    let open = fs::read_dir("/proc/self/fd")
        .map_err(ChatError::system("read /proc/self/fd"))?
        .count() as u64;
    let needed = u64::from(users) + open + SPARE;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)
        .map_err(ChatError::system("read the limit of open files"))?;
    if needed > hard {
        return Err(ChatError::TooFewFileDescriptors {
            needed,
            limit: hard,
        });
    }
    if needed > soft {
        setrlimit(Resource::RLIMIT_NOFILE, needed, hard)
            .map_err(ChatError::system("raise the limit of open files"))?;
    }
    Ok(())
}
