//! MQTT 3.1.1, of which publishing without acknowledgement takes three packets (OASIS standard, sections 3.1 to 3.3).

use super::super::TOPIC;
use super::Wire;

const CONNECT: u8 = 0x10;
const CONNACK: u8 = 0x20;
/// With quality of service 0, not retained.
const PUBLISH: u8 = 0x30;
const LEVEL_3_1_1: u8 = 4;
const CLEAN_SESSION: u8 = 0x02;
const NO_KEEP_ALIVE: [u8; 2] = [0, 0];

pub(super) const WIRE: Wire = Wire {
    greeting,
    is_let_in,
    publish,
    reply: |_| None,
};

fn greeting() -> Vec<u8> {
    let id = format!("rtbench-{:08x}", rand::random::<u32>());
    let mut body = text("MQTT");
    body.extend([LEVEL_3_1_1, CLEAN_SESSION]);
    body.extend(NO_KEEP_ALIVE);
    body.extend(text(&id));
    let mut out = Vec::new();
    begin(CONNECT, body.len(), &mut out);
    out.extend(body);
    out
}

fn is_let_in(answer: &[u8]) -> Result<bool, String> {
    match answer {
        [CONNACK, 2, _, 0, ..] => Ok(true),
        [CONNACK, 2, _, code, ..] => Err(format!("return code {code}")),
        [] | [CONNACK] | [CONNACK, 2] | [CONNACK, 2, _] => Ok(false),
        _ => Err("an answer that is no CONNACK".to_owned()),
    }
}

fn publish(body: &[u8], out: &mut Vec<u8>) {
    let topic = text(TOPIC);
    begin(PUBLISH, topic.len() + body.len(), out);
    out.extend_from_slice(&topic);
    out.extend_from_slice(body);
}

/// A packet's first byte, and how much follows, seven bits a byte, the lowest first.
fn begin(kind: u8, mut length: usize, out: &mut Vec<u8>) {
    out.push(kind);
    while length >= 0x80 {
        out.push((length % 0x80) as u8 | 0x80);
        length /= 0x80;
    }
    out.push(length as u8);
}

/// A text after its length.
fn text(text: &str) -> Vec<u8> {
    let length = (text.len() as u16).to_be_bytes();
    [&length[..], text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publisher_is_in_with_a_return_code_of_0() {
        assert_eq!(is_let_in(&[]), Ok(false));
        assert_eq!(is_let_in(&[0x20, 2, 0]), Ok(false));
        assert_eq!(is_let_in(&[0x20, 2, 0, 0]), Ok(true));
        assert_eq!(is_let_in(&[0x20, 2, 0, 5]), Err("return code 5".to_owned()));
        assert!(is_let_in(b"HTTP/1.1 400").is_err());
    }

    #[test]
    fn a_greeting_is_a_packet_of_its_length() {
        let packet = greeting();
        assert_eq!(usize::from(packet[1]), packet.len() - 2);
        assert_eq!(packet[2..12], [0, 4, b'M', b'Q', b'T', b'T', 4, 2, 0, 0]);
        assert_eq!(packet[12..22], [&[0, 16][..], b"rtbench-"].concat());
    }

    #[test]
    fn a_message_is_a_packet_also_where_its_length_takes_several_bytes() {
        let mut out = Vec::new();
        publish(b"hello", &mut out);
        assert_eq!(out, [&[0x30, 12, 0, 5][..], b"benchhello"].concat());
        // The standard's own example: 321 is 65 + 2 * 128.
        let mut out = Vec::new();
        begin(PUBLISH, 321, &mut out);
        assert_eq!(out, [0x30, 193, 2]);
    }
}
