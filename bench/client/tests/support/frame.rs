//! A server's frames, right ones and wrong ones.

pub const TEXT: u8 = 0x1;
pub const CLOSE: u8 = 0x8;
pub const PING: u8 = 0x9;
pub const FINAL: u8 = 0x80;
pub const COMPRESSED: u8 = 0x40;

pub fn frame(first_byte: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let header = match length {
        0..=125 => vec![first_byte, length as u8],
        126..=0xffff => [&[first_byte, 126], &(length as u16).to_be_bytes()[..]].concat(),
        _ => [&[first_byte, 127], &(length as u64).to_be_bytes()[..]].concat(),
    };
    [&header, payload].concat()
}

/// A message in three frames, with a ping before the last.
pub fn fragmented(payload: &[u8], ping: &[u8]) -> Vec<u8> {
    let (head, rest) = payload.split_at(payload.len() / 3);
    let (middle, tail) = rest.split_at(rest.len() / 2);
    [
        frame(TEXT, head),
        frame(0, middle),
        frame(FINAL | PING, ping),
        frame(FINAL, tail),
    ]
    .concat()
}

/// A text of at most 125 bytes, masked.
pub fn masked(payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() <= 125);
    let mut bytes = frame(FINAL | TEXT, payload);
    bytes[1] |= 0x80;
    // The key of zeros leaves the payload as it is.
    bytes.splice(2..2, [0; 4]);
    bytes
}

/// The same JSON object with one more field, so that it is `bytes` long.
pub fn padded(object: &str, bytes: usize) -> String {
    let open = object.strip_suffix('}').expect("a JSON object");
    let head = format!("{open},\"padding\":\"");
    let padding = "x".repeat(bytes - head.len() - 2);
    format!("{head}{padding}\"}}")
}
