//! What a message says: letters and digits that occur once, so that it is found in whatever bytes a protocol puts around it.

use memchr::memmem;

/// A tag and a number.
pub const LEAST_CHARACTERS: u32 = HEAD_BYTES as u32;
pub(super) const MOST_MESSAGES: u32 = 1_000_000;
pub(super) const HEAD_BYTES: usize = TAG_BYTES + NUMBER_BYTES;
const TAG_BYTES: usize = 6;
const NUMBER_BYTES: usize = 6;
/// Where a message is longer.
const PADDING: &str = "x";

/// By which a load's messages are told from all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag([u8; TAG_BYTES]);

/// What a page heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    /// The message of that number, of the tag that was asked for.
    Own(u32),
    /// One of another load, which is late.
    Foreign,
}

impl Tag {
    /// One of two thousand million.
    pub fn draw() -> Self {
        const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let mut drawn: u64 = rand::random();
        Self(std::array::from_fn(|_| {
            let digit = DIGITS[(drawn % 36) as usize];
            drawn /= 36;
            digit
        }))
    }

    /// A message's text, so many characters long.
    pub fn body(self, number: u32, characters: u32) -> String {
        let tag = std::str::from_utf8(&self.0).expect("letters and digits");
        let padding = PADDING.repeat((characters as usize).saturating_sub(HEAD_BYTES));
        format!("{tag}{number:0NUMBER_BYTES$}{padding}")
    }

    /// What a page heard.
    ///
    /// # Errors
    /// It is no message of this client's, in a few words.
    #[inline]
    pub fn read(self, text: &[u8], characters: u32) -> Result<Heard, &'static str> {
        let is_ours = text.len() == characters as usize && text.is_ascii();
        let head = text.first_chunk::<HEAD_BYTES>().filter(|_| is_ours);
        let head = head.ok_or("no message that was published")?;
        if !head.starts_with(&self.0) {
            return Ok(Heard::Foreign);
        }
        let is_padded = text[HEAD_BYTES..]
            .iter()
            .all(|byte| PADDING.as_bytes() == [*byte]);
        let number = number(&head[TAG_BYTES..]).filter(|_| is_padded);
        number.map(Heard::Own).ok_or("not as it was published")
    }

    /// The numbers of all messages whose heads are in these bytes.
    pub fn find(self, bytes: &[u8]) -> impl Iterator<Item = u32> {
        let places: Vec<usize> = memmem::find_iter(bytes, &self.0).collect();
        let head = move |place: usize| bytes.get(place + TAG_BYTES..place + HEAD_BYTES);
        places
            .into_iter()
            .filter_map(move |place| number(head(place)?))
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    let are_digits = digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| are_digits)?;
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_as_long_as_asked_for_and_is_read_as_it_was() {
        let tag = Tag::draw();
        for characters in [12, 13, 100] {
            let body = tag.body(42, characters);
            assert_eq!(body.len(), characters as usize);
            assert_eq!(tag.read(body.as_bytes(), characters), Ok(Heard::Own(42)));
        }
    }

    #[test]
    fn other_loads_are_told_apart_and_other_texts_refused() {
        let tag = Tag(*b"abcdef");
        assert_eq!(tag.read(b"zzzzzz000001", 12), Ok(Heard::Foreign));
        for text in [
            &b""[..],
            b"hello",
            b"abcdef00001",
            b"abcdef0000011",
            b"abcdef+00001",
        ] {
            assert!(tag.read(text, 12).is_err(), "{text:?}");
        }
        assert!(tag.read(b"abcdef000001y", 13).is_err());
    }

    #[test]
    fn messages_are_found_among_other_bytes() {
        let tag = Tag(*b"abcdef");
        let bytes = b"\x81\x0cabcdef000001\0MESSAGE\nabcdef000002\0abcdefabcdef000003abcdef00";
        assert!(tag.find(bytes).eq([1, 2, 3]));
    }
}
