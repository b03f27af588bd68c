//! The WebSocket opening handshake (RFC 6455, section 4) on a socket that never blocks, so that several can be
//! under way. No extension is offered, so no frame may be compressed.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;

use super::error::ConnectionError;
use super::socket;
use super::target::Target;
use crate::load::clock::now_ns;

/// A server that takes longer to accept a user, or to answer it, is not up.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

const MAX_RESPONSE_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// One user's handshake. Its socket is watched from outside (`AsFd`), and whenever that is ready,
/// `advance` does the next step.
#[derive(Debug)]
pub(crate) struct Handshake<'a> {
    exchange: Exchange<'a>,
    stream: TcpStream,
    key: String,
    /// What the socket did not take yet of the request: all of it until the server accepts.
    unsent: Vec<u8>,
    /// What came of the answer.
    answer: Vec<u8>,
    deadline_ns: u64,
}

impl<'a> Handshake<'a> {
    /// Begins to connect, from the local address if one is given.
    ///
    /// # Errors
    /// The kernel refuses a socket, the address or a port.
    pub fn begin(
        target: &'a Target,
        from: Option<IpAddr>,
        timeout: Duration,
    ) -> Result<Self, ConnectionError> {
        let deadline_ns = now_ns() + timeout.as_nanos() as u64;
        let address = target.address;
        let stream = socket::connect(address, from)?;
        let exchange = Exchange { target, timeout };
        let key = generate_key();
        let request = format!(
            "GET {} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n",
            target.path
        );
        Ok(Self {
            exchange,
            stream,
            key,
            unsent: request.into_bytes(),
            answer: Vec::new(),
            deadline_ns,
        })
    }

    /// Does what can be done without waiting; `true` once the server has accepted the user.
    ///
    /// # Errors
    /// Refused or unreachable, another HTTP status than 101, or an answer that does not fit the
    /// request.
    pub fn advance(&mut self) -> Result<bool, ConnectionError> {
        Ok(self.write_request()? && self.read_answer()?)
    }

    /// The socket, with all that the server sent after its answer.
    pub fn finish(self) -> TcpStream {
        self.stream
    }

    /// # Errors
    /// The time is over.
    pub fn check_deadline(&self) -> Result<(), ConnectionError> {
        if now_ns() < self.deadline_ns {
            return Ok(());
        }
        Err(self.failed(ErrorKind::TimedOut.into()))
    }

