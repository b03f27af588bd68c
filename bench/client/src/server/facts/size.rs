//! How much of a build is needed to run it.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::super::Server;
use crate::error::Error;

const BYTES_PER_MIB: f64 = 1024.0 * 1024.0;

/// The sizes of all files of a server's `artifacts`, in MiB; a file with several names counts once.
///
/// # Errors
/// The manifest names none, or one is not there.
pub(super) fn artifact_mib(server: &Server) -> Result<f64, Error> {
    let artifacts = &server.manifest.artifacts;
    if artifacts.is_empty() {
        let expected = "artifacts: found none (expected the files and folders to be weighed)";
        return Err(Error::invalid(&server.folder.join("server.toml"), expected));
    }
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for artifact in artifacts {
        let path = server.workplace().join(artifact);
        bytes += size(&path, &mut seen).map_err(Error::io("weighed", &path))?;
    }
    Ok(bytes as f64 / BYTES_PER_MIB)
}

fn size(path: &Path, seen: &mut BTreeSet<(u64, u64)>) -> io::Result<u64> {
    let about = path.symlink_metadata()?;
    if !about.is_dir() {
        let first = seen.insert((about.dev(), about.ino()));
        return Ok(if first { about.len() } else { 0 });
    }
    std::fs::read_dir(path)?
        .map(|entry| size(&entry?.path(), seen))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_count_with_all_in_them_and_a_file_with_two_names_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        std::fs::write(folder.path().join("a"), [0; 1000]).unwrap();
        std::fs::write(folder.path().join("deep/b"), [0; 500]).unwrap();
        std::fs::hard_link(folder.path().join("a"), folder.path().join("deep/c")).unwrap();
        let total = size(folder.path(), &mut BTreeSet::new()).unwrap();
        assert_eq!(total, 1500);
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(size(Path::new("no/such/file"), &mut BTreeSet::new()).is_err());
    }
}
