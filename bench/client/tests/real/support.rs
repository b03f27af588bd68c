//! `rtbench` on the repository's own servers, and what is left of them afterwards.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rtbench::interrupt::Interrupt;
use rtbench::repository::Repository;
use rtbench::server::Registry;
use serde_json::{Value, json};

/// The servers that the smoke plan names.
const SMOKE: [&str; 2] = ["node-ws", "node-cluster"];

/// The servers of this repository; those of the smoke plan are built, once for all tests.
pub fn built_servers() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let repository = Repository::find(Some(&root)).expect("the repository");
        let registry = Registry::read(&repository).expect("sound manifests");
        for id in SMOKE {
            let server = registry.get(id).expect("it is there");
            server.build(&Interrupt::default()).expect("it builds");
        }
        registry
    })
}

pub fn rtbench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rtbench"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments);
    command
}

/// Runs the smoke plan as the user would, on servers that are built.
pub fn smoke(out_dir: &Path, arguments: &[&str]) -> Command {
    run_plan(Path::new("../plans/smoke.toml"), out_dir, arguments)
}

/// Runs a plan as the user would, on servers that are built.
pub fn run_plan(plan: &Path, out_dir: &Path, arguments: &[&str]) -> Command {
    built_servers();
    let mut command = rtbench(&["run", "--no-build"]);
    command
        .arg(plan)
        .arg("--out-dir")
        .arg(out_dir)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A plan of one cell, two iterations of 3 s, no warm-up.
pub fn slow_plan(folder: &Path) -> PathBuf {
    let plan = r#"
        comparison = "chat"
        servers = ["node-ws"]
        iterations = 2
        messages_per_user = 300
        interval_ms = 10
        warmup_messages_per_user = 0
        drain_timeout_s = 10
        read_interval_us = 250
        cells = [{ rooms = 1, users = [2] }]
    "#;
    let path = folder.join("slow.toml");
    std::fs::write(&path, plan).unwrap();
    path
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[track_caller]
pub fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Processes whose environment gives them the port: servers of this test and all that they started.
pub fn processes_on_port(port: u16) -> Vec<i32> {
    let wanted = format!("PORT={port}").into_bytes();
    procfs::process::all_processes()
        .expect("/proc")
        .filter_map(Result::ok)
        .filter(|process| {
            let environment = std::fs::read(format!("/proc/{}/environ", process.pid));
            environment.is_ok_and(|all| all.split(|byte| *byte == 0).any(|one| *one == *wanted))
        })
        .map(|process| process.pid)
        .collect()
}

/// What a process has written to its sockets and files.
pub fn written_bytes(pid: i32) -> u64 {
    let process = procfs::process::Process::new(pid).expect("it runs");
    process.io().expect("it is ours").wchar
}

pub fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub fn signal(child: &Child, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, signal).expect("the child is there");
}

/// The rows of a table, each with its fields by name.
pub fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t'));
    let header: Vec<&str> = lines.next().unwrap().collect();
    let value = |cell: &str| serde_json::from_str(cell).unwrap_or(json!(cell));
    let row = |cells: std::str::Split<'_, char>| {
        let given = header
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !cell.is_empty());
        given
            .map(|(field, cell)| ((*field).to_owned(), value(cell)))
            .collect()
    };
    lines.map(|cells| Value::Object(row(cells))).collect()
}

/// What of the row is not as the schema has it.
pub fn faults(row: &Value, definition: &str) -> Vec<String> {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schema/result.json")).unwrap();
    let schema = json!({
        "$ref": format!("#/definitions/{definition}"), "definitions": schema["definitions"]
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator
        .iter_errors(row)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}
