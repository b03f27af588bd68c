//! Seeing whether a server is ready, by one attempt.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::Readiness;

const ATTEMPT: Duration = Duration::from_secs(1);

impl Readiness {
    /// Whether the server answers now as its manifest says.
    #[must_use]
    pub fn is_met(&self, address: SocketAddr) -> bool {
        match &self.http {
            None => TcpStream::connect_timeout(&address, ATTEMPT).is_ok(),
            Some(path) => {
                http_status(address, path).is_ok_and(|status| (200..300).contains(&status))
            }
        }
    }
}

impl fmt::Display for Readiness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.http {
            None => write!(formatter, "a TCP connection to be accepted"),
            Some(path) => write!(formatter, "GET {path} to be answered with 2xx"),
        }
    }
}

fn http_status(address: SocketAddr, path: &str) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect_timeout(&address, ATTEMPT)?;
    stream.set_read_timeout(Some(ATTEMPT))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    status.ok_or_else(|| std::io::Error::other("no HTTP status line"))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn readiness(http: Option<&str>) -> Readiness {
        Readiness {
            http: http.map(ToOwned::to_owned),
            timeout_s: 1,
        }
    }

    /// A server that answers one request with a status line.
    fn answering(status: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            // To its end: closed with bytes unread, a connection is reset, and its answer may be lost.
            let head = (BufReader::new(&stream).lines().map(Result::unwrap))
                .take_while(|line| !line.is_empty())
                .collect::<Vec<_>>();
            assert_eq!(head[0], "GET /ready HTTP/1.1");
            write!(&stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").unwrap();
        });
        address
    }

    #[test]
    fn only_2xx_is_ready() {
        assert!(readiness(Some("/ready")).is_met(answering("200 OK")));
        assert!(!readiness(Some("/ready")).is_met(answering("503 Service Unavailable")));
    }

    #[test]
    fn without_a_path_an_accepted_connection_is_ready() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        assert!(readiness(None).is_met(listener.local_addr().unwrap()));
        // No port of a dropped listener: a process that another test starts may hold it open for a moment.
        assert!(!readiness(None).is_met(SocketAddr::from(([127, 0, 0, 1], 1))));
    }
}
