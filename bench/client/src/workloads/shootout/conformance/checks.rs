//! The promises of the shootout's protocol.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, Heard};
use super::crowd::{CROWD_PROMISE, hears_a_broadcast};
use super::{Check, CheckContext};
use crate::conformance::SILENCE;

/// All promises, in the order in which they are tried.
pub const CHECKS: &[Check] = &[
    Check {
        promise: "an echo comes back to its sender alone, once",
        run: echoes,
    },
    Check {
        promise: "a payload of any JSON comes back as it was",
        run: any_json,
    },
    Check {
        promise: "every client hears a broadcast, the sender too, once",
        run: broadcasts,
    },
    Check {
        promise: "the sender of a broadcast alone is told its result, once",
        run: tells_the_result,
    },
    Check {
        promise: "once the result is there, the broadcast is on its way to all",
        run: queues_before_the_result,
    },
    Check {
        promise: "the result says to how many clients the broadcast went",
        run: counts,
    },
    Check {
        promise: "broadcasts of one sender reach every client in their order",
        run: keeps_the_order,
    },
    Check {
        promise: "malformed JSON and unknown types do no harm to others",
        run: malformed,
    },
    Check {
        promise: "a client who does not read keeps nobody from hearing",
        run: unread,
    },
    Check {
        promise: "a client who vanishes does no harm",
        run: abrupt_disconnect,
    },
    Check {
        promise: "a payload of 1 MiB arrives as it was sent",
        run: large_payload,
    },
    Check {
        promise: "a message in fragments is one message",
        run: fragments,
    },
    Check {
        promise: "a ping is answered",
        run: ping,
    },
    Check {
        promise: CROWD_PROMISE,
        run: hears_a_broadcast,
    },
];

fn echoes(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, mut bob] = context.connect(["ada", "bob"])?;
    let payload = json!("to myself");
    let echo = Heard::Echo(payload.clone());
    ada.echo(&payload)?;
    ada.hears(&echo)?;
    ada.does_not_hear_again(&echo)?;
    bob.does_not_hear(&echo)
}

fn any_json(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada] = context.connect(["ada"])?;
    for payload in [
        json!({ "sendTime": "1472688000000000000", "": { "deep": [{ "er": {} }] } }),
        json!([1, [2, [3]], "four", null, []]),
        json!(
            "¿Qué tal? 你好 — \u{1F600}\u{200D}\u{1F308} \"quoted\" \\ </script> \n\t\u{0}\u{2028}"
        ),
        json!(""),
        json!(0),
        json!(-1.5),
        json!(9_007_199_254_740_991_u64),
        json!(true),
        json!(null),
    ] {
        ada.echo(&payload)?;
        ada.hears(&Heard::Echo(payload))?;
    }
    Ok(())
}

fn broadcasts(context: &CheckContext<'_>) -> Result<(), String> {
    let mut clients = context.connect(["ada", "bob", "cy", "di"])?;
    let payload = json!({ "text": "hello, all", "padding": "é".repeat(100) });
    let broadcast = Heard::Broadcast(payload.clone());
    clients[0].broadcast(&payload)?;
    for client in &mut clients {
        client.hears(&broadcast)?;
    }
    for client in &mut clients {
        client.does_not_hear_again(&broadcast)?;
    }
    Ok(())
}

fn tells_the_result(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, mut bob, mut cy] = context.connect(["ada", "bob", "cy"])?;
    let payload = json!({ "text": "done?" });
    let result = Heard::Result(payload.clone());
    ada.broadcast(&payload)?;
    ada.hears(&result)?;
    ada.does_not_hear_again(&result)?;
    bob.does_not_hear(&result)?;
    cy.does_not_hear(&result)
}

/// The sender's own delivery may come before the result or after it.
fn queues_before_the_result(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut sender, others @ ..] =
        context.connect(["ada", "bob", "cy", "di", "ed", "fay", "gus", "hal"])?;
    let payload = json!("on its way");
    sender.broadcast(&payload)?;
    sender.hears(&Heard::Result(payload.clone()))?;
    for mut client in others {
        client
            .hears(&Heard::Broadcast(payload.clone()))
            .map_err(|fault| format!("after the result: {fault}"))?;
    }
    Ok(())
}

fn counts(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, _bob, cy] = context.connect(["ada", "bob", "cy"])?;
    awaits_count(context, &mut ada, 3)?;
    cy.vanish()?;
    awaits_count(context, &mut ada, 2)
}

