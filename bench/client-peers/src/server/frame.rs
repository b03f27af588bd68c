//! WebSocket frames (RFC 6455, section 5) as the server meets them: a client's are split off the bytes that
//! were read and unmasked in place, the server's own are appended to a buffer.

use std::io::Cursor;

use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};

/// A longer message is refused.
pub(super) const MAX_MESSAGE_BYTES: u64 = 1024 * 1024;

/// Why a connection is closed, and with which code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    BrokenFrame,
    Binary,
    TooLong,
    NotJson,
    NotOfTheProtocol,
}

impl Refusal {
    pub fn close_code(self) -> CloseCode {
        match self {
            Self::BrokenFrame => CloseCode::Protocol,
            Self::Binary => CloseCode::Unsupported,
            Self::TooLong => CloseCode::Size,
            Self::NotJson => CloseCode::Invalid,
            Self::NotOfTheProtocol => CloseCode::Policy,
        }
    }
}

/// A client's frame, unmasked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClientFrame<'a> {
    pub opcode: OpCode,
    pub is_final: bool,
    pub payload: &'a [u8],
}

/// Splits the first frame off `bytes` and unmasks it there: the frame and its length on the wire; `None`
/// while it is incomplete.
///
/// # Errors
/// The frame breaks RFC 6455, or is too long.
pub(super) fn split(bytes: &mut [u8]) -> Result<Option<(ClientFrame<'_>, usize)>, Refusal> {
    let mut cursor = Cursor::new(&*bytes);
    let parsed = FrameHeader::parse(&mut cursor).map_err(|_| Refusal::BrokenFrame)?;
    let Some((header, length)) = parsed else {
        return Ok(None);
    };
    if length > MAX_MESSAGE_BYTES {
        return Err(Refusal::TooLong);
    }
    let is_control = matches!(header.opcode, OpCode::Control(_));
    if header.rsv1 || header.rsv2 || header.rsv3 || is_control && (length > 125 || !header.is_final)
    {
        return Err(Refusal::BrokenFrame);
    }
    let key = header.mask.ok_or(Refusal::BrokenFrame)?;
    let start = cursor.position() as usize;
    let end = start + length as usize;
    let Some(payload) = bytes.get_mut(start..end) else {
        return Ok(None);
    };
    unmask(payload, key);
    let frame = ClientFrame {
        opcode: header.opcode,
        is_final: header.is_final,
        payload,
    };
    Ok(Some((frame, end)))
}

fn unmask(payload: &mut [u8], key: [u8; 4]) {
    let mut chunks = payload.chunks_exact_mut(4);
    for chunk in &mut chunks {
        chunk
            .iter_mut()
            .zip(key)
            .for_each(|(byte, key)| *byte ^= key);
    }
    let rest = chunks.into_remainder();
    rest.iter_mut()
        .zip(key)
        .for_each(|(byte, key)| *byte ^= key);
}

/// Appends a server's frame to `out`.
pub(super) fn append(opcode: OpCode, payload: &[u8], out: &mut Vec<u8>) {
    let header = FrameHeader {
        opcode,
        ..FrameHeader::default()
    };
    header
        .format(payload.len() as u64, out)
        .expect("a Vec takes all that is written");
    out.extend_from_slice(payload);
}

pub(super) fn append_text(text: &[u8], out: &mut Vec<u8>) {
    append(OpCode::Data(Data::Text), text, out);
}

pub(super) fn append_close(code: CloseCode, out: &mut Vec<u8>) {
    let code = u16::from(code).to_be_bytes();
    append(OpCode::Control(Control::Close), &code, out);
}

#[cfg(test)]
mod tests {
    use tungstenite::protocol::frame::Frame;

    use super::*;

    fn masked(payload: &[u8]) -> Vec<u8> {
        let mut frame = Frame::message(payload.to_vec(), OpCode::Data(Data::Text), true);
        frame.header_mut().mask = Some([1, 2, 3, 250]);
        let mut bytes = Vec::new();
        frame.format(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_frame_is_unmasked_whatever_its_length() {
        for length in [0, 1, 3, 4, 125, 126, 0xffff, 0x1_0000] {
            let payload: Vec<u8> = (0..=255).cycle().take(length).collect();
            let mut bytes = masked(&payload);
            let on_the_wire = bytes.len();
            bytes.extend(b"next");
            let (frame, taken) = split(&mut bytes).unwrap().unwrap();
            assert_eq!((frame.payload, taken), (&payload[..], on_the_wire));
        }
    }

    #[test]
    fn a_frame_cut_anywhere_stays_as_it_came() {
        let whole = masked(&[b'x'; 300]);
        for cut in 0..whole.len() {
            let mut bytes = whole[..cut].to_vec();
            assert_eq!(split(&mut bytes), Ok(None));
            assert_eq!(bytes, whole[..cut]);
        }
    }

    #[test]
    fn what_a_client_may_not_send_is_refused() {
        let refusals: [(&[u8], Refusal); 5] = [
            (b"\x81\x01a", Refusal::BrokenFrame),
            (b"\xc1\x80\0\0\0\0", Refusal::BrokenFrame),
            (b"\x83\x80\0\0\0\0", Refusal::BrokenFrame),
            (b"\x09\x80\0\0\0\0", Refusal::BrokenFrame),
            (b"\x81\xff\0\0\0\0\0\x10\0\x01\0\0\0\0", Refusal::TooLong),
        ];
        for (bytes, refusal) in refusals {
            assert_eq!(split(&mut bytes.to_vec()), Err(refusal), "{bytes:x?}");
        }
    }
}
