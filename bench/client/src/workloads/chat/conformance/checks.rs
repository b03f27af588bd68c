//! The promises of the chat protocol.

use std::time::{Duration, Instant};

use serde_json::json;

use super::user::User;
use super::{Check, CheckContext};
use crate::conformance::{Event, SILENCE, excerpt};

/// All promises, in the order in which they are tried.
pub const CHECKS: &[Check] = &[
    Check {
        promise: "a user joins a room with the first frame",
        run: joins,
    },
    Check {
        promise: "the sender hears its own message",
        run: sender_included,
    },
    Check {
        promise: "every user of the room hears a message, once",
        run: fans_out,
    },
    Check {
        promise: "no user of another room hears it",
        run: stays_in_the_room,
    },
    Check {
        promise: "a name in use is refused and its connection closed",
        run: refuses_a_name_in_use,
    },
    Check {
        promise: "who has the name stays in the room after the refusal",
        run: keeps_the_first,
    },
    Check {
        promise: "a name is free again after its user left",
        run: frees_the_name,
    },
    Check {
        promise: "two rooms work at once",
        run: two_rooms,
    },
    Check {
        promise: "text in UTF-8 arrives as it was sent",
        run: utf8,
    },
    Check {
        promise: "a message of 64 KiB arrives as it was sent",
        run: large_message,
    },
    Check {
        promise: "malformed JSON does no harm to others",
        run: malformed_json,
    },
    Check {
        promise: "a user who vanishes does no harm, and its name is free again",
        run: abrupt_disconnect,
    },
];

fn joins(context: &CheckContext) -> Result<(), String> {
    User::join(context, "room", "ada").map(drop)
}

fn sender_included(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room", "ada")?;
    let _bob = User::join(context, "room", "bob")?;
    ada.say("hello")?;
    ada.hears(&ada.frame("hello"))
}

fn fans_out(context: &CheckContext) -> Result<(), String> {
    let mut users = ["ada", "bob", "cy", "di"]
        .into_iter()
        .map(|name| User::join(context, "room", name))
        .collect::<Result<Vec<User>, String>>()?;
    let frame = users[0].frame("hello, all");
    users[0].say("hello, all")?;
    for user in &mut users {
        user.hears(&frame)?;
    }
    for user in &mut users {
        user.does_not_hear(std::slice::from_ref(&frame))
            .map_err(|fault| format!("a second time: {fault}"))?;
    }
    Ok(())
}

fn stays_in_the_room(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room-1", "ada")?;
    let mut eve = User::join(context, "room-2", "eve")?;
    ada.say("for room 1")?;
    ada.hears(&ada.frame("for room 1"))?;
    eve.does_not_hear(&[ada.frame("joined"), ada.frame("for room 1")])
}

fn refuses_a_name_in_use(context: &CheckContext) -> Result<(), String> {
    let _ada = User::join(context, "room", "ada")?;
    // A few times, so that a server of several processes must agree among them.
    for _ in 0..4 {
        let mut impostor = User::connect(context, "room", "ada")?;
        impostor.send_join()?;
        let refusal = json!({ "type": "system", "message": "User already exist" });
        impostor.hears(&refusal)?;
        match impostor.next(context.timing.timeout)? {
            Event::Closed => {}
            Event::Silence => return Err("the connection stayed open after the refusal".to_owned()),
            Event::Text(text) => return Err(format!("{} came after the refusal", excerpt(&text))),
        }
    }
    Ok(())
}

fn keeps_the_first(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room", "ada")?;
    let mut impostor = User::connect(context, "room", "ada")?;
    impostor.send_join()?;
    while let Event::Text(_) = impostor.next(context.timing.timeout)? {}
    ada.say("still here")?;
    ada.hears(&ada.frame("still here"))
}

fn frees_the_name(context: &CheckContext) -> Result<(), String> {
    User::join(context, "room", "ada")?.leave()?;
    rejoins(context, "room", "ada")
}

fn two_rooms(context: &CheckContext) -> Result<(), String> {
    let mut users = Vec::new();
    for (room, name) in [("1", "ada"), ("2", "bob"), ("1", "cy"), ("2", "di")] {
        users.push(User::join(context, room, name)?);
    }
    for user in &mut users {
        user.say("at once")?;
    }
    let frames: Vec<_> = users.iter().map(|user| user.frame("at once")).collect();
    for (index, user) in users.iter_mut().enumerate() {
        let (own, other) = (index % 2, 1 - index % 2);
        user.hears_all(&[frames[own].clone(), frames[own + 2].clone()])?;
        user.does_not_hear(&[frames[other].clone(), frames[other + 2].clone()])?;
    }
    Ok(())
}

fn utf8(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "salón", "adà")?;
    let mut bob = User::join(context, "salón", "Боб")?;
    let text = "¿Qué tal? 你好 — \u{1F600}\u{200D}\u{1F308} \"quoted\" \\ \n\t\u{0}";
    ada.say(text)?;
    bob.hears(&ada.frame(text))?;
    ada.hears(&ada.frame(text))
}

fn large_message(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room", "ada")?;
    let mut bob = User::join(context, "room", "bob")?;
    let text: String = ('a'..='z').cycle().take(64 * 1024).collect();
    ada.say(&text)?;
    bob.hears(&ada.frame(&text))?;
    ada.hears(&ada.frame(&text))
}

fn malformed_json(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room", "ada")?;
    let faulty = [
        "{\"chat\":",
        "[]",
        "null",
        "\"text\"",
        "{\"chat\":1,\"name\":{}}",
        "",
    ];
    for (index, text) in faulty.into_iter().enumerate() {
        let mut before_join = User::connect(context, "room", &format!("stranger-{index}"))?;
        before_join.send(text)?;
        let mut after_join = User::join(context, "room", &format!("member-{index}"))?;
        after_join.send(text)?;
        // Whether the server closes or ignores it is its own choice.
        before_join.next(SILENCE)?;
        after_join.next(SILENCE)?;
    }
    ada.say("still here")?;
    ada.hears(&ada.frame("still here"))?;
    User::join(context, "room", "newcomer").map(drop)
}

fn abrupt_disconnect(context: &CheckContext) -> Result<(), String> {
    let mut ada = User::join(context, "room", "ada")?;
    User::join(context, "room", "bob")?.vanish()?;
    ada.say("anyone?")?;
    ada.hears(&ada.frame("anyone?"))?;
    rejoins(context, "room", "bob")
}

/// Joins under a name that was in use until just now; the server has a moment to notice.
fn rejoins(context: &CheckContext, room: &str, name: &str) -> Result<(), String> {
    let deadline = Instant::now() + context.timing.timeout;
    loop {
        match User::join(context, room, name) {
            Err(fault) if Instant::now() > deadline => {
                return Err(format!("the name is still in use: {fault}"));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
            Ok(_) => return Ok(()),
        }
    }
}
