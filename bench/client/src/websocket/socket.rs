//! A TCP socket that connects without blocking, from an address of the user's choice.

use std::net::{IpAddr, SocketAddr, TcpStream};
use std::os::fd::AsRawFd;

use nix::errno::Errno;
use nix::sys::socket::{
    AddressFamily, SockFlag, SockType, SockaddrStorage, bind, setsockopt, socket, sockopt,
};

use super::error::ConnectionError;

/// Begins to connect; the socket is writable once that succeeded or failed. TCP_NODELAY is set.
///
/// With a local address, the kernel chooses the port only on connecting (`IP_BIND_ADDRESS_NO_PORT`), so that
/// it may be one that is in use towards another destination.
///
/// # Errors
/// `from` is not this machine's, no port is free, or the kernel refuses the socket or the destination.
pub(crate) fn connect(
    address: SocketAddr,
    from: Option<IpAddr>,
) -> Result<TcpStream, ConnectionError> {
    let family = match address {
        SocketAddr::V4(_) => AddressFamily::Inet,
        SocketAddr::V6(_) => AddressFamily::Inet6,
    };
    let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
    let stream: TcpStream = socket(family, SockType::Stream, flags, None)
        .map_err(ConnectionError::system("open a socket"))?
        .into();
    stream
        .set_nodelay(true)
        .map_err(ConnectionError::system("set TCP_NODELAY"))?;
    if let Some(from) = from {
        bind_to(&stream, from)?;
    }
    let destination = SockaddrStorage::from(address);
    match nix::sys::socket::connect(stream.as_raw_fd(), &destination) {
        Ok(()) | Err(Errno::EINPROGRESS) => Ok(stream),
        Err(Errno::EADDRNOTAVAIL) => Err(ConnectionError::out_of_ports(address, from)),
        Err(errno) => Err(ConnectionError::Connect {
            address,
            source: errno.into(),
        }),
    }
}

fn bind_to(stream: &TcpStream, from: IpAddr) -> Result<(), ConnectionError> {
    setsockopt(stream, sockopt::IpBindAddressNoPort, &true)
        .map_err(ConnectionError::system("set IP_BIND_ADDRESS_NO_PORT"))?;
    let any_port = SockaddrStorage::from(SocketAddr::new(from, 0));
    bind(stream.as_raw_fd(), &any_port).map_err(|errno| ConnectionError::LocalAddress {
        address: from,
        source: errno.into(),
    })
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    fn listener() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    #[test]
    fn the_server_sees_the_chosen_address() {
        let (listener, address) = listener();
        let from: IpAddr = "127.0.0.7".parse().unwrap();
        let _stream = connect(address, Some(from)).unwrap();
        assert_eq!(listener.accept().unwrap().1.ip(), from);
    }

    #[test]
    fn an_address_of_another_machine_is_refused_by_name() {
        let (_listener, address) = listener();
        // TEST-NET-1 (RFC 5737) is nobody's.
        let from: IpAddr = "192.0.2.1".parse().unwrap();
        let message = connect(address, Some(from)).unwrap_err().to_string();
        assert!(
            message.contains("192.0.2.1") && message.contains("not an address of this machine"),
            "{message}"
        );
    }

    #[test]
    fn ports_that_run_out_are_counted_and_the_remedy_named() {
        let (_listener, address) = listener();
        let message = ConnectionError::out_of_ports(address, None).to_string();
        let range = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap();
        let ports: Vec<u32> = range
            .split_whitespace()
            .map(|port| port.parse().unwrap())
            .collect();
        let each = (ports[1] - ports[0] + 1).to_string();
        assert!(
            message.contains(&each) && message.contains("--local-addr"),
            "{message}"
        );
    }
}
