//! Mosquitto, with settings for a private instance.

use std::net::SocketAddr;
use std::process::Command;

use super::place::Place;
use super::{Broker, Scheme, programs};
use crate::error::Error;

const PROGRAM: &str = "mosquitto";

pub(super) fn commands(place: &Place) -> Result<Vec<Command>, Error> {
    let settings = settings(place.address(Scheme::Mqtt));
    let path = place.write("mosquitto.conf", &settings)?;
    let mut command = Command::new(programs::find(PROGRAM, PROGRAM)?);
    command.arg("-c").arg(path);
    Ok(vec![command])
}

/// Its own settings, but for these: it stays whose it is, since the kernel forgets to end it with `rtbench` once it changes its user; and
/// it sends at once, as the other brokers do, which would else be measured against an algorithm of TCP's (Nagle's).
fn settings(address: SocketAddr) -> String {
    let (host, port) = (address.ip(), address.port());
    format!(
        "listener {port} {host}\nallow_anonymous true\npersistence false\nuser root\nset_tcp_nodelay true\nlog_dest stderr\n"
    )
}

pub(super) fn version() -> Result<String, Error> {
    let mut command = Command::new(programs::find(PROGRAM, PROGRAM)?);
    programs::version_after("mosquitto version ", command.arg("-h"), Broker::Mosquitto)
}
