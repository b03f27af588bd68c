//! Lets the tests of real servers be counted as ignored, with the reason, where Node.js is not
//! installed. In CI they are run all the same, and fail.

use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=CI");
    println!("cargo::rustc-check-cfg=cfg(without_node)");
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let has_node = runs("node") && runs("npm");
    if !is_ci && !has_node {
        println!("cargo::rustc-cfg=without_node");
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