    /// `true` once all of it is written.
    fn write_request(&mut self) -> Result<bool, ConnectionError> {
        if self.unsent.is_empty() {
            return Ok(true);
        }
        match self.stream.write(&self.unsent) {
            Ok(length) => {
                self.unsent.drain(..length);
                Ok(self.unsent.is_empty())
            }
            Err(error) if is_for_later(&error) => Ok(false),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// `true` once its head is there and accepts the user; what follows the head stays in the socket, where it is seen to be there.
    fn read_answer(&mut self) -> Result<bool, ConnectionError> {
        let mut chunk = [0; 4096];
        loop {
            let length = match self.stream.peek(&mut chunk) {
                Ok(0) => return Err(self.exchange.invalid("it closed the connection")),
                Ok(length) => length,
                Err(error) if is_for_later(&error) => return Ok(false),
                Err(error) => return Err(self.failed(error)),
            };
            let read = self.answer.len();
            self.answer.extend_from_slice(&chunk[..length]);
            let head_bytes = self.exchange.check(&self.answer, &self.key)?;
            let of_head = head_bytes.map_or(length, |head_bytes| head_bytes - read);
            let taken = self.stream.read_exact(&mut chunk[..of_head]);
            taken.map_err(|error| self.failed(error))?;
            if head_bytes.is_some() {
                return Ok(true);
            }
            if self.answer.len() > MAX_RESPONSE_BYTES {
                return Err(self.exchange.invalid("its headers do not end"));
            }
        }
    }

    /// Before the request is out, it is the connection that failed.
    fn failed(&self, source: io::Error) -> ConnectionError {
        let Exchange { target, timeout } = self.exchange;
        let address = target.address;
        match source.kind() {
            _ if !self.unsent.is_empty() => ConnectionError::Connect { address, source },
            ErrorKind::TimedOut => ConnectionError::HandshakeTimeout { address, timeout },
            _ => self.exchange.invalid(&source.to_string()),
        }
    }
}

impl AsFd for Handshake<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

/// The socket will tell when it can go on.
fn is_for_later(error: &io::Error) -> bool {
    error.kind() == ErrorKind::WouldBlock
}

/// Judges the answer, and words its faults.
#[derive(Debug, Clone, Copy)]
struct Exchange<'a> {
    target: &'a Target,
    timeout: Duration,
}

impl Exchange<'_> {
    /// The length of the answer's head once it is whole and accepts the connection.
    fn check(&self, answer: &[u8], key: &str) -> Result<Option<usize>, ConnectionError> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut response = httparse::Response::new(&mut headers);
        let head_bytes = match response.parse(answer) {
            Ok(httparse::Status::Complete(head_bytes)) => head_bytes,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(error) => return Err(self.invalid(&format!("its answer is not HTTP ({error})"))),
        };
        let status = response.code.unwrap_or_default();
        if status != 101 {
            let Target { address, path } = self.target.clone();
            return Err(ConnectionError::HandshakeRejected {
                address,
                path,
                status,
            });
        }
        let header = |name: &str| {
            response
                .headers
                .iter()
                .find(|header| header.name.eq_ignore_ascii_case(name))
                .map(|header| String::from_utf8_lossy(header.value).trim().to_owned())
        };
        let expected = derive_accept_key(key.as_bytes());
        if header("Sec-WebSocket-Accept") != Some(expected) {
            return Err(self.invalid("its Sec-WebSocket-Accept does not answer our key"));
        }
        if let Some(extension) = header("Sec-WebSocket-Extensions") {
            return Err(self.invalid(&format!(
                "it uses the extension {extension}, which was not offered"
            )));
        }
        Ok(Some(head_bytes))
    }

    fn invalid(&self, reason: &str) -> ConnectionError {
        ConnectionError::HandshakeInvalid {
            address: self.target.address,
            reason: reason.to_owned(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

    use tungstenite::handshake::derive_accept_key;

    use super::{ConnectionError, Handshake, Target};

    fn connect(target: &Target, timeout: Duration) -> Result<TcpStream, ConnectionError> {
        let mut handshake = Handshake::begin(target, None, timeout)?;
        while !handshake.advance()? {
            handshake.check_deadline()?;
            thread::sleep(Duration::from_millis(1));
        }
        Ok(handshake.finish())
    }

    /// Connects to a server that reads the request and answers with what `answer` makes of its key.
    /// Reads a whole request on the server's side: its key.
    pub fn read_key(stream: &mut TcpStream) -> String {
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.extend(byte);
        }
        let request = String::from_utf8(request).unwrap();
        let mut lines = request.lines();
        let key = lines.find_map(|line| line.strip_prefix("Sec-WebSocket-Key: "));
        key.unwrap().to_owned()
    }

    fn connect_to(
        answer: impl FnOnce(&str) -> String + Send + 'static,
    ) -> Result<TcpStream, ConnectionError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let key = read_key(&mut stream);
            stream.write_all(answer(&key).as_bytes()).unwrap();
            stream
        });
        let target = Target {
            address,
            path: "/chat".to_owned(),
        };
        let result = connect(&target, Duration::from_millis(200));
        drop(serving.join().unwrap());
        result
    }

    fn switching_protocols(key: &str, further: &str) -> String {
        let accept = derive_accept_key(key.as_bytes());
        format!(
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-accept: {accept}\r\n{further}"
        )
    }

    #[test]
    fn what_follows_the_answer_at_once_is_left_to_be_read() {
        let answered = connect_to(|key| switching_protocols(key, "\r\n\u{1}ab"));
        let mut received = Vec::new();
        answered.unwrap().read_to_end(&mut received).unwrap();
        assert_eq!(received, b"\x01ab");
    }

    #[test]
    fn a_refused_connection_is_told_with_the_address() {
        let address = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let target = Target {
            address,
            path: "/chat".to_owned(),
        };
        let message = connect(&target, Duration::from_secs(1))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains(&address.to_string()) && message.contains("refused"),
            "{message}"
        );
    }

    #[test]
    fn a_silent_server_is_told_from_a_refusing_one() {
        for answer in ["", "HTTP/1.1 101 Switching Protocols\r\n"] {
            let error = connect_to(move |_| answer.to_owned()).unwrap_err();
            assert!(
                matches!(error, ConnectionError::HandshakeTimeout { .. }),
                "{error}"
            );
        }
        let error = connect_to(|_| "HTTP/1.1 404 Not Found\r\n\r\n".to_owned()).unwrap_err();
        assert!(
            matches!(
                error,
                ConnectionError::HandshakeRejected { status: 404, .. }
            ),
            "{error}"
        );
    }

    #[test]
    fn an_answer_that_does_not_fit_the_request_is_refused() {
        let foreign_key = connect_to(|_| switching_protocols("another key", "\r\n"));
        let extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n";
        let compressed = connect_to(move |key| switching_protocols(key, extension));
        let no_http = connect_to(|_| "220 mail.example ESMTP\r\n".to_owned());
        for (result, reason) in [
            (foreign_key, "Sec-WebSocket-Accept"),
            (compressed, "deflate"),
            (no_http, "not HTTP"),
        ] {
            let message = result.unwrap_err().to_string();
            assert!(message.contains(reason), "{message}");
        }
    }
}
