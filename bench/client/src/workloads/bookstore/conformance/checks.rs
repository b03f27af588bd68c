//! The promises, in the order in which they are tried; each on an empty store.

use serde_json::{Value, json};
use ureq::RequestBuilder;
use ureq::typestate::WithBody;

use super::bad_books::{LONGEST_NAME, bad_books};
use super::book::id_of;
use super::{BOOKS, CLEANUP, Check, CheckContext};
use crate::conformance::http::{self, Answer, same};
use crate::workloads::bookstore::requests::BOOK;

/// Many times the connections that a server may hold to its database.
const READERS: usize = 200;
const UNKNOWN: &str = "/nothing";

pub(super) const CHECKS: &[Check] = &[
    Check {
        promise: "a clean-up empties the store, and is answered with 200 and what it removed",
        run: empties_the_store,
    },
    Check {
        promise: "a book is added with 201, and answered as JSON, with its members in order",
        run: adds_a_book,
    },
    Check {
        promise: "names of any characters and prices to the cent come back as they were sent",
        run: keeps_names_and_prices,
    },
    Check {
        promise: "all books are listed, ordered by id",
        run: lists_all_books,
    },
    Check {
        promise: "a book is found by its id",
        run: finds_a_book,
    },
    Check {
        promise: "an id that no book has, or that is no number, is answered with 404, in JSON",
        run: refuses_another_id,
    },
    Check {
        promise: "a bad book is answered with 400 by the member that is wrong, and not added",
        run: refuses_bad_books,
    },
    Check {
        promise: "another path is answered with 404",
        run: refuses_another_path,
    },
    Check {
        promise: "another method is answered with 405",
        run: refuses_another_method,
    },
    Check {
        promise: "requests that come at once are answered in turn, and the next one too",
        run: answers_in_turn,
    },
    Check {
        promise: "more readers at once than connections to the database are all answered",
        run: answers_many_readers,
    },
    Check {
        promise: "while the database is away, the answer is 503, in JSON",
        run: tells_that_the_database_is_away,
    },
    Check {
        promise: "once the database is back, books are answered again",
        run: finds_the_database_again,
    },
];

fn empties_the_store(context: &mut CheckContext) -> Result<(), String> {
    context.add("A", 1.0)?;
    context.add("B", 2.0)?;
    let answer = context.empty()?;
    answer.expect(200)?;
    let json = answer.json()?;
    let removed = &json["removed"];
    if !removed.is_u64() {
        return Err(format!(
            "removed: found {removed} (expected a whole number)"
        ));
    }
    same(&context.list()?, &json!([]))
}

fn adds_a_book(context: &mut CheckContext) -> Result<(), String> {
    let book = context.add("The Rust Programming Language", 12.5)?;
    id_of(&book, "The Rust Programming Language", 12.5).map(drop)
}

fn keeps_names_and_prices(context: &mut CheckContext) -> Result<(), String> {
    let longest = "ß".repeat(LONGEST_NAME);
    let names = ["O'Reilly; \"SQL\" \\ <b>", "日本語 🦀", longest.as_str()];
    let prices = [0.0, 0.01, 0.1, 19.99, 99_999_999.99];
    for name in names {
        id_of(&context.add(name, 1.0)?, name, 1.0)?;
    }
    for price in prices {
        id_of(&context.add("A", price)?, "A", price)?;
    }
    Ok(())
}

fn lists_all_books(context: &mut CheckContext) -> Result<(), String> {
    same(&context.list()?, &json!([]))?;
    let added = [
        context.add("A", 1.0)?,
        context.add("日本語 🦀", 19.99)?,
        context.add("C", 99_999_999.99)?,
    ];
    let ids: Vec<Option<u64>> = added.iter().map(|book| book["id"].as_u64()).collect();
    if !ids.is_sorted() {
        return Err(format!("found the ids {ids:?} (expected ascending ones)"));
    }
    same(&context.list()?, &Value::Array(added.into()))
}

fn finds_a_book(context: &mut CheckContext) -> Result<(), String> {
    let added = [context.add("A", 1.0)?, context.add("B", 2.0)?];
    for book in added {
        let answer = context.get(&format!("{BOOKS}{}", book["id"]))?;
        answer.expect(200)?;
        same(&answer.json()?, &book)?;
    }
    Ok(())
}

fn refuses_another_id(context: &mut CheckContext) -> Result<(), String> {
    context.add("A", 1.0)?;
    for id in ["0", "-1", "999999999", "99999999999999999999", "one", "1.5"] {
        let path = format!("{BOOKS}{id}");
        let answer = context.get(&path)?;
        is_not_found(&answer).map_err(|fault| format!("GET {path}: {fault}"))?;
    }
    Ok(())
}

fn is_not_found(answer: &Answer) -> Result<(), String> {
    answer.expect(404)?;
    same(&answer.json()?, &json!({ "error": "not found" }))
}

