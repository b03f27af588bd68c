//! A repository of one small server with a database or a broker, and `rtbench` in it.

// Each test binary uses its own part.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use procfs::process::Process;
use tempfile::TempDir;

/// What the server speaks and needs.
pub struct Small {
    pub protocol: &'static str,
    /// In `tests/small_servers`.
    pub program: &'static str,
    /// What its manifest says besides.
    pub manifest: &'static str,
    /// In `bench/database`.
    pub sql: &'static [&'static str],
    /// Keys of every plan of it.
    pub keys: &'static str,
}

pub struct Repository {
    root: TempDir,
    small: &'static Small,
}

impl Repository {
    /// Whose server has a flaw, or none if that is empty.
    pub fn of(small: &'static Small, flaw: &str) -> Self {
        let root = tempfile::tempdir().unwrap();
        let client = Path::new(env!("CARGO_MANIFEST_DIR"));
        let server = root.path().join("bench/servers/small");
        std::fs::create_dir_all(&server).unwrap();
        let program = client.join("tests/small_servers").join(small.program);
        let (protocol, further) = (small.protocol, small.manifest);
        let manifest = format!(
            r#"
            technology = "small"
            name = "Small"
            language = "Python"
            protocols = [{protocol:?}]
            run = ["python3", "-B", {program:?}]
            [env]
            HOST = "{{host}}"
            PORT = "{{port}}"
            FLAW = {flaw:?}
            [ready]
            {further}
            "#
        );
        std::fs::write(server.join("server.toml"), manifest).unwrap();
        let database = root.path().join("bench/database");
        std::fs::create_dir(&database).unwrap();
        for file in small.sql {
            let from = client.join("../database").join(file);
            std::fs::copy(from, database.join(file)).unwrap();
        }
        Self { root, small }
    }

    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.path().join(relative)
    }

    /// Writes a plan of the small server, with further keys.
    pub fn plan(&self, keys: &str) {
        let Small {
            protocol,
            keys: usual,
            ..
        } = self.small;
        let plan = format!("comparison = {protocol:?}\nservers = [\"small\"]\n{usual}{keys}");
        std::fs::write(self.path("plan.toml"), plan).unwrap();
    }

    pub fn rtbench(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rtbench"));
        command
            .current_dir(self.root.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The lines of a TSV of results, the header first.
    pub fn table(&self, path: &str) -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(self.path(path)).unwrap();
        let cells = |line: &str| line.split('\t').map(ToOwned::to_owned).collect();
        text.lines().map(cells).collect()
    }
}

/// The cells of a column.
pub fn column(table: &[Vec<String>], name: &str) -> Vec<String> {
    let place = table[0].iter().position(|column| column == name);
    let place = place.unwrap_or_else(|| panic!("no column {name}: {:?}", table[0]));
    table[1..].iter().map(|row| row[place].clone()).collect()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[track_caller]
pub fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The id of a process that `parent` has started, once it is there.
pub fn child_of(parent: &Child, name: &str) -> i32 {
    let parent = parent.id().cast_signed();
    let mut found = None;
    wait_until(&format!("{name} runs"), || {
        let all = procfs::process::all_processes().expect("/proc");
        let stats = all.filter_map(|process| process.ok()?.stat().ok());
        let mut of_parent = stats.filter(|stat| stat.ppid == parent);
        found = of_parent
            .find(|stat| stat.comm == name)
            .map(|stat| stat.pid);
        found.is_some()
    });
    found.expect("it was found")
}

pub fn is_there(pid: i32) -> bool {
    Process::new(pid).is_ok_and(|process| process.is_alive())
}

pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
