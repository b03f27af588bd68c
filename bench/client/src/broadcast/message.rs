//! The messages of the shootout's protocol: what a client says, and what it hears, bare or in ActionCable's envelope.
//!
//! What is heard is read by a JSON parser that copies nothing, so a payload stays the text that it is. A server may order, space
//! and extend its objects as it likes.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::server::Envelope;

/// The channel, as ActionCable names it: JSON in a JSON string.
const IDENTIFIER: &str = r#""{\"channel\":\"BenchmarkChannel\"}""#;

/// What a client heard. Payloads are JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received<'a> {
    /// The client's own echo.
    Echo(&'a str),
    Broadcast(&'a str),
    /// The client's own broadcast has been queued to so many; a channel of ActionCable does not know how many they are.
    Result {
        payload: &'a str,
        listeners: Option<u32>,
    },
    /// The client may subscribe now.
    Welcome,
    /// From now on the client says and hears what is of the channel.
    Subscribed,
    /// What the envelope says for itself, such as a ping.
    Noise,
}

/// Reads what a text message says.
///
/// # Errors
/// What about the message is not of the protocol, in a few words.
#[inline]
pub fn read(envelope: Envelope, text: &[u8]) -> Result<Received<'_>, &'static str> {
    match envelope {
        Envelope::None => {
            let message: Message<'_> = parse(text)?;
            received(message.kind.as_deref().ok_or("no field type")?, &message)
        }
        Envelope::ActionCable => read_enveloped(text),
    }
}

/// The text by which a client that is welcome becomes one that hears broadcasts; `None` where it need only connect.
#[must_use]
pub fn subscription(envelope: Envelope) -> Option<String> {
    match envelope {
        Envelope::None => None,
        Envelope::ActionCable => Some(format!(
            r#"{{"command":"subscribe","identifier":{IDENTIFIER}}}"#
        )),
    }
}

/// The text that asks for an echo of the payload, which is JSON.
#[must_use]
pub fn echo(envelope: Envelope, payload: &str) -> String {
    request(envelope, "echo", payload)
}

/// The text that has the payload, which is JSON, sent to all.
#[must_use]
pub fn broadcast(envelope: Envelope, payload: &str) -> String {
    request(envelope, "broadcast", payload)
}

fn request(envelope: Envelope, kind: &str, payload: &str) -> String {
    match envelope {
        Envelope::None => format!(r#"{{"type":"{kind}","payload":{payload}}}"#),
        Envelope::ActionCable => {
            let data = format!(r#"{{"action":"{kind}","payload":{payload}}}"#);
            let data = serde_json::to_string(&data).expect("any text is a JSON string");
            format!(r#"{{"command":"message","identifier":{IDENTIFIER},"data":{data}}}"#)
        }
    }
}

#[derive(Deserialize)]
struct Message<'a> {
    /// Where there is no envelope.
    #[serde(borrow, default, rename = "type")]
    kind: Option<Cow<'a, str>>,
    /// What ActionCable has in its place.
    #[serde(borrow, default)]
    action: Option<Cow<'a, str>>,
    #[serde(borrow)]
    payload: &'a RawValue,
    #[serde(default, rename = "listenCount")]
    listeners: Option<u32>,
}

#[derive(Deserialize)]
struct Enveloped<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
}

fn read_enveloped(text: &[u8]) -> Result<Received<'_>, &'static str> {
    let enveloped: Enveloped<'_> = parse(text)?;
    match enveloped.kind.as_deref() {
        // The reason of a disconnect is the server's; that the connection is closed is seen anyway.
        Some("ping" | "disconnect") => Ok(Received::Noise),
        Some("welcome") => Ok(Received::Welcome),
        Some("confirm_subscription") => Ok(Received::Subscribed),
        Some("reject_subscription") => Err("the subscription was rejected"),
        Some(_) => Err("an unknown type"),
        None => {
            let message = enveloped.message.ok_or("no field message")?;
            let message: Message<'_> = parse(message.get().as_bytes())?;
            received(
                message.action.as_deref().ok_or("no field action")?,
                &message,
            )
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, &'static str> {
    serde_json::from_slice(text).map_err(|_| "not a JSON object of the expected form")
}

#[inline]
fn received<'a>(kind: &str, message: &Message<'a>) -> Result<Received<'a>, &'static str> {
    let payload = message.payload.get();
    match kind {
        "echo" => Ok(Received::Echo(payload)),
        "broadcast" => Ok(Received::Broadcast(payload)),
        "broadcastResult" => Ok(Received::Result {
            payload,
            listeners: message.listeners,
        }),
        _ => Err("an unknown type"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_server_may_write_the_object_in_its_own_way() {
        for text in [
            r#"{"type":"broadcast","payload":{"a": [1,"}"]}}"#,
            " {\n \"payload\" : {\"a\": [1,\"}\"]} ,\t\"type\" : \"broadcast\" }\n",
            r#"{"at":1.5e3,"payload":{"a": [1,"}"]},"x":null,"type":"\u0062roadcast","action":"echo"}"#,
        ] {
            let expected = Received::Broadcast(r#"{"a": [1,"}"]}"#);
            assert_eq!(
                read(Envelope::None, text.as_bytes()),
                Ok(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn any_json_is_a_payload() {
        for payload in ["null", "0", "-1.5e3", "\"\\u00e9 é\"", "[]", "{}"] {
            let text = format!(r#"{{"type":"echo","payload":{payload}}}"#);
            let received = read(Envelope::None, text.as_bytes());
            assert_eq!(received, Ok(Received::Echo(payload)));
        }
    }

    #[test]
    fn a_result_says_how_many_it_went_to_where_that_is_known() {
        let text = br#"{"type":"broadcastResult","payload":7,"listenCount":1000}"#;
        let (payload, listeners) = ("7", Some(1000));
        let expected = Received::Result { payload, listeners };
        assert_eq!(read(Envelope::None, text), Ok(expected));
        let text = br#"{"identifier":"x","message":{"action":"broadcastResult","payload":7}}"#;
        let listeners = None;
        let expected = Received::Result { payload, listeners };
        assert_eq!(read(Envelope::ActionCable, text), Ok(expected));
    }

    #[test]
    fn what_the_envelope_says_for_itself_is_told_from_what_is_in_it() {
        let identifier = r#""identifier":"{\"channel\":\"BenchmarkChannel\"}""#;
        let cases = [
            (r#"{"type":"welcome"}"#.to_owned(), Received::Welcome),
            (
                r#"{"type":"ping","message":1795262400}"#.to_owned(),
                Received::Noise,
            ),
            (
                format!(r#"{{{identifier},"type":"confirm_subscription"}}"#),
                Received::Subscribed,
            ),
            (
                format!(r#"{{{identifier},"message":{{"action":"echo","payload":[1]}}}}"#),
                Received::Echo("[1]"),
            ),
        ];
        for (text, expected) in cases {
            let received = read(Envelope::ActionCable, text.as_bytes());
            assert_eq!(received, Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_an_error() {
        let bare = [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"type":"echo"}"#,
            r#"{"payload":1}"#,
            r#"{"type":"shout","payload":1}"#,
            r#"{"type":"echo","payload":1}}"#,
            r#"{"type":"echo","payload":{}"#,
            r#"{"type":"echo","payload":1,"payload":2}"#,
            r#"{"type":"broadcastResult","payload":1,"listenCount":-1}"#,
            r#"{"action":"echo","payload":1}"#,
        ];
        let enveloped = [
            "{}",
            r#"{"type":"reject_subscription"}"#,
            r#"{"type":"echo","payload":1}"#,
            r#"{"message":{"type":"echo","payload":1}}"#,
            r#"{"message":"{}"}"#,
        ];
        for text in bare {
            assert!(read(Envelope::None, text.as_bytes()).is_err(), "{text}");
        }
        for text in enveloped {
            let received = read(Envelope::ActionCable, text.as_bytes());
            assert!(received.is_err(), "{text}");
        }
    }

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_request_carries_the_payload_as_it_is() {
        let payload = r#"{"a":"\"quoted\" \\ é"}"#;
        let bare = parsed(&broadcast(Envelope::None, payload));
        let expected = json!({ "type": "broadcast", "payload": parsed(payload) });
        assert_eq!(bare, expected);
        let enveloped = parsed(&echo(Envelope::ActionCable, payload));
        assert_eq!(enveloped["command"], "message");
        let data = parsed(enveloped["data"].as_str().unwrap());
        assert_eq!(
            data,
            json!({ "action": "echo", "payload": parsed(payload) })
        );
    }

    #[test]
    fn requests_of_a_channel_name_it_as_its_subscription_does() {
        assert_eq!(subscription(Envelope::None), None);
        let subscribe = parsed(&subscription(Envelope::ActionCable).unwrap());
        assert_eq!(subscribe["command"], "subscribe");
        let identifier = subscribe["identifier"].as_str().unwrap();
        assert_eq!(parsed(identifier), json!({ "channel": "BenchmarkChannel" }));
        let echo = parsed(&echo(Envelope::ActionCable, "1"));
        assert_eq!(echo["identifier"], identifier);
    }
}