fn refuses_bad_books(context: &mut CheckContext) -> Result<(), String> {
    for (body, member) in bad_books() {
        let answer = context.post(&body)?;
        names_the_member(&answer, member).map_err(|fault| {
            let shown: String = body.chars().take(80).collect();
            format!("POST {BOOKS} {shown:?}: {fault}")
        })?;
    }
    same(&context.list()?, &json!([]))
}

fn names_the_member(answer: &Answer, member: &str) -> Result<(), String> {
    answer.expect(400)?;
    let json = answer.json()?;
    let message = json["error"].as_str().unwrap_or_default();
    if message.contains(member) {
        Ok(())
    } else {
        Err(format!(
            "found {json} (expected an `error` that names `{member}`)"
        ))
    }
}

fn refuses_another_path(context: &mut CheckContext) -> Result<(), String> {
    for path in ["/", UNKNOWN, "/books/1/2"] {
        let answer = context.get(path)?;
        answer
            .expect(404)
            .map_err(|fault| format!("GET {path}: {fault}"))?;
    }
    Ok(())
}

fn refuses_another_method(context: &mut CheckContext) -> Result<(), String> {
    let id = context.add("A", 1.0)?["id"].to_string();
    let single = format!("{BOOKS}{id}");
    let book = single.as_str();
    let (agent, url) = (&context.agent, |path: &str| context.url(path));
    let sent =
        |request: RequestBuilder<WithBody>| request.content_type("application/json").send(BOOK);
    let tried = [
        ("GET", CLEANUP, agent.get(url(CLEANUP)).call()),
        ("DELETE", BOOKS, agent.delete(url(BOOKS)).call()),
        ("PUT", BOOKS, sent(agent.put(url(BOOKS)))),
        ("POST", book, sent(agent.post(url(book)))),
        ("DELETE", book, agent.delete(url(book)).call()),
    ];
    for (method, path, got) in tried {
        Answer::of(got)
            .and_then(|answer| answer.expect(405))
            .map_err(|fault| format!("{method} {path}: {fault}"))?;
    }
    Ok(())
}

fn answers_in_turn(context: &mut CheckContext) -> Result<(), String> {
    http::answers_in_turn(context.address, BOOKS, UNKNOWN)
}

/// Each waits for a connection to the database, and none for long.
fn answers_many_readers(context: &mut CheckContext) -> Result<(), String> {
    context.add("A", 1.0)?;
    let (agent, url) = (&context.agent, context.url(BOOKS));
    let faults: Vec<String> = std::thread::scope(|scope| {
        let read = || Answer::of(agent.get(&url).call()).and_then(|answer| answer.expect(200));
        let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(read)).collect();
        let ended = readers.into_iter().map(|reader| reader.join());
        ended
            .filter_map(|read| read.expect("a reader does not panic").err())
            .collect()
    });
    match faults.first() {
        None => Ok(()),
        Some(fault) => Err(format!("{} of {READERS} readers: {fault}", faults.len())),
    }
}

fn tells_that_the_database_is_away(context: &mut CheckContext) -> Result<(), String> {
    let id = context.add("A", 1.0)?["id"].to_string();
    context.database.suspend();
    let context = &*context;
    let single = format!("{BOOKS}{id}");
    let book = json!({ "name": "B", "price": 1 }).to_string();
    let list = || is_unavailable("GET", BOOKS, &context.get(BOOKS)?);
    // The list more than once: the first may meet connections that have just been cut.
    list()?;
    // At once, since each may wait for a connection of the pool as long as that has one wait.
    std::thread::scope(|scope| {
        let asked = [
            scope.spawn(list),
            scope.spawn(|| is_unavailable("GET", &single, &context.get(&single)?)),
            scope.spawn(|| is_unavailable("POST", BOOKS, &context.post(&book)?)),
            scope.spawn(|| is_unavailable("POST", CLEANUP, &context.empty()?)),
        ];
        let mut ended = asked.into_iter().map(|one| one.join());
        ended.try_for_each(|told| told.expect("a request does not panic"))
    })
}

fn is_unavailable(method: &str, path: &str, answer: &Answer) -> Result<(), String> {
    let expected = json!({ "error": "database unavailable" });
    let told = answer.expect(503).and_then(|()| answer.json());
    told.and_then(|json| same(&json, &expected))
        .map_err(|fault| format!("{method} {path}: {fault}"))
}

fn finds_the_database_again(context: &mut CheckContext) -> Result<(), String> {
    // The check before has taken the database away, too.
    let book = context.awaited(|| context.add("A", 1.0))?;
    context.database.suspend();
    context.get(BOOKS)?.expect(503)?;
    context.resume()?;
    let listed = context.awaited(|| context.list())?;
    same(&listed, &json!([book]))
}
