//! `rtbench` in a user's shell: completions, manual pages, and colours on terminals only.

#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::process::{Command, Stdio};

use terminal::{is_coloured, seen_on_terminal};

const SUBCOMMANDS: [&str; 7] = [
    "chat",
    "run",
    "servers",
    "compare",
    "export",
    "completions",
    "man",
];

fn rtbench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rtbench"));
    command.args(arguments).env_remove("NO_COLOR");
    command
}

fn stdout(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output().expect("it runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What bash offers for the last of `words`.
fn offered_by_bash(words: &str) -> Vec<String> {
    let script = r#"
        source <("$0" completions bash)
        COMP_WORDS=($1 "")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _rtbench rtbench "" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let mut bash = Command::new("bash");
    bash.args(["-c", script, env!("CARGO_BIN_EXE_rtbench"), words]);
    stdout(&mut bash).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    let offered = offered_by_bash("rtbench");
    for subcommand in SUBCOMMANDS {
        assert!(offered.iter().any(|word| word == subcommand), "{offered:?}");
    }
    let offered = offered_by_bash("rtbench compare");
    assert!(
        offered.contains(&"--fail-if-slower".to_owned()),
        "{offered:?}"
    );
    assert_eq!(
        offered_by_bash("rtbench compare --test"),
        ["welch", "mann-whitney"]
    );
}

#[test]
fn zsh_and_fish_get_completions_of_every_subcommand() {
    for (shell, start) in [("zsh", "#compdef rtbench"), ("fish", "# Print an optspec")] {
        let script = stdout(&mut rtbench(&["completions", shell]));
        assert!(script.starts_with(start), "{shell}: {script}");
        for subcommand in SUBCOMMANDS {
            assert!(script.contains(subcommand), "{shell}: {subcommand}");
        }
    }
}

#[test]
fn an_unknown_shell_is_refused_with_those_that_are_known() {
    let output = rtbench(&["completions", "tcsh"]).output().expect("it runs");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("[possible values: bash, zsh, fish]"),
        "{message}"
    );
}

#[test]
fn the_manual_page_names_every_subcommand_and_shows_examples() {
    let page = stdout(&mut rtbench(&["man"]));
    assert!(page.contains(".TH rtbench 1"), "{page}");
    assert!(page.contains("Examples:"), "{page}");
    for subcommand in SUBCOMMANDS {
        assert!(
            page.contains(&format!("rtbench\\-{subcommand}(1)")),
            "{subcommand} in:\n{page}"
        );
    }
}

#[test]
fn every_subcommand_has_a_manual_page_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let out_dir = folder.path().join("man1");
    let printed = stdout(rtbench(&["man", "--out-dir"]).arg(&out_dir));
    assert_eq!(printed, "");
    let nested = [
        "servers-list",
        "servers-build",
        "servers-start",
        "servers-check",
    ];
    for name in SUBCOMMANDS.iter().chain(&nested) {
        let page = fs::read_to_string(out_dir.join(format!("rtbench-{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(&format!(".TH rtbench-{name} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
    }
}

#[test]
fn help_is_coloured_on_a_terminal_and_nowhere_else() {
    for words in [["--help"].as_slice(), &["help", "compare"], &["chat"]] {
        assert!(is_coloured(&seen_on_terminal(rtbench(words))), "{words:?}");
        let mut without = rtbench(words);
        without.env("NO_COLOR", "1");
        assert!(
            !is_coloured(&seen_on_terminal(without)),
            "{words:?} with NO_COLOR"
        );
        let piped = rtbench(words).output().expect("it runs");
        for bytes in [piped.stdout, piped.stderr] {
            assert!(
                !is_coloured(&String::from_utf8_lossy(&bytes)),
                "{words:?} piped"
            );
        }
    }
}
