//! A server's folder as git has it: what is tracked or would be, and nothing that a build left.

use std::os::unix::fs::symlink;

use super::super::{Server, tracked};
use crate::error::Error;

/// A copy of a server, and of what it shares, in a folder of their own, which goes with it.
#[derive(Debug)]
pub struct CleanCopy {
    _folder: tempfile::TempDir,
    server: Server,
}

impl CleanCopy {
    /// Copies the server's files and those that it shares, without what git ignores, to where they are in the repository; what
    /// `script/bootstrap` brought, some servers find from there.
    ///
    /// # Errors
    /// Git does not list them, or they cannot be copied.
    pub fn of(server: &Server) -> Result<Self, Error> {
        let folder =
            tempfile::tempdir().map_err(Error::io("made a folder in", &std::env::temp_dir()))?;
        let target = folder.path().join(&server.source);
        tracked::copy(&server.folder, &target)?;
        if let Some(brought) = server.runtimes.parent() {
            let link = folder.path().join(".cache");
            symlink(brought, &link).map_err(Error::io("linked", &link))?;
        }
        for shared in &server.manifest.shares {
            tracked::copy(&server.folder.join(shared), &target.join(shared))?;
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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::super::super::Manifest;
    use super::*;

    #[test]
    fn a_copy_has_what_git_would_track_here_and_in_shared_folders_and_nothing_that_it_ignores() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let git = Command::new("git")
            .args(["init", "-q"])
            .current_dir(root)
            .status();
        assert!(git.unwrap().success());
        for (path, text) in [
            ("one/.gitignore", "/build/\n"),
            ("one/src/deep/main.c", "int main;"),
            ("one/build/main", "old"),
            ("common/rooms/rooms.h", "int rooms;"),
            (".cache/erlang/cowboy.app", "brought"),
        ] {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let manifest = "technology = \"one\"\nname = \"One\"\nlanguage = \"C\"\nprotocols = [\"chat\"]\n\
                        shares = [\"../common/rooms\"]\nrun = [\"./one\"]\n[ready]\n";
        let server = Server {
            folder: root.join("one"),
            manifest: toml::from_str::<Manifest>(manifest).unwrap(),
            source: "bench/servers/one".to_owned(),
            upstream: None,
            runtimes: root.join(".cache/runtimes"),
        };
        let copy = CleanCopy::of(&server).unwrap();
        let inside = &copy.server().folder;
        let text = std::fs::read_to_string(inside.join("src/deep/main.c"));
        assert_eq!(text.unwrap(), "int main;");
        assert!(inside.join("../common/rooms/rooms.h").exists());
        assert!(inside.join("../../../.cache/erlang/cowboy.app").exists());
        assert!(!inside.join("build").exists());
        let path = inside.clone();
        drop(copy);
        assert!(!path.exists());
    }
}
