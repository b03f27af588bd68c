//! WebSocket frames (RFC 6455, section 5) as slices of the read buffer: nothing is copied, nothing
//! allocated. What a server may not send is refused here, so that the rest sees valid frames only.

/// A text of 1 MiB passes, whatever a server puts around it; a longer message is a fault, not a load.
pub(crate) const MAX_MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// How a server broke the WebSocket protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    #[error("a reserved bit is set, though no extension (such as compression) was agreed")]
    ReservedBit,
    #[error("a frame is masked, which only a client's may be")]
    Masked,
    #[error("unknown opcode {0:#x}")]
    UnknownOpcode(u8),
    #[error("a control frame is fragmented or longer than 125 bytes")]
    BadControlFrame,
    #[error("a message of more than {MAX_MESSAGE_BYTES} bytes")]
    TooLong,
    #[error("a binary message where text was expected")]
    Binary,
    #[error("a continuation frame with nothing to continue")]
    NothingToContinue,
    #[error("a new message before the end of the fragmented one")]
    UnfinishedMessage,
}

impl FrameError {
    /// The status code of the close frame that tells the server (RFC 6455, section 7.4.1).
    pub(crate) fn close_code(self) -> u16 {
        match self {
            Self::Binary => 1003,
            Self::TooLong => 1009,
            _ => 1002,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opcode {
    Continuation = 0x0,
    Text = 0x1,
    Binary = 0x2,
    Close = 0x8,
    Ping = 0x9,
    Pong = 0xa,
}

/// One frame of a server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    pub opcode: Opcode,
    /// The last (or only) frame of its message.
    pub is_final: bool,
    pub payload: &'a [u8],
}

/// Splits the first frame off `bytes`: the frame and what follows it; `None` while it is incomplete.
///
/// # Errors
/// The first rule of RFC 6455 that the frame breaks, as early as its header shows it.
#[inline]
pub(crate) fn split_frame(bytes: &[u8]) -> Result<Option<(Frame<'_>, &[u8])>, FrameError> {
    let [first, second, rest @ ..] = bytes else {
        return Ok(None);
    };
    if first & 0x70 != 0 {
        return Err(FrameError::ReservedBit);
    }
    if second & 0x80 != 0 {
        return Err(FrameError::Masked);
    }
    let opcode = opcode(first & 0x0f)?;
    let is_final = first & 0x80 != 0;
    let is_control = *first & 0x08 != 0;
    if is_control && (!is_final || *second > 125) {
        return Err(FrameError::BadControlFrame);
    }
    let (length, rest) = match second {
        126 => match rest.split_first_chunk::<2>() {
            Some((length, rest)) => (u64::from(u16::from_be_bytes(*length)), rest),
            None => return Ok(None),
        },
        127 => match rest.split_first_chunk::<8>() {
            Some((length, rest)) => (u64::from_be_bytes(*length), rest),
            None => return Ok(None),
        },
        length => (u64::from(*length), rest),
    };
    if length > MAX_MESSAGE_BYTES as u64 {
        return Err(FrameError::TooLong);
    }
    match rest.split_at_checked(length as usize) {
        Some((payload, rest)) => Ok(Some((
            Frame {
                opcode,
                is_final,
                payload,
            },
            rest,
        ))),
        None => Ok(None),
    }
}

fn opcode(bits: u8) -> Result<Opcode, FrameError> {
    match bits {
        0x0 => Ok(Opcode::Continuation),
        0x1 => Ok(Opcode::Text),
        0x2 => Ok(Opcode::Binary),
        0x8 => Ok(Opcode::Close),
        0x9 => Ok(Opcode::Ping),
        0xa => Ok(Opcode::Pong),
        unknown => Err(FrameError::UnknownOpcode(unknown)),
    }
}

/// Appends one client's frame to `out`, masked with `key`, which must be fresh and unpredictable.
pub(crate) fn encode_masked(opcode: Opcode, payload: &[u8], key: [u8; 4], out: &mut Vec<u8>) {
    out.push(0x80 | opcode as u8);
    match payload.len() {
        length @ 0..=125 => out.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            out.push(0x80 | 127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(&key);
    out.extend(
        payload
            .iter()
            .zip(key.iter().cycle())
            .map(|(byte, key)| byte ^ key),
    );
}

#[cfg(test)]
mod tests {
    use super::{Frame, FrameError, MAX_MESSAGE_BYTES, Opcode, encode_masked, split_frame};

    fn text(payload: &[u8]) -> Frame<'_> {
        Frame {
            opcode: Opcode::Text,
            is_final: true,
            payload,
        }
    }

    fn frame_of(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x81];
        match length {
            0..=125 => bytes.push(length as u8),
            126..=0xffff => bytes.extend([&[126][..], &(length as u16).to_be_bytes()].concat()),
            _ => bytes.extend([&[127][..], &(length as u64).to_be_bytes()].concat()),
        }
        bytes.resize(bytes.len() + length, b'x');
        bytes
    }

    #[test]
    fn lengths_of_7_16_and_64_bits_are_read() {
        for length in [0, 1, 125, 126, 0xffff, MAX_MESSAGE_BYTES] {
            let mut bytes = frame_of(length);
            bytes.extend(b"rest");
            let (frame, rest) = split_frame(&bytes).unwrap().unwrap();
            assert_eq!((frame.payload.len(), rest), (length, &b"rest"[..]));
        }
    }

    #[test]
    fn a_frame_cut_anywhere_is_incomplete() {
        for length in [5, 300, MAX_MESSAGE_BYTES] {
            let bytes = frame_of(length);
            let cuts = (0..20.min(bytes.len())).chain([bytes.len() - 1]);
            for cut in cuts.filter(|cut| *cut < bytes.len()) {
                assert_eq!(
                    split_frame(&bytes[..cut]),
                    Ok(None),
                    "{length} bytes, cut at {cut}"
                );
            }
        }
    }

    #[test]
    fn several_frames_of_one_read_come_one_after_another() {
        let bytes = b"\x81\x02hi\x89\x00\x01\x01a\x80\x01b";
        let (first, rest) = split_frame(bytes).unwrap().unwrap();
        let (second, rest) = split_frame(rest).unwrap().unwrap();
        let (third, rest) = split_frame(rest).unwrap().unwrap();
        let (fourth, rest) = split_frame(rest).unwrap().unwrap();
        assert_eq!(first, text(b"hi"));
        assert_eq!(
            second,
            Frame {
                opcode: Opcode::Ping,
                is_final: true,
                payload: b""
            }
        );
        assert_eq!(
            third,
            Frame {
                opcode: Opcode::Text,
                is_final: false,
                payload: b"a"
            }
        );
        assert_eq!(
            fourth,
            Frame {
                opcode: Opcode::Continuation,
                is_final: true,
                payload: b"b"
            }
        );
        assert!(rest.is_empty());
    }

    #[test]
    fn what_a_server_may_not_send_is_refused_by_its_header() {
        let refusals: [(&[u8], FrameError); 7] = [
            (b"\xc1\x02", FrameError::ReservedBit),
            (b"\x81\x82", FrameError::Masked),
            (b"\x83\x00", FrameError::UnknownOpcode(3)),
            (b"\x09\x00", FrameError::BadControlFrame),
            (b"\x88\x7e", FrameError::BadControlFrame),
            (
                b"\x81\x7f\x00\x00\x00\x00\x00\x40\x00\x01",
                FrameError::TooLong,
            ),
            (
                b"\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff",
                FrameError::TooLong,
            ),
        ];
        for (bytes, error) in refusals {
            assert_eq!(split_frame(bytes), Err(error));
        }
    }

    #[test]
    fn a_masked_frame_holds_its_payload_under_its_key() {
        let key = [1, 2, 3, 4];
        for (length, header_bytes) in [(5, 2), (126, 4), (0x1_0000, 10)] {
            let payload = vec![b'p'; length];
            let mut bytes = Vec::new();
            encode_masked(Opcode::Text, &payload, key, &mut bytes);
            assert_eq!(bytes[header_bytes..header_bytes + 4], key);
            let unmasked: Vec<u8> = bytes[header_bytes + 4..]
                .iter()
                .enumerate()
                .map(|(at, byte)| byte ^ key[at % 4])
                .collect();
            assert_eq!(unmasked, payload);
            // Without the mask, it is what a server would send.
            bytes[1] &= 0x7f;
            bytes.drain(header_bytes..header_bytes + 4);
            bytes.truncate(header_bytes);
            bytes.extend(&payload);
            assert_eq!(split_frame(&bytes), Ok(Some((text(&payload), &[][..]))));
        }
    }
}
