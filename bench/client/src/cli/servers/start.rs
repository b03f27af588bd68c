//! `rtbench servers start`: a server to try by hand.

use std::time::Duration;

use crate::affinity::CpuList;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::server::{RunningServer, Server, free_address};

const DEFAULT_PORT: u16 = 8080;

/// Keeps the server running until the user interrupts.
pub(super) fn start(
    server: &Server,
    port: Option<u16>,
    cpus: Option<&CpuList>,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let address = free_address(choose_port(server, port)?)?;
    let mut running = RunningServer::start(server, address, cpus, interrupt)?;
    println!(
        "{} listens at {} (process {}); Ctrl-C stops it",
        server.id(),
        running.address(),
        running.pid()
    );
    while !interrupt.is_asked() {
        if let Some(error) = running.ended_by_itself() {
            return Err(error);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// None where the server's own port is fixed.
fn choose_port(server: &Server, asked: Option<u16>) -> Result<Option<u16>, Error> {
    match (server.manifest.port, asked) {
        (Some(fixed), Some(found)) if found != fixed => Err(Error::PortFixed {
            server: server.id().to_owned(),
            fixed,
            found,
        }),
        (Some(_), _) => Ok(None),
        (None, asked) => Ok(asked.or(Some(DEFAULT_PORT))),
    }
}
