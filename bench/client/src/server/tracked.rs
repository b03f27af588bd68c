//! A folder's files as git has them: what is tracked or would be, and nothing that a build left.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;

/// Files of a folder that git tracks, or would if they were added, relative to it.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |source| Error::System {
        what: "listing a server's files with git",
        source,
    };
    let output = Command::new("git")
        .current_dir(folder)
        .args(["ls-files", "-z", "--cached", "--others"])
        .args(["--exclude-standard", "--deduplicate"])
        .output()
        .map_err(failed)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(failed(std::io::Error::other(message)));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let paths = names
        .split('\0')
        .filter(|name| !name.is_empty())
        .map(PathBuf::from);
    // A file that was deleted is listed until that is committed.
    Ok(paths.filter(|path| folder.join(path).is_file()).collect())
}

/// Copies a folder's files, without what git ignores, to `target`.
///
/// # Errors
/// Git does not list them, or they cannot be copied.
pub(super) fn copy(folder: &Path, target: &Path) -> Result<(), Error> {
    for file in files(folder)? {
        let to = target.join(&file);
        let copy = || {
            std::fs::create_dir_all(to.parent().unwrap_or(target))?;
            std::fs::copy(folder.join(&file), &to)
        };
        copy().map_err(Error::io("copied", &file))?;
    }
    Ok(())
}
