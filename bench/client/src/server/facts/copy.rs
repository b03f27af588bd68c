//! A server's folder as git has it: what is tracked or would be, and nothing that a build left.

use super::super::{Server, tracked};
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
        tracked::copy(&server.folder, &target)?;
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

#[cfg(test)]
mod tests {
    use std::process::Command;

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
            upstream: None,
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
