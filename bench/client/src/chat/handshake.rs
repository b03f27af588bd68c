//! The WebSocket opening handshake (RFC 6455, section 4) on a blocking socket, against a deadline.
//! No extension is offered, so no frame may be compressed.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tungstenite::handshake::client::generate_key;
use tungstenite::handshake::derive_accept_key;

use super::error::ChatError;
use super::target::Target;

/// A server that takes longer to accept a user, or to answer it, is not up.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

const MAX_RESPONSE_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// Connects one user.
///
/// Returns the socket, still blocking, and the bytes that the server sent after its answer.
///
/// # Errors
/// Refused or unreachable, silent beyond `timeout`, another HTTP status than 101, or an answer that
/// does not fit the request.
pub(super) fn connect(
    target: &Target,
    timeout: Duration,
) -> Result<(TcpStream, Vec<u8>), ChatError> {
    let deadline = Instant::now() + timeout;
    let address = target.address;
    let mut stream = TcpStream::connect_timeout(&address, timeout)
        .map_err(|source| ChatError::Connect { address, source })?;
    let exchange = Exchange { target, timeout };
    stream
        .set_nodelay(true)
        .map_err(|error| exchange.failed(error))?;
    let key = generate_key();
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n",
        target.path
    );
    stream
        .write_all(request.as_bytes())
        .map_err(|error| exchange.failed(error))?;
    let mut answer = Vec::new();
    let head_bytes = loop {
        if let Some(head_bytes) = exchange.check(&answer, &key)? {
            break head_bytes;
        }
        if answer.len() > MAX_RESPONSE_BYTES {
            return Err(exchange.invalid("its headers do not end"));
        }
        exchange.read_more(&mut stream, &mut answer, deadline)?;
    };
    answer.drain(..head_bytes);
    Ok((stream, answer))
}

/// Words the faults of one handshake.
struct Exchange<'a> {
    target: &'a Target,
    timeout: Duration,
}

impl Exchange<'_> {
    fn read_more(
        &self,
        stream: &mut TcpStream,
        answer: &mut Vec<u8>,
        deadline: Instant,
    ) -> Result<(), ChatError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.failed(ErrorKind::TimedOut.into()));
        }
        let mut chunk = [0; 4096];
        let read = stream
            .set_read_timeout(Some(left))
            .and_then(|()| stream.read(&mut chunk));
        let length = match read {
            // The process was stopped and goes on.
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            read => read.map_err(|error| self.failed(error))?,
        };
        if length == 0 {
            return Err(self.invalid("it closed the connection"));
        }
        answer.extend_from_slice(&chunk[..length]);
        Ok(())
    }

    /// The length of the answer's head once it is whole and accepts the connection.
    fn check(&self, answer: &[u8], key: &str) -> Result<Option<usize>, ChatError> {
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
            return Err(ChatError::HandshakeRejected {
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

    fn failed(&self, error: io::Error) -> ChatError {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => ChatError::HandshakeTimeout {
                address: self.target.address,
                timeout: self.timeout,
            },
            _ => self.invalid(&error.to_string()),
        }
    }

    fn invalid(&self, reason: &str) -> ChatError {
        ChatError::HandshakeInvalid {
            address: self.target.address,
            reason: reason.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

    use tungstenite::handshake::derive_accept_key;

    use super::{ChatError, Target, connect};

    /// Connects to a server that reads the request and answers with what `answer` makes of its key.
    fn connect_to(
        answer: impl FnOnce(&str) -> String + Send + 'static,
    ) -> Result<(TcpStream, Vec<u8>), ChatError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.extend(byte);
            }
            let request = String::from_utf8(request).unwrap();
            let key = request
                .lines()
                .find_map(|line| line.strip_prefix("Sec-WebSocket-Key: "));
            stream.write_all(answer(key.unwrap()).as_bytes()).unwrap();
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
    fn what_follows_the_answer_at_once_is_kept() {
        let (_, received) = connect_to(|key| switching_protocols(key, "\r\n\u{1}ab")).unwrap();
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
                matches!(error, ChatError::HandshakeTimeout { .. }),
                "{error}"
            );
        }
        let error = connect_to(|_| "HTTP/1.1 404 Not Found\r\n\r\n".to_owned()).unwrap_err();
        assert!(
            matches!(error, ChatError::HandshakeRejected { status: 404, .. }),
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
