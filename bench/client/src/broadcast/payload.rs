//! What the client's own messages carry: which load they are of, and which message of it.

use serde::Deserialize;

/// A payload can be as short as that, whatever its numbers.
pub const SHORTEST_BYTES: u32 = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Payload {
    /// Drawn anew for each load, of which a server can still be delivering one when the next begins.
    pub load: u32,
    /// From 0, in the order in which messages are due.
    pub number: u32,
}

impl Payload {
    /// As JSON, so many bytes long.
    pub fn text(self, bytes: u32) -> String {
        let Self { load, number } = self;
        let head = format!(r#"{{"load":{load},"number":{number},"padding":""#);
        let padding = "x".repeat((bytes as usize).saturating_sub(head.len() + 2));
        format!(r#"{head}{padding}"}}"#)
    }

    /// `None` if this client has written no such payload.
    #[inline]
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Payload, SHORTEST_BYTES};

    #[test]
    fn a_payload_is_as_long_as_asked_for_and_reads_as_it_was() {
        for (load, number) in [(0, 0), (u32::MAX, u32::MAX)] {
            for bytes in [SHORTEST_BYTES, 1000] {
                let payload = Payload { load, number };
                let text = payload.text(bytes);
                assert_eq!(text.len(), bytes as usize, "{text}");
                assert_eq!(Payload::read(&text), Some(payload));
            }
        }
    }

    #[test]
    fn a_server_may_have_written_it_anew() {
        let text = "{ \"number\" : 2,\n \"padding\":\"\\u0078\", \"load\":1 }";
        let expected = Some(Payload { load: 1, number: 2 });
        assert_eq!(Payload::read(text), expected);
    }

    #[test]
    fn other_payloads_are_told() {
        for text in [
            "null",
            "7",
            "{}",
            r#"{"load":1}"#,
            r#"{"load":1,"number":-1}"#,
        ] {
            assert_eq!(Payload::read(text), None, "{text}");
        }
    }
}