/// Who has gone may be counted for a moment, until the server notices.
fn awaits_count(
    context: &CheckContext<'_>,
    client: &mut Client,
    expected: u32,
) -> Result<(), String> {
    let deadline = Instant::now() + context.scale.timeout;
    loop {
        client.broadcast(&json!("how many?"))?;
        match client.next_count()? {
            None if client.is_told_counts() => {
                return Err("the result has no listenCount".to_owned());
            }
            Some(found) if found != expected && Instant::now() > deadline => {
                return Err(format!(
                    "listenCount: found {found} (expected {expected}, as many as are connected)"
                ));
            }
            Some(found) if found != expected => std::thread::sleep(Duration::from_millis(50)),
            _ => return Ok(()),
        }
    }
}

fn keeps_the_order(context: &CheckContext<'_>) -> Result<(), String> {
    const IN_A_ROW: u32 = 200;
    let [mut ada, bob, cy] = context.connect(["ada", "bob", "cy"])?;
    for number in 0..IN_A_ROW {
        ada.broadcast(&json!(number))?;
    }
    for (name, mut client) in [("bob", bob), ("cy", cy), ("ada", ada)] {
        for number in 0..IN_A_ROW {
            let heard = client.next_broadcast()?;
            if heard != json!(number) {
                return Err(format!("{name} heard {heard} (expected {number})"));
            }
        }
    }
    Ok(())
}

fn malformed(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, mut bob] = context.connect(["ada", "bob"])?;
    let faulty = [
        "{\"type\":",
        "",
        "null",
        "[]",
        "\"text\"",
        "{}",
        r#"{"type":"shout","payload":1}"#,
        r#"{"type":7,"payload":1}"#,
        r#"{"type":{},"payload":1}"#,
        r#"{"command":"message","identifier":"{\"channel\":\"BenchmarkChannel\"}","data":"{"}"#,
        r#"{"command":"message","identifier":"{\"channel\":\"BenchmarkChannel\"}","data":"{\"action\":\"shout\"}"}"#,
        r#"{"command":"shout","identifier":"{"}"#,
    ];
    for text in faulty {
        let [mut stranger] = context.connect(["stranger"])?;
        stranger.send(text)?;
        // Whether the server closes or ignores it is its own choice.
        stranger.next(SILENCE)?;
    }
    both_hear(&mut ada, &mut bob, &json!("still here"))?;
    context.connect(["newcomer"]).map(drop)
}

/// It is sent more than the sockets on the way to it can hold; the server may send it away then.
fn unread(context: &CheckContext<'_>) -> Result<(), String> {
    const MESSAGES: u32 = 40;
    const MESSAGE_BYTES: usize = 256 * 1024;
    // First of all: who is served in the order of connecting comes after it.
    let [deaf] = context.connect(["deaf"])?;
    deaf.narrow()?;
    let [mut ada, mut bob] = context.connect(["ada", "bob"])?;
    let text = "x".repeat(MESSAGE_BYTES);
    for number in 0..MESSAGES {
        both_hear(&mut ada, &mut bob, &json!([number, text])).map_err(|fault| {
            let unread_mib = number as usize * MESSAGE_BYTES / (1024 * 1024);
            format!("with {unread_mib} MiB unread: {fault}")
        })?;
    }
    Ok(())
}

fn abrupt_disconnect(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, bob, mut cy] = context.connect(["ada", "bob", "cy"])?;
    bob.vanish()?;
    both_hear(&mut ada, &mut cy, &json!("anyone?"))?;
    // By then the server has noticed.
    std::thread::sleep(SILENCE);
    both_hear(&mut ada, &mut cy, &json!("anyone still?"))
}

/// The other hears what the sender broadcasts, and the sender does and is told the result.
fn both_hear(sender: &mut Client, other: &mut Client, payload: &Value) -> Result<(), String> {
    let broadcast = Heard::Broadcast(payload.clone());
    sender.broadcast(payload)?;
    sender.hears_all(&[broadcast.clone(), Heard::Result(payload.clone())])?;
    other.hears(&broadcast)
}

fn large_payload(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada, mut bob] = context.connect(["ada", "bob"])?;
    let text: String = ('a'..='z').cycle().take(1024 * 1024).collect();
    ada.is_echoed(&text)?;
    both_hear(&mut ada, &mut bob, &json!(text))
}

fn fragments(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada] = context.connect(["ada"])?;
    let payload = json!("in three parts");
    ada.echo_in_fragments(&payload)?;
    ada.hears(&Heard::Echo(payload))
}

fn ping(context: &CheckContext<'_>) -> Result<(), String> {
    let [mut ada] = context.connect(["ada"])?;
    ada.ping()
}
