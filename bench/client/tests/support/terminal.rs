//! A pseudo-terminal, to see what a user at a terminal sees.

use std::fs::File;
use std::io::Read;
use std::process::Command;

use nix::pty::{Winsize, openpty};

/// Runs the command on a terminal of 80 columns until it ends: all that it wrote, to standard output or
/// error.
pub fn seen_on_terminal(mut command: Command) -> String {
    let size = Winsize {
        ws_row: 24,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let terminal = openpty(&size, None).expect("a pseudo-terminal");
    command
        .env("TERM", "xterm-256color")
        .env_remove("CLICOLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(terminal.slave.try_clone().expect("a copy"))
        .stdout(terminal.slave.try_clone().expect("a copy"))
        .stderr(terminal.slave);
    let mut child = command.spawn().expect("it runs");
    // Its copies of the terminal's end must be closed here, or the end would never be seen.
    drop(command);
    let mut seen = Vec::new();
    match File::from(terminal.master).read_to_end(&mut seen) {
        Ok(_) => {}
        // How Linux says that nobody has the terminal open any more.
        Err(error) if error.raw_os_error() == Some(nix::errno::Errno::EIO as i32) => {}
        Err(error) => panic!("the terminal cannot be read: {error}"),
    }
    child.wait().expect("it ends");
    String::from_utf8_lossy(&seen).into_owned()
}

/// Whether a text has sequences that set colours or bold (`ESC [ … m`); others move the cursor.
pub fn is_coloured(text: &str) -> bool {
    text.split("\x1b[").skip(1).any(|sequence| {
        let end = sequence.find(|letter: char| letter.is_ascii_alphabetic());
        end.is_some_and(|end| sequence[end..].starts_with('m'))
    })
}
