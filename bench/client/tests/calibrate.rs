//! `rtbench calibrate` as a user types it.

use std::process::{Command, Output};

use serde_json::Value;

fn calibrate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rtbench"))
        .arg("calibrate")
        .args(arguments)
        .output()
        .expect("rtbench runs")
}

fn stdout(output: Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_noise_floor_is_the_middle_one_of_three_iterations() {
    let printed = stdout(calibrate(&["--iterations", "3", "--output", "json"]));
    let object: Value = serde_json::from_str(&printed).expect("one JSON object");
    let (floor, iterations) = (&object["noise_floor"], &object["iterations"]);
    // 10 users, 50 messages, three times.
    assert_eq!(floor["deliveries"], 1500);
    for field in ["latency_mean_ms", "latency_p50_ms", "latency_p99_ms"] {
        let ms = |object: &Value| object[field].as_f64().expect(field);
        let mut all: Vec<f64> = (0..3).map(|n| ms(&iterations[n])).collect();
        all.sort_by(f64::total_cmp);
        assert_eq!(ms(floor), all[1], "{field} in {printed}");
        assert!(all[0] > 0.0, "{printed}");
    }
}

#[test]
fn the_text_says_what_the_figures_mean() {
    let printed = stdout(calibrate(&["--iterations", "1"]));
    assert!(printed.contains("Noise floor: p50 "), "{printed}");
    assert!(
        printed.contains("means nothing on this machine"),
        "{printed}"
    );
}

#[test]
fn a_core_that_is_not_there_is_refused() {
    let output = calibrate(&["--server-cpus", "1000"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.contains("core 1000 is not there"), "{stderr}");
}
