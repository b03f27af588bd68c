//! A server's folder as git has it: what is tracked or would be, and nothing that a build left.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::Server;
use crate::error::Error;

/// A copy of a server in a folder of its own, which goes with it.
#[derive(Debug)]
pub struct CleanCopy {
    _folder: tempfile::TempDir,
    server: Server,
}

impl CleanCopy {
    /// Copies the server's files, without what git ignores.
    ///
    /// # Errors
    /// Git does not list them, or they cannot be copied.
    pub fn of(server: &Server) -> Result<Self, Error> {
        let folder =
            tempfile::tempdir().map_err(Error::io("made a folder in", &std::env::temp_dir()))?;
        let target = folder.path().join(server.id());
        for file in files(&server.folder)? {
            let to = target.join(&file);
            let copy = || {
                std::fs::create_dir_all(to.parent().unwrap_or(&target))?;
                std::fs::copy(server.folder.join(&file), &to)
            };
            copy().map_err(Error::io("copied", &file))?;
        }
        Ok(Self {
            _folder: folder,
            server: Server {
                folder: target,
                ..server.clone()
            },
        })
    }

    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }
}

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

#[cfg(test)]
mod tests {
    use super::super::super::Manifest;
    use super::*;

    #[test]
    fn a_copy_has_what_git_would_track_and_nothing_that_it_ignores() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let git = Command::new("git")
            .args(["init", "-q"])
            .current_dir(root)
            .status();
        assert!(git.unwrap().success());
        std::fs::create_dir_all(root.join("src/deep")).unwrap();
        std::fs::create_dir(root.join("build")).unwrap();
        for (path, text) in [
            (".gitignore", "/build/\n"),
            ("src/deep/main.c", "int main;"),
            ("build/main", "old"),
        ] {
            std::fs::write(root.join(path), text).unwrap();
        }
        let manifest = "technology = \"one\"\nname = \"One\"\nlanguage = \"C\"\nprotocols = [\"chat\"]\n\
                        run = [\"./one\"]\n[ready]\n";
        let server = Server {
            folder: root.to_owned(),
            manifest: toml::from_str::<Manifest>(manifest).unwrap(),
            source: "bench/servers/one".to_owned(),
        };
        let copy = CleanCopy::of(&server).unwrap();
        let inside = &copy.server().folder;
        let text = std::fs::read_to_string(inside.join("src/deep/main.c"));
        assert_eq!(text.unwrap(), "int main;");
        assert!(!inside.join("build").exists());
        let path = inside.clone();
        drop(copy);
        assert!(!path.exists());
    }
}
