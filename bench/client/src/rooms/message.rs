//! The chat protocol's messages: what the client sends, and what of a delivery it needs to know.
//!
//! A delivery is read without a JSON parser: its object is walked once, and only `name`, `message`
//! and `type` are looked at, as slices. A server may order, space and extend the object as it likes.

use super::roster::{Roster, decimal};

/// What a user received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Received {
    /// A message of the schedule; `due_ns` since the start of the window.
    Delivery {
        sender: u32,
        sequence: u32,
        due_ns: u64,
    },
    /// One of the messages by which a room finds out that all have joined.
    Probe { sender: u32, number: u32 },
    /// The name that the user asked for is taken.
    NameInUse,
}

/// Reads what a text message says.
///
/// # Errors
/// What about the message is not of the protocol, in a few words.
#[inline]
pub(super) fn read(text: &[u8], roster: &Roster) -> Result<Received, &'static str> {
    let fields = fields(text).ok_or("not a JSON object of the expected form")?;
    let message = fields.message.ok_or("no field message")?;
    if fields.kind == Some(b"system") {
        return match message {
            b"User already exist" => Ok(Received::NameInUse),
            _ => Err("an unknown system message"),
        };
    }
    let name = fields.name.ok_or("no field name")?;
    let sender = roster
        .user_named(name)
        .ok_or("name is not a user of this iteration")?;
    let (head, tail) = split_at_slash(message).ok_or("message is not SEQ/DUE_NANOSECONDS")?;
    if head == b"join" {
        let number = decimal(tail).and_then(|number| number.try_into().ok());
        return number
            .map(|number| Received::Probe { sender, number })
            .ok_or("probe without a number");
    }
    let sequence = decimal(head).and_then(|sequence| sequence.try_into().ok());
    match (sequence, decimal(tail)) {
        (Some(sequence), Some(due_ns)) => Ok(Received::Delivery {
            sender,
            sequence,
            due_ns,
        }),
        _ => Err("message is not SEQ/DUE_NANOSECONDS"),
    }
}

/// Splits at the slash; some JSON writers escape it as `\/`.
fn split_at_slash(message: &[u8]) -> Option<(&[u8], &[u8])> {
    let slash = message.iter().position(|byte| *byte == b'/')?;
    let head = &message[..slash];
    Some((
        head.strip_suffix(b"\\").unwrap_or(head),
        &message[slash + 1..],
    ))
}

#[derive(Default)]
struct Fields<'a> {
    name: Option<&'a [u8]>,
    message: Option<&'a [u8]>,
    kind: Option<&'a [u8]>,
}

/// The values of the wanted fields of a JSON object, as they are written between the quotes.
fn fields(text: &[u8]) -> Option<Fields<'_>> {
    let mut fields = Fields::default();
    let mut cursor = Cursor { rest: text };
    cursor.token(b'{')?;
    loop {
        cursor.skip_space();
        let key = cursor.string()?;
        cursor.token(b':')?;
        cursor.skip_space();
        match key {
            b"message" => fields.message = Some(cursor.string()?),
            b"name" => fields.name = Some(cursor.string()?),
            b"type" => fields.kind = Some(cursor.string()?),
            _ => cursor.skip_value()?,
        }
        cursor.skip_space();
        match cursor.next()? {
            b',' => {}
            b'}' => break,
            _ => return None,
        }
    }
    cursor.skip_space();
    cursor.rest.is_empty().then_some(fields)
}

struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn skip_space(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    fn token(&mut self, expected: u8) -> Option<()> {
        self.skip_space();
        (self.next()? == expected).then_some(())
    }

    /// What stands between the quotes, escapes as they are.
    fn string(&mut self) -> Option<&'a [u8]> {
        let body = self.rest.strip_prefix(b"\"")?;
        let mut at = 0;
        loop {
            match body.get(at)? {
                b'"' => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.rest = &body[at + 1..];
        Some(&body[..at])
    }

    /// Passes over a value of any kind.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_u32;
        loop {
            match self.rest.first()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.next()?;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.next()?;
                }
                b',' | b'}' if depth == 0 => return Some(()),
                _ => {
                    self.next()?;
                }
            }
        }
    }
}

