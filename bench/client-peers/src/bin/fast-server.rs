//! Runs the fast server by itself, for a load by hand or `rtbench servers check --address`.

use std::net::SocketAddr;

use clap::Parser;
use client_peers::server::FastServer;

/// A chat server as fast as one core can be
#[derive(Debug, Parser)]
struct Args {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0")]
    address: SocketAddr,
}

fn main() -> std::io::Result<()> {
    let server = FastServer::start(Args::parse().address)?;
    println!("listening on ws://{}/chat", server.address());
    server.wait()
}
