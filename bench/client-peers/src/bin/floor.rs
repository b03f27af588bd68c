//! Loads a chat server with the least that a client can do, and prints what it counted.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use client_peers::floor::{self, Load};
use serde_json::json;

/// The least that a load client can do: it counts frames
#[derive(Debug, Parser)]
struct Args {
    /// Where the server listens
    #[arg(long, value_name = "HOST:PORT")]
    address: SocketAddr,

    #[arg(long, default_value_t = 1)]
    rooms: u32,

    /// Users in each room
    #[arg(long)]
    users: u32,

    /// Messages that each user sends
    #[arg(long, default_value_t = 500)]
    messages: u32,

    /// Milliseconds between two messages of one user
    #[arg(long, value_name = "MS", default_value_t = 10)]
    interval_ms: u64,

    /// Microseconds between two rounds of reads
    #[arg(long, value_name = "US", default_value_t = 250)]
    read_interval_us: u64,
}

fn main() -> std::io::Result<()> {
    let args = Args::parse();
    let load = Load {
        rooms: args.rooms,
        users: args.users,
        messages_per_user: args.messages,
        interval: Duration::from_millis(args.interval_ms),
        read_interval: Duration::from_micros(args.read_interval_us),
    };
    let received = floor::run(args.address, &load)?;
    println!(
        "{}",
        json!({
            "expected_deliveries": load.expected_deliveries(),
            "received_deliveries": received,
        })
    );
    Ok(())
}
