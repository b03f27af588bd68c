//! What can go wrong with connections, each in one line for the user.

use std::fs;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use super::frame::FrameError;

/// Why connections cannot be made, or not be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    #[error(
        "too few file descriptors: {needed} are needed and the hard limit is {limit}; raise it as root ({}in the shell \
         `ulimit -n {needed}`, in a systemd unit `LimitNOFILE={needed}`, for a user `nofile {needed}` in \
         /etc/security/limits.conf), or take fewer users",
        if needed > ceiling {
            format!("first `sysctl fs.nr_open={needed}`, then ")
        } else {
            String::new()
        }
    )]
    TooFewFileDescriptors {
        needed: u64,
        limit: u64,
        /// Not even root may have more.
        ceiling: u64,
    },
    #[error(
        "{address} is not an address of this machine (`ip address` lists them), so nobody can connect from it: {source}"
    )]
    LocalAddress { address: IpAddr, source: io::Error },
    #[error(
        "no port is free {}for another connection to {address}: net.ipv4.ip_local_port_range allows {ports} for each \
         local address, connections that were closed within the last minute included; name more addresses with \
         --local-addr (on loopback, any of 127.0.0.0/8)",
        from.map(|from| format!("at {from} ")).unwrap_or_default()
    )]
    OutOfPorts {
        address: SocketAddr,
        from: Option<IpAddr>,
        ports: u32,
    },
    #[error("cannot connect to {address}: {source}")]
    Connect {
        address: SocketAddr,
        source: io::Error,
    },
    #[error(
        "{address} accepted the connection and did not answer the WebSocket handshake within {} s",
        timeout.as_secs_f64()
    )]
    HandshakeTimeout {
        address: SocketAddr,
        timeout: Duration,
    },
    #[error("{address}{path} answered HTTP {status} where 101 (Switching Protocols) was expected")]
    HandshakeRejected {
        address: SocketAddr,
        path: String,
        status: u16,
    },
    #[error("{address} did not complete the WebSocket handshake: {reason}")]
    HandshakeInvalid { address: SocketAddr, reason: String },
    #[error("the server broke the WebSocket protocol towards {user}: {source}")]
    Frame { user: String, source: FrameError },
    #[error("cannot {doing}: {source}")]
    System {
        doing: &'static str,
        source: io::Error,
    },
}

impl ConnectionError {
    /// For `map_err` after a system call that is `doing` something.
    pub(crate) fn system<E: Into<io::Error>>(doing: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::System {
            doing,
            source: error.into(),
        }
    }

    pub(crate) fn out_of_ports(address: SocketAddr, from: Option<IpAddr>) -> Self {
        let range = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range");
        let ports: Vec<u32> = range
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|port| port.parse().ok())
            .collect();
        let ports = match ports[..] {
            [first, last] => (last + 1).saturating_sub(first),
            _ => 0,
        };
        Self::OutOfPorts {
            address,
            from,
            ports,
        }
    }
}
