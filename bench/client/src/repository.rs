//! Where the repository is, what its files are called in messages and result files, and which
//! commit the client's source is of. No path outside the repository comes from here.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;

/// The repository that holds `bench/servers`.
#[derive(Debug, Clone)]
pub struct Repository {
    root: PathBuf,
}

impl Repository {
    /// Takes `root` if given, else the nearest folder from the current one upwards that holds
    /// `bench/servers`.
    ///
    /// # Errors
    /// No such folder.
    pub fn find(root: Option<&Path>) -> Result<Self, Error> {
        if let Some(root) = root {
            return Self::at(root);
        }
        let here = std::env::current_dir().map_err(Error::io("read", Path::new(".")))?;
        here.ancestors()
            .find_map(|folder| Self::at(folder).ok())
            .ok_or(Error::RepositoryNotFound { start: here })
    }

    fn at(folder: &Path) -> Result<Self, Error> {
        let not_found = || Error::RepositoryNotFound {
            start: folder.to_owned(),
        };
        if !folder.join("bench/servers").is_dir() {
            return Err(not_found());
        }
        let root = folder.canonicalize().map_err(|_| not_found())?;
        Ok(Self { root })
    }

    #[must_use]
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The path as the repository knows it; of a path outside, only its last part.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let inside = absolute.strip_prefix(&self.root).ok();
        let shown = inside.or_else(|| absolute.file_name().map(Path::new));
        shown.unwrap_or(path).to_string_lossy().into_owned()
    }

    /// The last commit of the client's source, with `-dirty` where it has changes since; `None`
    /// without git.
    #[must_use]
    pub fn client_commit(&self) -> Option<String> {
        let commit = self.git(&["log", "-1", "--format=%H", "--", "bench/client"])?;
        if commit.is_empty() {
            return None;
        }
        let changes = self.git(&["status", "--porcelain", "--", "bench/client"])?;
        let suffix = if changes.is_empty() { "" } else { "-dirty" };
        Some(format!("{commit}{suffix}"))
    }

    fn git(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("git")
            .arg("-C")
            .arg(&self.root)
            .args(arguments)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> (tempfile::TempDir, Repository) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("bench/servers/one")).unwrap();
        let repository = Repository::find(Some(folder.path())).unwrap();
        (folder, repository)
    }

    #[test]
    fn names_files_relative_to_the_repository() {
        let (folder, repository) = repository();
        let inside = folder.path().join("bench/servers/one");
        assert_eq!(repository.relative(&inside), "bench/servers/one");
    }

    #[test]
    fn gives_away_only_the_last_part_of_a_path_outside() {
        let (_folder, repository) = repository();
        let outside = tempfile::NamedTempFile::with_suffix(".toml").unwrap();
        let shown = repository.relative(outside.path());
        assert!(!shown.contains('/'), "{shown}");
        assert!(shown.ends_with(".toml"), "{shown}");
    }

    #[test]
    fn a_folder_without_servers_is_no_repository() {
        let folder = tempfile::tempdir().unwrap();
        let error = Repository::find(Some(folder.path())).unwrap_err();
        assert!(error.to_string().contains("--root"), "{error}");
    }

    #[test]
    fn knows_no_commit_without_git() {
        let (_folder, repository) = repository();
        assert_eq!(repository.client_commit(), None);
    }
}
