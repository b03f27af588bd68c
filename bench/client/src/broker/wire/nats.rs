//! NATS's protocol of lines.

use super::super::TOPIC;
use super::{Wire, contains, shown};

pub(super) const WIRE: Wire = Wire {
    greeting,
    is_let_in,
    publish,
    reply,
};

/// With a ping, whose answer says that the rest was taken.
fn greeting() -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "CONNECT {{\"verbose\":false,\"pedantic\":false,\"name\":\"rtbench\",\"lang\":\"rust\",\"version\":\"{version}\"}}\r\nPING\r\n"
    )
    .into_bytes()
}

fn is_let_in(answer: &[u8]) -> Result<bool, String> {
    if contains(answer, "-ERR") {
        return Err(shown(answer));
    }
    Ok(contains(answer, "PONG\r\n"))
}

fn publish(body: &[u8], out: &mut Vec<u8>) {
    let head = format!("PUB {TOPIC} {}\r\n", body.len());
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(body);
    out.extend_from_slice(b"\r\n");
}

/// The server sends away who leaves its pings unanswered.
fn reply(said: &[u8]) -> Option<&'static [u8]> {
    contains(said, "PING\r\n").then_some(&b"PONG\r\n"[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publisher_is_in_once_its_ping_is_answered() {
        assert_eq!(is_let_in(b"INFO {}\r\n"), Ok(false));
        assert_eq!(is_let_in(b"INFO {}\r\nPONG\r\n"), Ok(true));
        assert!(is_let_in(b"INFO {}\r\n-ERR 'Authorization Violation'\r\n").is_err());
    }

    #[test]
    fn a_message_is_a_line_and_a_body() {
        let mut out = Vec::new();
        publish(b"hello", &mut out);
        assert_eq!(out, b"PUB bench 5\r\nhello\r\n");
    }

    #[test]
    fn pings_are_answered() {
        assert_eq!(reply(b"PING\r\n"), Some(&b"PONG\r\n"[..]));
        assert_eq!(reply(b"+OK\r\n"), None);
    }
}
