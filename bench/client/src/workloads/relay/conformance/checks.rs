//! The promises, in the order in which they are tried.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{Check, CheckContext, RETRY};
use crate::conformance::{Event, SILENCE, TIMEOUT, Visitor, excerpt, http};
use crate::server::LogTail;

/// How long a relay has to end.
const GRACE: Duration = Duration::from_secs(5);
/// More than one attempt of a relay to reach the broker, of which it makes one a second.
const ABSENCE: Duration = Duration::from_secs(3);

pub(super) const CHECKS: &[Check] = &[
    Check {
        promise: "a request for / is answered with 200",
        run: answers_its_root,
    },
    Check {
        promise: "every page hears what the broker publishes, once",
        run: passes_on,
    },
    Check {
        promise: "texts of any characters and lengths come as they were published",
        run: any_text,
    },
    Check {
        promise: "messages reach every page in the broker's order",
        run: keeps_the_order,
    },
    Check {
        promise: "a page that leaves does no harm",
        run: departure,
    },
    Check {
        promise: "a page that does not read is cut off, and keeps nobody from hearing",
        run: unread,
    },
    Check {
        promise: "a ping is answered",
        run: ping,
    },
    Check {
        promise: "while the broker is away, pages stay connected, and the relay says so every second",
        run: stays_without_a_broker,
    },
    Check {
        promise: "once the broker is back, its messages are heard again",
        run: finds_the_broker_again,
    },
    Check {
        promise: "a relay whose broker is not there yet takes pages all the same, and finds it later",
        run: starts_without_a_broker,
    },
    Check {
        promise: "asked to end, it ends within 5 s, with pages connected",
        run: ends_in_order,
    },
];

fn answers_its_root(context: &mut CheckContext<'_>) -> Result<(), String> {
    let url = format!("http://{}/", context.server.address());
    let got = http::agent(TIMEOUT).get(url).call();
    http::Answer::of(got)?.expect(200)
}

fn passes_on(context: &mut CheckContext<'_>) -> Result<(), String> {
    let mut pages = context.connect(["ada", "bob", "cy"])?;
    let text = context.publish_next()?;
    for page in &mut pages {
        hears(page, &text)?;
    }
    pages
        .iter_mut()
        .try_for_each(|page| hears_no_more(page, &text))
}

/// None is empty, which not all protocols have.
fn any_text(context: &mut CheckContext<'_>) -> Result<(), String> {
    const LONG_BYTES: usize = 256 * 1024;
    let [mut ada] = context.connect(["ada"])?;
    let long: String = ('a'..='z').cycle().take(LONG_BYTES).collect();
    let texts = [
        "x",
        "{\"json\": [1, \"\\\"\"]}",
        "¿Qué tal? 你好 — \u{1F600}\u{200D}\u{1F308} </script> \n\t\u{2028}",
        "a line\r\n\r\nand another: with a colon",
        long.as_str(),
    ];
    for text in texts {
        context.publish(text)?;
        hears(&mut ada, text)?;
    }
    Ok(())
}

fn keeps_the_order(context: &mut CheckContext<'_>) -> Result<(), String> {
    const IN_A_ROW: usize = 1_000;
    let mut pages = context.connect(["ada", "bob"])?;
    let mut texts = Vec::new();
    for _ in 0..IN_A_ROW {
        texts.push(context.publish_next()?);
    }
    for page in &mut pages {
        for expected in &texts {
            let heard = page.hears(expected, |text| Some(text.to_owned()))?;
            if heard != *expected {
                let name = page.name();
                return Err(format!("{name} heard {heard} (expected {expected})"));
            }
        }
    }
    Ok(())
}

fn departure(context: &mut CheckContext<'_>) -> Result<(), String> {
    let [mut ada, bob, cy] = context.connect(["ada", "bob", "cy"])?;
    bob.vanish()?;
    cy.leave()?;
    hears_next(context, &mut ada)?;
    // By then the relay has noticed.
    std::thread::sleep(SILENCE);
    hears_next(context, &mut ada)
}

