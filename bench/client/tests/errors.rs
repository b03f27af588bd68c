//! What a user meets who did something wrong, or whose server is broken: one clear line, and exit
//! status 1.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A repository of servers that need nothing but a shell.
fn repository(servers: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("bench/servers");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, rest) in servers {
        let folder = folder.join(name);
        std::fs::create_dir(&folder).unwrap();
        let manifest = format!(
            "technology = \"{name}\"\nname = \"{name}\"\nlanguage = \"sh\"\nprotocols = [\"chat\"]\n{rest}"
        );
        std::fs::write(folder.join("server.toml"), manifest).unwrap();
    }
    root
}

const IDLE: &str = "run = [\"sleep\", \"60\"]\nready = { timeout_s = 1 }\n";

fn rtbench(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .current_dir(root)
        .args(arguments)
        .output()
        .unwrap()
}

/// The error of a command that fails.
#[track_caller]
fn error(root: &Path, arguments: &[&str]) -> String {
    let output = rtbench(root, arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    stderr
}

fn plan(root: &Path, change: impl Fn(String) -> String) {
    let smoke = concat!(env!("CARGO_MANIFEST_DIR"), "/../plans/smoke.toml");
    let text = std::fs::read_to_string(smoke).unwrap();
    let text = text.replace("\"node-ws\", \"node-cluster\"", "\"idle\"");
    std::fs::write(root.join("plan.toml"), change(text)).unwrap();
}

#[test]
fn servers_are_listed_with_language_and_protocol() {
    let root = repository(&[("idle", IDLE), ("other", IDLE)]);
    let output = rtbench(root.path(), &["servers", "list"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout, "idle   idle   sh  chat\nother  other  sh  chat\n");
}

#[test]
fn for_programs_each_server_is_a_line_of_json() {
    let root = repository(&[("idle", IDLE), ("other", IDLE)]);
    let output = rtbench(root.path(), &["servers", "list", "--output", "json"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        stdout.lines().next(),
        Some(
            r#"{"technology":"idle","name":"idle","language":"sh","protocols":["chat"],"original":false,"available":true}"#
        )
    );
    assert_eq!(stdout.lines().count(), 2);
}

#[test]
fn outside_the_repository_one_is_told_how_to_name_it() {
    let elsewhere = tempfile::tempdir().unwrap();
    let message = error(elsewhere.path(), &["servers", "list"]);
    assert!(
        message.contains("holds bench/servers") && message.contains("--root"),
        "{message}"
    );
    let root = repository(&[("idle", IDLE)]);
    let root = root.path().to_str().unwrap();
    let output = rtbench(elsewhere.path(), &["servers", "list", "--root", root]);
    assert!(output.status.success());
}

#[test]
fn an_unknown_server_is_refused_with_the_known_ones() {
    let root = repository(&[("idle", IDLE), ("other", IDLE)]);
    for command in ["build", "start", "check"] {
        assert_eq!(
            error(root.path(), &["servers", command, "iddle"]),
            "rtbench: unknown server `iddle` (known: idle, other)\n"
        );
    }
    let message = error(root.path(), &["servers", "build"]);
    assert!(
        message.contains("no server was named") && message.contains("--all"),
        "{message}"
    );
}

#[test]
fn a_server_that_does_not_build_shows_the_tail_of_its_build() {
    let manifest =
        format!("build = [[\"true\"], [\"sh\", \"-c\", \"echo line 7: oops; exit 2\"]]\n{IDLE}");
    let root = repository(&[("broken", &manifest), ("idle", IDLE)]);
    assert_eq!(
        error(root.path(), &["servers", "build", "broken"]),
        "rtbench: server `broken` does not build: `sh -c echo line 7: oops; exit 2` failed (exit status: 2); \
         its last lines:\n  | line 7: oops\n"
    );
    let message = error(root.path(), &["servers", "build", "--all"]);
    assert!(message.contains("built idle"), "{message}");
    assert!(
        message.ends_with("rtbench: not finished: broken\n"),
        "{message}"
    );
}

#[test]
fn a_build_tool_that_is_not_installed_is_named() {
    let manifest = format!("build = [[\"no-such-tool\", \"install\"]]\n{IDLE}");
    let root = repository(&[("broken", &manifest)]);
    let message = error(root.path(), &["servers", "build", "broken"]);
    assert!(
        message.contains("`no-such-tool install` cannot be run: No such file"),
        "{message}"
    );
}

/// Builds all servers, one of which needs a command that is nowhere, and returns status and messages.
fn build_all_with_a_missing_need(ci: &str) -> (Option<i32>, String) {
    let needy = format!("needs = [\"sh\", \"no-such-compiler\"]\n{IDLE}");
    let root = repository(&[("idle", IDLE), ("needy", &needy)]);
    let output = Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .current_dir(root.path())
        .args(["servers", "build", "--all"])
        .env("CI", ci)
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

const NEEDY: &str = "bench/servers/needy: needs no-such-compiler, which is not on PATH";

#[test]
fn a_server_whose_toolchain_is_missing_is_skipped_and_counted_and_stops_no_other() {
    let (status, message) = build_all_with_a_missing_need("");
    assert_eq!(status, Some(0), "{message}");
    assert!(
        message.contains(&format!("skipped: {NEEDY}\n")),
        "{message}"
    );
    assert!(message.contains("built idle in"), "{message}");
    assert!(
        message.contains("built 1 of 2 servers, skipped 1: needy in "),
        "{message}"
    );
}

#[test]
fn under_ci_or_named_by_the_user_it_is_a_failure() {
    let (status, message) = build_all_with_a_missing_need("true");
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains(&format!("error: {NEEDY}\n")), "{message}");
    assert!(message.contains("failed 1: needy in "), "{message}");

    let needy = format!("needs = [\"no-such-compiler\"]\n{IDLE}");
    let root = repository(&[("needy", &needy)]);
    for command in ["build", "start", "check"] {
        assert_eq!(
            error(root.path(), &["servers", command, "needy"]),
            format!("rtbench: {NEEDY}\n")
        );
    }
}

#[test]
fn a_new_server_is_laid_out_and_listed_and_laid_out_no_second_time() {
    let root = repository(&[]);
    let output = rtbench(root.path(), &["servers", "new", "mine"]);
    assert!(output.status.success());
    let files = String::from_utf8(output.stdout).unwrap();
    for file in files.lines() {
        assert!(root.path().join(file).is_file(), "{file}");
    }
    assert!(files.contains("bench/servers/mine/server.toml\n"));
    let listed = rtbench(root.path(), &["servers", "list"]);
    assert!(listed.stdout.starts_with(b"mine "));
    assert_eq!(
        error(root.path(), &["servers", "new", "mine"]),
        "rtbench: bench/servers/mine is there already: choose another name\n"
    );
}

#[test]
fn a_server_that_does_not_come_up_says_what_was_expected() {
    let root = repository(&[("idle", IDLE)]);
    let message = error(root.path(), &["servers", "check", "idle"]);
    assert!(
        message.contains("server `idle` did not come up within 1 s: expected a TCP connection to be accepted at 127.0.0.1:"),
        "{message}"
    );
    assert!(message.ends_with("; it printed nothing\n"), "{message}");
}

#[test]
fn a_taken_port_is_said_to_be_taken() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let root = repository(&[("idle", IDLE)]);
    plan(root.path(), |text| text);
    let expected = format!(
        "127.0.0.1:{port} is taken by another process: stop it, or choose another port with --port"
    );
    for arguments in [
        ["servers", "start", "idle"],
        ["run", "plan.toml", "--no-build"],
    ] {
        let message = error(root.path(), &[&arguments[..], &["--port", &port]].concat());
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn unknown_words_in_a_plan_or_on_the_command_line_are_refused_with_the_known_ones() {
    let root = repository(&[("idle", IDLE)]);
    let run = |arguments: &[&str]| error(root.path(), &[&["run", "plan.toml"], arguments].concat());
    plan(root.path(), |text| {
        text.replace("iterations =", "iteration =")
    });
    let message = run(&[]);
    assert!(
        message.contains("plan.toml: line 6: unknown field `iteration`, expected one of"),
        "{message}"
    );
    plan(root.path(), |text| text.replace("idle", "nobody"));
    assert_eq!(run(&[]), "rtbench: unknown server `nobody` (known: idle)\n");
    plan(root.path(), |text| text);
    assert_eq!(
        run(&["--only", "rooms=9"]),
        "rtbench: unknown cell `rooms=9` (the plan has: rooms=1,users=3; rooms=2,users=2)\n"
    );
    let message = run(&["--server-cpus", "1000"]);
    assert!(message.contains("core 1000 is not there"), "{message}");
}

#[test]
fn too_few_open_files_are_said_before_anything_is_measured() {
    let root = repository(&[("idle", IDLE)]);
    plan(root.path(), |text| {
        text.replace("users = [3]", "users = [300]")
    });
    let output = Command::new("sh")
        .current_dir(root.path())
        .args(["-c", "ulimit -n 100; exec \"$0\" run plan.toml --no-build"])
        .arg(env!("CARGO_BIN_EXE_rtbench"))
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.contains("too few file descriptors") && stderr.contains("100"),
        "{stderr}"
    );
}

#[test]
fn a_file_that_is_no_result_file_is_not_exported() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("x.json"), "{\"run\": {}}").unwrap();
    let message = error(root.path(), &["export", "x.json", "--tsv", "-o", "x.tsv"]);
    assert!(
        message.starts_with("rtbench: x.json: missing field `started_at` at line 1"),
        "{message}"
    );
    assert!(!root.path().join("x.tsv").exists());
}

#[test]
fn a_process_that_is_not_there_cannot_be_measured() {
    let root = tempfile::tempdir().unwrap();
    let arguments = [
        "chat",
        "--url",
        "ws://127.0.0.1:9/chat",
        "--users",
        "1",
        "--pid",
        "2147483647",
    ];
    assert_eq!(
        error(root.path(), &arguments),
        "rtbench: no process has the id 2147483647\n"
    );
}
