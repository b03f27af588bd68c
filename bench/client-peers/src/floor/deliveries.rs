//! Where frames end, and nothing else of them.

/// How many whole frames `bytes` begin with, and what follows them. A server's frames have no masking key.
pub(super) fn count_frames(bytes: &[u8]) -> (u64, &[u8]) {
    let (mut frames, mut rest) = (0, bytes);
    while let Some(length) = frame_length(rest)
        && let Some(behind) = rest.get(length..)
    {
        frames += 1;
        rest = behind;
    }
    (frames, rest)
}

/// With its header; `None` while that is incomplete.
fn frame_length(bytes: &[u8]) -> Option<usize> {
    let (_, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    match length {
        126 => Some(4 + usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
        127 => usize::try_from(u64::from_be_bytes(*rest.first_chunk()?))
            .ok()?
            .checked_add(10),
        length => Some(2 + usize::from(*length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let text = "x".repeat(length);
        tungstenite::protocol::frame::Frame::message(
            text,
            tungstenite::protocol::frame::coding::OpCode::Data(
                tungstenite::protocol::frame::coding::Data::Text,
            ),
            true,
        )
        .format(&mut bytes)
        .unwrap();
        bytes
    }

    #[test]
    fn whole_frames_of_every_length_are_counted_and_the_rest_is_kept() {
        let bytes = [0, 1, 125, 126, 0xffff, 0x1_0000].map(frame).concat();
        let (frames, rest) = count_frames(&bytes);
        assert_eq!((frames, rest), (6, &b""[..]));
        let (frames, rest) = count_frames(&bytes[..bytes.len() - 1]);
        assert_eq!((frames, rest.len()), (5, 10 + 0x1_0000 - 1));
    }

    #[test]
    fn a_header_cut_anywhere_is_incomplete() {
        for length in [5, 300, 0x1_0000] {
            let bytes = frame(length);
            for cut in 0..10 {
                let (frames, rest) = count_frames(&bytes[..cut.min(bytes.len() - 1)]);
                assert_eq!((frames, rest.len()), (0, cut.min(bytes.len() - 1)));
            }
        }
    }
}
