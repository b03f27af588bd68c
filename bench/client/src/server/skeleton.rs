//! The folder of a new server: what every server has, to be filled in.

use std::path::Path;

use super::manifest::{TECHNOLOGY_ID, is_technology_id};
use crate::error::Error;
use crate::repository::Repository;

const FILES: &[(&str, &str)] = &[
    ("server.toml", include_str!("skeleton/server.toml")),
    ("README.md", include_str!("skeleton/README.md")),
    (".gitignore", include_str!("skeleton/gitignore")),
];

/// Lays out `bench/servers/ID`, whole or not at all, and returns its files as the repository knows them.
///
/// # Errors
/// The id is none, there is such a folder already, or it cannot be written.
pub fn lay_out(repository: &Repository, id: &str) -> Result<Vec<String>, Error> {
    if !is_technology_id(id) {
        return Err(Error::InvalidServerId {
            found: id.to_owned(),
            expected: TECHNOLOGY_ID,
        });
    }
    let servers = repository.path("bench/servers");
    let folder = servers.join(id);
    if folder.exists() {
        return Err(Error::ServerExists {
            folder: repository.relative(&folder),
        });
    }
    let write = || {
        let aside = tempfile::Builder::new().prefix(".").tempdir_in(&servers)?;
        let inside = aside.path().join(id);
        std::fs::create_dir(&inside)?;
        for (name, text) in FILES {
            std::fs::write(inside.join(name), text.replace("{id}", id))?;
        }
        std::fs::rename(&inside, &folder)
    };
    write().map_err(Error::io("written", &folder))?;
    let shown = |name: &&str| Path::new("bench/servers").join(id).join(name);
    let names = FILES.iter().map(|(name, _)| name);
    Ok(names
        .map(|name| shown(name).display().to_string())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::super::Registry;
    use super::*;

    fn repository() -> (tempfile::TempDir, Repository) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("bench/servers")).unwrap();
        let repository = Repository::find(Some(folder.path())).unwrap();
        (folder, repository)
    }

    #[test]
    fn the_registry_takes_a_new_server_as_it_is_laid_out() {
        let (_folder, repository) = repository();
        let files = lay_out(&repository, "my-server").unwrap();
        for file in &files {
            assert!(repository.path(file).is_file(), "{file}");
        }
        let registry = Registry::read(&repository).unwrap();
        assert_eq!(registry.ids(), ["my-server"]);
        let left = std::fs::read_dir(repository.path("bench/servers")).unwrap();
        assert_eq!(left.count(), 1);
    }

    #[test]
    fn a_server_that_is_there_stays_as_it_is() {
        let (_folder, repository) = repository();
        lay_out(&repository, "one").unwrap();
        let readme = repository.path("bench/servers/one/README.md");
        std::fs::write(&readme, "mine").unwrap();
        let error = lay_out(&repository, "one").unwrap_err().to_string();
        assert_eq!(
            error,
            "bench/servers/one is there already: choose another name"
        );
        assert_eq!(std::fs::read_to_string(&readme).unwrap(), "mine");
    }

    #[test]
    fn what_is_no_id_is_refused() {
        let (_folder, repository) = repository();
        for id in ["My_Server", "../one", ""] {
            let error = lay_out(&repository, id).unwrap_err().to_string();
            let expected = format!("server id: found `{id}` (expected lower-case letters");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
