//! Lets the tests of real servers be counted as ignored, with the reason, where Node.js is not
//! installed, and those of lookups and relays where their tools are not. In CI they are run all the same, and fail.

use std::path::Path;
use std::process::{Command, Stdio};

const POSTGRES: &str = "/usr/lib/postgresql";
const RABBITMQ: &str = "/usr/lib/rabbitmq";
const MOSQUITTO: &str = "/usr/sbin/mosquitto";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={POSTGRES}");
    println!("cargo::rerun-if-changed={RABBITMQ}");
    println!("cargo::rerun-if-changed={MOSQUITTO}");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=CI");
    println!("cargo::rustc-check-cfg=cfg(without_node)");
    println!("cargo::rustc-check-cfg=cfg(without_lookup_tools)");
    println!("cargo::rustc-check-cfg=cfg(without_brokers)");
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let has_node = runs("node") && runs("npm");
    if !is_ci && !has_node {
        println!("cargo::rustc-cfg=without_node");
    }
    let has_postgres = Path::new(POSTGRES).is_dir() || runs("initdb");
    let has_lookup_tools = has_postgres && runs("oha") && runs("python3");
    if !is_ci && !has_lookup_tools {
        println!("cargo::rustc-cfg=without_lookup_tools");
    }
    let has_nats = runs("nats-server") || Path::new("/usr/sbin/nats-server").is_file();
    let has_others = Path::new(RABBITMQ).is_dir() && Path::new(MOSQUITTO).is_file();
    let has_brokers = has_nats && has_others && runs("python3");
    if !is_ci && !has_brokers {
        println!("cargo::rustc-cfg=without_brokers");
    }
}

fn runs(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
