//! NATS, as it is without a file of settings.

use std::process::Command;

use super::place::Place;
use super::{Broker, Scheme, programs};
use crate::error::Error;

const PROGRAM: &str = "nats-server";

pub(super) fn commands(place: &Place) -> Result<Vec<Command>, Error> {
    let address = place.address(Scheme::Nats);
    let mut command = Command::new(programs::find(PROGRAM, PROGRAM)?);
    command
        .args(["--addr", &address.ip().to_string()])
        .args(["--port", &address.port().to_string()]);
    Ok(vec![command])
}

pub(super) fn version() -> Result<String, Error> {
    let mut command = Command::new(programs::find(PROGRAM, PROGRAM)?);
    programs::version_after("nats-server: ", command.arg("--version"), Broker::Nats)
}
