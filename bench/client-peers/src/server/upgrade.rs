//! The opening handshake (RFC 6455, section 4.2) at /chat.

use tungstenite::handshake::derive_accept_key;

const PATH: &str = "/chat";
const MAX_REQUEST_BYTES: usize = 8 * 1024;
const MAX_HEADERS: usize = 64;

const NOT_FOUND: &str = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const BAD_REQUEST: &str =
    "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// What becomes of a connection's first bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Upgrade {
    /// The request is not whole yet.
    Incomplete,
    /// The connection speaks WebSocket after this answer; the request took so many bytes.
    Accepted {
        answer: String,
        request_bytes: usize,
    },
    Refused {
        answer: &'static str,
    },
}

pub(super) fn answer(received: &[u8]) -> Upgrade {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let request_bytes = match request.parse(received) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if received.len() <= MAX_REQUEST_BYTES => {
            return Upgrade::Incomplete;
        }
        _ => {
            return Upgrade::Refused {
                answer: BAD_REQUEST,
            };
        }
    };
    if request.path != Some(PATH) {
        return Upgrade::Refused { answer: NOT_FOUND };
    }
    let key = request
        .headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("Sec-WebSocket-Key"));
    match key {
        Some(key) => Upgrade::Accepted {
            answer: format!(
                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Accept: {}\r\n\r\n",
                derive_accept_key(key.value)
            ),
            request_bytes,
        },
        None => Upgrade::Refused {
            answer: BAD_REQUEST,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[u8] =
        b"GET /chat HTTP/1.1\r\nHost: h\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    #[test]
    fn the_key_of_rfc_6455_is_answered_as_it_says() {
        match answer(&[REQUEST, b"\x81"].concat()) {
            Upgrade::Accepted {
                answer,
                request_bytes,
            } => {
                assert!(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
                assert_eq!(request_bytes, REQUEST.len());
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_request_cut_anywhere_is_waited_for() {
        for cut in 0..REQUEST.len() {
            assert_eq!(answer(&REQUEST[..cut]), Upgrade::Incomplete);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for (request, status) in [
            (
                &b"GET / HTTP/1.1\r\nSec-WebSocket-Key: k\r\n\r\n"[..],
                "404",
            ),
            (b"GET /chat HTTP/1.1\r\n\r\n", "400"),
            (b"220 mail.example ESMTP\r\n\r\n", "400"),
        ] {
            match answer(request) {
                Upgrade::Refused { answer } => assert!(answer.contains(status)),
                other => panic!("{other:?}"),
            }
        }
    }
}
