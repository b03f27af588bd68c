//! Lines of code, counted by tokei: no blank lines, no comments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::super::{Server, tracked};
use crate::error::Error;

/// Written by tools, or for rtbench, and so no one's work on the server.
const NOT_COUNTED: &[&str] = &[
    "Cargo.lock",
    "bun.lock",
    "go.sum",
    "gradle.lockfile",
    "package-lock.json",
    "poetry.lock",
    "requirements.txt",
    "server.toml",
    "uv.lock",
    "yarn.lock",
];

/// Prose, by tokei's names of languages.
const PROSE: &[&str] = &["Markdown", "Plain Text", "Text"];

/// What builds and configures rather than runs, by tokei's names of languages.
const CONFIGURATION: &[&str] = &[
    "CMake",
    "Dockerfile",
    "Gradle",
    "INI",
    "JSON",
    "Java Properties",
    "Makefile",
    "TOML",
    "XML",
    "YAML",
];

/// Lines of code that a server is built from: its own files, and those that it shares with others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeLines {
    /// In programming languages.
    pub source: u64,
    /// In languages of build and configuration files.
    pub configuration: u64,
    pub by_language: BTreeMap<String, u64>,
    /// The program that counted, and its version.
    pub counter: String,
}

/// The program that counts.
#[derive(Debug)]
pub struct Counter {
    program: PathBuf,
    version: String,
}

#[derive(Deserialize)]
struct Language {
    code: u64,
}

impl Counter {
    /// Finds tokei on PATH.
    ///
    /// # Errors
    /// It is not there.
    pub fn find() -> Result<Self, Error> {
        let program = which::which_global("tokei").map_err(|_| Error::CounterMissing)?;
        let version = run(Command::new(&program).arg("--version"))?;
        // "tokei 15.0.0 compiled with serialization support: json"
        let words: Vec<&str> = version.split_whitespace().take(2).collect();
        Ok(Self {
            version: words.join(" "),
            program,
        })
    }

    /// Counts the files that git tracks in a server's folder and in what it shares, without lock files and prose.
    ///
    /// # Errors
    /// Git does not list them, or the counter fails.
    pub fn count(&self, server: &Server) -> Result<CodeLines, Error> {
        let mut command = Command::new(&self.program);
        command.args(["--output", "json", "--"]);
        command.args(counted_files(server)?);
        let output = run(&mut command)?;
        let lines = read(&output).map_err(|error| failed(std::io::Error::other(error)))?;
        Ok(CodeLines {
            counter: self.version.clone(),
            ..lines
        })
    }
}

fn counted_files(server: &Server) -> Result<Vec<PathBuf>, Error> {
    let shared = server.manifest.shares.iter();
    let mut counted = Vec::new();
    for folder in
        std::iter::once(server.code_folder()).chain(shared.map(|path| server.folder.join(path)))
    {
        let files = tracked::files(&folder)?.into_iter();
        counted.extend(
            files
                .filter(|file| is_counted(file))
                .map(|file| folder.join(file)),
        );
    }
    Ok(counted)
}

fn is_counted(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !NOT_COUNTED.contains(&&*name)
}

fn read(json: &str) -> Result<CodeLines, serde_json::Error> {
    let languages: BTreeMap<String, Language> = serde_json::from_str(json)?;
    let mut lines = CodeLines::default();
    for (name, Language { code }) in languages {
        if code == 0 || name == "Total" || PROSE.contains(&&*name) {
            continue;
        }
        if CONFIGURATION.contains(&&*name) {
            lines.configuration += code;
        } else {
            lines.source += code;
        }
        lines.by_language.insert(name, code);
    }
    Ok(lines)
}

fn run(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(failed)?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(failed(std::io::Error::other(message)))
    }
}

fn failed(source: std::io::Error) -> Error {
    Error::System {
        what: "counting lines with tokei",
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_and_configuration_are_told_apart_and_prose_is_left_out() {
        // As tokei 15 prints it, shortened.
        let json = r#"{
            "CMake": { "blanks": 4, "code": 16, "comments": 1, "reports": [], "children": {}, "inaccurate": false },
            "JSON": { "blanks": 0, "code": 19, "comments": 0, "reports": [], "children": {}, "inaccurate": false },
            "Markdown": { "blanks": 9, "code": 3, "comments": 22, "reports": [], "children": {}, "inaccurate": false },
            "TypeScript": { "blanks": 17, "code": 49, "comments": 10, "reports": [], "children": {}, "inaccurate": false },
            "Total": { "blanks": 30, "code": 87, "comments": 33, "reports": [], "children": {}, "inaccurate": false }
        }"#;
        let lines = read(json).unwrap();
        assert_eq!((lines.source, lines.configuration), (49, 35));
        let names: Vec<&str> = lines.by_language.keys().map(String::as_str).collect();
        assert_eq!(names, ["CMake", "JSON", "TypeScript"]);
    }

    #[test]
    fn lock_files_and_the_manifest_are_not_counted() {
        for path in ["package-lock.json", "deep/Cargo.lock", "server.toml"] {
            assert!(!is_counted(Path::new(path)), "{path}");
        }
        assert!(is_counted(Path::new("src/package.json")));
    }
}
