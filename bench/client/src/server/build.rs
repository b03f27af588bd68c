//! Building a server with the commands of its manifest.

use std::process::{Command, Stdio};

use super::spawn::{spawn_tied, wait_for};
use super::{Log, Server};
use crate::error::Error;
use crate::interrupt::Interrupt;

impl Server {
    /// Runs the build commands, one after the other, where the server's commands run.
    ///
    /// # Errors
    /// Something that it needs is missing, an original cannot be copied, a command cannot be run or fails (with the tail of what it
    /// printed), or the user interrupts.
    pub fn build(&self, interrupt: &Interrupt) -> Result<(), Error> {
        self.check_needs()?;
        self.lay_out_original()?;
        self.manifest
            .build
            .iter()
            .try_for_each(|command| self.build_step(command, interrupt))
    }

    fn build_step(&self, command: &[String], interrupt: &Interrupt) -> Result<(), Error> {
        let shown = command.join(" ");
        let log = Log::create()?;
        let mut step = Command::new(&command[0]);
        step.args(&command[1..])
            .current_dir(self.workplace())
            .stdin(Stdio::null())
            .stdout(log.for_child()?)
            .stderr(log.for_child()?);
        let child = spawn_tied(&mut step, None).map_err(|source| Error::CommandNotRun {
            server: self.id().to_owned(),
            command: shown.clone(),
            source,
        })?;
        let status = wait_for(child, interrupt)?;
        if status.success() {
            return Ok(());
        }
        Err(Error::BuildFailed {
            server: self.id().to_owned(),
            command: shown,
            how: format!("failed ({status})"),
            tail: log.tail(),
        })
    }
}
