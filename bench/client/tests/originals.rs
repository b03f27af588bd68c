//! Servers of an earlier study, whose source is in a git submodule that may not be checked out.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use rtbench::server::free_address;
use tempfile::TempDir;

const ABSENCE: &str = "not available: bench/upstream/study is not checked out \
                       (git submodule update --init bench/upstream/study)";
const BREAKS: &str = "breaks = { \"malformed JSON does no harm to others\" = \"it ends\" }";

/// A repository with one original, `original-one`, whose submodule is not checked out.
fn repository(port: u16) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("bench/servers/original-one");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::create_dir_all(root.path().join("bench/upstream/study")).unwrap();
    let manifest = format!(
        r#"
        technology = "original-one"
        name = "One (2017)"
        language = "JavaScript"
        protocols = ["chat"]
        port = {port}
        build = [["npm", "ci", "--omit=dev", "--no-audit", "--no-fund"]]
        run = ["node", "src/server.js"]
        env = {{ PORT = "{port}" }}
        ready = {{ http = "/" }}
        [original]
        submodule = "bench/upstream/study"
        folder = "One"
        {BREAKS}
        "#
    );
    std::fs::write(folder.join("server.toml"), manifest).unwrap();
    root
}

/// Checks the submodule out: a repository that holds the server `node-ws`.
fn check_out(root: &Path) {
    let study = root.join("bench/upstream/study");
    std::fs::create_dir_all(study.join("One/src")).unwrap();
    let node_ws = Path::new(env!("CARGO_MANIFEST_DIR")).join("../servers/node-ws");
    for file in [
        "package.json",
        "package-lock.json",
        "src/server.js",
        "src/chat.js",
    ] {
        std::fs::copy(node_ws.join(file), study.join("One").join(file)).unwrap();
    }
    git(&study, &["init", "-q"]);
    git(&study, &["add", "."]);
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    git(
        &study,
        &[&author[..], &["commit", "-qm", "The study"]].concat(),
    );
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    let output = command
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}");
    text(&output.stdout)
}

fn rtbench(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .current_dir(root)
        .args(arguments)
        .env("CI", "true")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn one_that_is_not_checked_out_is_listed_with_the_command_that_fetches_it() {
    let root = repository(9000);
    let listed = text(&rtbench(root.path(), &["servers", "list"]).stdout);
    assert_eq!(
        listed,
        format!("original-one  One (2017)  JavaScript  chat  original, {ABSENCE}\n")
    );
    let output = rtbench(root.path(), &["servers", "list", "--output", "json"]);
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&line["original"], &line["available"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn all_servers_leave_it_out_and_say_so_in_ci_too() {
    let root = repository(9000);
    for command in [
        &["servers", "build", "--all"][..],
        &["servers", "check", "--all"],
    ] {
        let output = rtbench(root.path(), command);
        let stderr = text(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        let skipped = format!("skipped: bench/servers/original-one: {ABSENCE}\n");
        assert!(stderr.contains(&skipped), "{stderr}");
    }
}

#[test]
fn naming_it_is_an_error_with_that_command() {
    let root = repository(9000);
    let error = format!("rtbench: bench/servers/original-one: {ABSENCE}\n");
    for command in ["build", "check", "start"] {
        let output = rtbench(root.path(), &["servers", command, "original-one"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), error);
    }
}

#[test]
fn a_run_that_names_it_is_an_error_with_that_command() {
    let root = repository(9000);
    let smoke = concat!(env!("CARGO_MANIFEST_DIR"), "/../plans/smoke.toml");
    let output = rtbench(root.path(), &["run", smoke, "--servers", "original-one"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let told = format!("error: bench/servers/original-one: {ABSENCE}\n");
    assert_eq!(stderr.matches(ABSENCE).count(), 1, "{stderr}");
    assert!(stderr.contains(&told), "{stderr}");
    assert!(!root.path().join("data").exists());
}

#[test]
fn another_port_than_its_own_is_refused() {
    let root = repository(9000);
    let start = [
        "servers",
        "start",
        "original-one",
        "--no-build",
        "--port",
        "80",
    ];
    let output = rtbench(root.path(), &start);
    assert_eq!(
        text(&output.stderr),
        "rtbench: server `original-one` listens on port 9000 only: found --port 80\n"
    );
}

#[test]
fn its_own_port_must_be_free() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let root = repository(port);
    let start = ["servers", "start", "original-one", "--no-build"];
    let output = rtbench(root.path(), &start);
    assert_eq!(
        text(&output.stderr),
        format!(
            "rtbench: server `original-one` listens on port {port} only, which is taken by another process: \
             stop it\n"
        )
    );
}

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn where_it_is_checked_out_a_copy_is_built_and_checked_on_its_own_port() {
    let root = repository(free_address(None).unwrap().port());
    check_out(root.path());
    let output = rtbench(root.path(), &["servers", "check", "original-one"]);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    let untried = "  --    malformed JSON does no harm to others: not kept, not tried: it ends\n";
    assert!(stdout.contains(untried), "{stdout}");
    assert!(
        stdout.contains("original-one: 11 of 11 checks passed"),
        "{stdout}"
    );

    let copy = root.path().join("bench/servers/original-one/source");
    assert!(copy.join("node_modules").is_dir());
    let study = root.path().join("bench/upstream/study");
    assert_eq!(git(&study, &["status", "--short"]), "");
}