/// It is sent more than the sockets on the way to it and a bounded queue can hold.
fn unread(context: &mut CheckContext<'_>) -> Result<(), String> {
    const MESSAGES: usize = 256;
    const MESSAGE_BYTES: usize = 256 * 1024;
    let [mut deaf, mut ada] = context.connect(["deaf", "ada"])?;
    let padding = "x".repeat(MESSAGE_BYTES);
    for number in 0..MESSAGES {
        let text = format!("{number} {padding}");
        context.publish(&text)?;
        hears(&mut ada, &text).map_err(|fault| {
            let unread_mib = number * MESSAGE_BYTES / (1024 * 1024);
            format!("with {unread_mib} MiB unread: {fault}")
        })?;
    }
    let mut heard = 0;
    loop {
        match deaf.next(TIMEOUT)? {
            Event::Closed => return Ok(()),
            Event::Text(_) => heard += 1,
            Event::Silence => {
                return Err(format!(
                    "deaf was sent {heard} of {MESSAGES} messages, and is still connected (expected it to be cut off)"
                ));
            }
        }
    }
}

fn ping(context: &mut CheckContext<'_>) -> Result<(), String> {
    let [mut ada] = context.connect(["ada"])?;
    ada.ping(b"are you there?")
}

fn stays_without_a_broker(context: &mut CheckContext<'_>) -> Result<(), String> {
    let [mut ada] = context.connect(["ada"])?;
    let before = context.server.printed();
    context.suspend();
    let first = printed_after(context, &before)?;
    printed_after(context, &first).map_err(|fault| format!("again: {fault}"))?;
    match ada.next(RETRY)? {
        Event::Silence => ada.ping(b"still there?"),
        Event::Closed => Err("ada's connection was closed".to_owned()),
        Event::Text(text) => Err(format!("ada heard {} of no broker", excerpt(&text))),
    }
}

/// What the relay has printed once there is more than was known.
fn printed_after(context: &CheckContext<'_>, known: &LogTail) -> Result<LogTail, String> {
    let deadline = Instant::now() + ABSENCE + TIMEOUT;
    loop {
        let printed = context.server.printed();
        if printed != *known {
            return Ok(printed);
        }
        if Instant::now() > deadline {
            let waited = ABSENCE + TIMEOUT;
            return Err(format!(
                "nothing was printed within {waited:?} (expected a line that says that the broker is away)"
            ));
        }
        std::thread::sleep(RETRY);
    }
}

fn finds_the_broker_again(context: &mut CheckContext<'_>) -> Result<(), String> {
    let mut pages = context.connect(["ada", "bob"])?;
    context.suspend();
    std::thread::sleep(ABSENCE);
    context.resume()?;
    context.await_all(&mut pages)?;
    // It has subscribed once, not a second time beside the first.
    let text = context.publish_next()?;
    for page in &mut pages {
        hears(page, &text)?;
    }
    pages
        .iter_mut()
        .try_for_each(|page| hears_no_more(page, &text))
}

fn starts_without_a_broker(context: &mut CheckContext<'_>) -> Result<(), String> {
    context.suspend();
    context.restart()?;
    let address = context.server.address();
    let page = |name: &str| Visitor::connect(address, super::FEED, name.to_owned(), TIMEOUT);
    let mut pages = [page("ada")?, page("bob")?];
    std::thread::sleep(ABSENCE);
    context.resume()?;
    context.await_all(&mut pages)
}

fn ends_in_order(context: &mut CheckContext<'_>) -> Result<(), String> {
    let _pages = context.connect(["ada", "bob"])?;
    let asked = Instant::now();
    if let Some(pid) = Pid::from_raw(context.server.pid()) {
        let sent = kill_process(pid, Signal::TERM);
        sent.map_err(|error| format!("SIGTERM: {error}"))?;
    }
    while context.server.exit_status().is_none() {
        if asked.elapsed() > GRACE {
            // Which ends it in another way.
            context.restart()?;
            return Err(format!("it runs still, {GRACE:?} after SIGTERM"));
        }
        std::thread::sleep(RETRY);
    }
    context.restart()
}

fn hears_next(context: &mut CheckContext<'_>, page: &mut Visitor) -> Result<(), String> {
    let text = context.publish_next()?;
    hears(page, &text)
}

fn hears(page: &mut Visitor, text: &str) -> Result<(), String> {
    page.hears(text, |heard| (heard == text).then_some(()))
}

fn hears_no_more(page: &mut Visitor, text: &str) -> Result<(), String> {
    page.does_not_hear(&[text.to_owned()], |heard| Some(heard.to_owned()))
        .map_err(|fault| format!("a second time: {fault}"))
}