/// The first frame's text, by which a user joins a room.
pub(super) fn join(name: &str, room: &str) -> String {
    format!(r#"{{"chat":"{room}","name":"{name}"}}"#)
}

/// The text of a user's probe.
pub(super) fn probe(name: &str, room: &str, number: u32) -> String {
    format!(r#"{{"name":"{name}","chat":"{room}","message":"join/{number}"}}"#)
}

/// One user's messages. They differ in two numbers of fixed width, so all have the same length.
#[derive(Debug)]
pub(super) struct Template {
    text: Vec<u8>,
    sequence_at: usize,
    due_at: usize,
    end: usize,
}

impl Template {
    /// The largest numbers give the widths.
    pub fn new(name: &str, room: &str, last_sequence: u32, last_due_ns: u64) -> Self {
        let sequence_width = last_sequence.to_string().len();
        let due_width = last_due_ns.to_string().len();
        let head = format!(r#"{{"name":"{name}","chat":"{room}","message":""#);
        let text = format!(r#"{head}{:0sequence_width$}/{:0due_width$}"}}"#, 0, 0);
        let due_at = head.len() + sequence_width + 1;
        Self {
            text: text.into_bytes(),
            sequence_at: head.len(),
            due_at,
            end: due_at + due_width,
        }
    }

    pub fn fill(&mut self, sequence: u32, due_ns: u64) -> &[u8] {
        write_decimal(
            u64::from(sequence),
            &mut self.text[self.sequence_at..self.due_at - 1],
        );
        write_decimal(due_ns, &mut self.text[self.due_at..self.end]);
        &self.text
    }
}

/// Fills all of `digits`, with leading zeros.
fn write_decimal(mut value: u64, digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
    debug_assert_eq!(value, 0, "the template is as wide as its largest number");
}

#[cfg(test)]
mod tests {
    use super::{Received, Template, probe, read};
    use crate::rooms::roster::Roster;

    fn roster() -> Roster {
        Roster::new(2, 10, 7)
    }

    #[test]
    fn a_sent_message_reads_as_what_was_filled_in() {
        let mut template = Template::new(&roster().user_name(17), "room", 499, 4_999_999_999);
        let expected = r#"{"name":"r00000007-17","chat":"room","message":"007/0000012345"}"#;
        assert_eq!(
            std::str::from_utf8(template.fill(7, 12_345)).unwrap(),
            expected
        );
        for (sequence, due_ns) in [(0, 0), (499, 4_999_999_999), (42, 420_000_001)] {
            let text = template.fill(sequence, due_ns);
            assert_eq!(
                read(text, &roster()),
                Ok(Received::Delivery {
                    sender: 17,
                    sequence,
                    due_ns
                })
            );
        }
    }

    #[test]
    fn a_probe_is_told_from_a_delivery() {
        let text = probe(&roster().user_name(3), "room", 12);
        assert_eq!(
            read(text.as_bytes(), &roster()),
            Ok(Received::Probe {
                sender: 3,
                number: 12
            })
        );
    }

    #[test]
    fn a_server_may_write_the_object_in_its_own_way() {
        for text in [
            r#"{"message":"12/34","name":"r00000007-5"}"#,
            " {\n \"name\" : \"r00000007-5\" ,\t\"message\" : \"12/34\" }\n",
            r#"{"id":1.5e3,"at":{"message":"no","list":["}",{}]},"name":"r00000007-5","ok":true,"message":"12/34","x":null}"#,
            r#"{"note":"a \"name\" \\","name":"r00000007-5","chat":"é","message":"12\/34"}"#,
        ] {
            let expected = Received::Delivery {
                sender: 5,
                sequence: 12,
                due_ns: 34,
            };
            assert_eq!(read(text.as_bytes(), &roster()), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_taken_name_is_told() {
        let text = br#"{"type":"system","message":"User already exist"}"#;
        assert_eq!(read(text, &roster()), Ok(Received::NameInUse));
    }

    #[test]
    fn anything_else_is_an_error() {
        for text in [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"name":"r00000007-5"}"#,
            r#"{"message":"1/2"}"#,
            r#"{"name":"r00000007-5","message":"1/2""#,
            r#"{"name":"r00000007-5","message":"1/2"}}"#,
            r#"{"name":"r00000007-5","message":["1/2"]}"#,
            r#"{"name":"r00000007-5","message":"1-2"}"#,
            r#"{"name":"r00000007-5","message":"1/"}"#,
            r#"{"name":"r00000007-5","message":"-1/2"}"#,
            r#"{"name":"r00000007-5","message":"99999999999/2"}"#,
            r#"{"name":"r00000007-5","message":"join/x"}"#,
            r#"{"name":"r00000007-20","message":"1/2"}"#,
            r#"{"name":"r00000008-5","message":"1/2"}"#,
            r#"{"type":"system","message":"Going down"}"#,
            "{\"name\":\"\\",
        ] {
            assert!(read(text.as_bytes(), &roster()).is_err(), "{text}");
        }
    }
}
