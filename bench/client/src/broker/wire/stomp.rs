//! STOMP 1.2, to RabbitMQ.

use super::super::{PASSWORD, TOPIC, USER};
use super::{Wire, contains, shown};

pub(super) const WIRE: Wire = Wire {
    greeting,
    is_let_in,
    publish,
    reply: |_| None,
};

/// Without heartbeats: a broker that is gone closes the connection, on one machine.
fn greeting() -> Vec<u8> {
    format!(
        "CONNECT\naccept-version:1.2\nhost:/\nlogin:{USER}\npasscode:{PASSWORD}\nheart-beat:0,0\n\n\0"
    )
    .into_bytes()
}

fn is_let_in(answer: &[u8]) -> Result<bool, String> {
    if answer.starts_with(b"ERROR") {
        return Err(shown(answer));
    }
    Ok(answer.starts_with(b"CONNECTED") && contains(answer, "\0"))
}

fn publish(body: &[u8], out: &mut Vec<u8>) {
    let length = body.len();
    let head = format!(
        "SEND\ndestination:/topic/{TOPIC}\ncontent-type:text/plain\ncontent-length:{length}\n\n"
    );
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(body);
    out.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publisher_is_in_once_the_answer_is_whole() {
        assert_eq!(is_let_in(b"CONN"), Ok(false));
        assert_eq!(is_let_in(b"CONNECTED\nversion:1.2\n\n"), Ok(false));
        assert_eq!(is_let_in(b"CONNECTED\nversion:1.2\n\n\0\n"), Ok(true));
        let refused = is_let_in(b"ERROR\nmessage:Bad CONNECT\n\n\0");
        assert!(refused.unwrap_err().contains("Bad CONNECT"));
    }

    #[test]
    fn a_message_is_a_frame() {
        let mut out = Vec::new();
        publish("é".as_bytes(), &mut out);
        let expected =
            "SEND\ndestination:/topic/bench\ncontent-type:text/plain\ncontent-length:2\n\né\0";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
