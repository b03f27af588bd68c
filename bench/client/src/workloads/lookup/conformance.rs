//! The promises of the lookup protocol, as `bench/database` has them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use ureq::Agent;

use crate::conformance::http::{self, Answer, same};
use crate::database::Database;
use crate::interrupt::Interrupt;
use crate::server::Verdict;

const PATH: &str = "/api/user";
const USERS: u64 = 10_000;
/// How long a server has to find the database, or to find it again, and much more for a busy machine.
const RECOVERY: Duration = Duration::from_secs(30);
const RETRY: Duration = Duration::from_millis(100);
/// Two of so many random users are the same by a chance of 2 %, ten are not.
const DRAWN: usize = 20;

/// One promise, and how it is tried.
#[derive(Debug)]
struct Check {
    promise: &'static str,
    run: fn(&mut CheckContext) -> Result<(), String>,
}

/// All promises, in the order in which they are tried.
const CHECKS: &[Check] = &[
    Check {
        promise: "a user is answered as JSON, with its members in order",
        run: answers_a_user,
    },
    Check {
        promise: "the JSON is indented by two spaces",
        run: is_pretty,
    },
    Check {
        promise: "the users are drawn at random",
        run: draws_users,
    },
    Check {
        promise: "another path is answered with 404, in JSON",
        run: refuses_another_path,
    },
    Check {
        promise: "another method is answered with 404 or 405",
        run: refuses_another_method,
    },
    Check {
        promise: "requests that come at once are answered in turn, and the next one too",
        run: answers_in_turn,
    },
    Check {
        promise: "while the database is away, the answer is 503, in JSON",
        run: tells_that_the_database_is_away,
    },
    Check {
        promise: "once the database is back, users are answered again",
        run: finds_the_database_again,
    },
];

/// The server that is checked, and its database, which is taken away from it.
struct CheckContext<'a> {
    agent: Agent,
    address: SocketAddr,
    database: &'a mut Database,
    interrupt: &'a Interrupt,
}

/// Tries the promises on the server that listens at `address` and reads `database`, telling each verdict as it comes. The
/// database runs in the end.
pub fn check_lookup(
    address: SocketAddr,
    database: &mut Database,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(&Verdict),
) -> Vec<Verdict> {
    let mut context = CheckContext {
        agent: http::agent(http::ANSWER),
        address,
        database,
        interrupt,
    };
    let verdict = |check: &Check| {
        let tried = (check.run)(&mut context);
        let resumed = context.database.resume(interrupt);
        let fault = tried.and(resumed.map_err(|error| error.to_string())).err();
        let verdict = Verdict {
            promise: check.promise,
            fault,
        };
        tell(&verdict);
        verdict
    };
    CHECKS.iter().map(verdict).collect()
}

fn answers_a_user(context: &mut CheckContext) -> Result<(), String> {
    let answer = context.await_user()?;
    let user = answer.json()?;
    let members: Vec<&String> = user
        .as_object()
        .map_or(vec![], |user| user.keys().collect());
    if members != ["id", "name", "email", "description"] {
        return Err(format!(
            "found the members {members:?} (expected id, name, email, description)"
        ));
    }
    let id = user["id"].as_u64().filter(|id| (1..=USERS).contains(id));
    let id = id.ok_or_else(|| format!("id: found {} (expected 1 to {USERS})", user["id"]))?;
    let expected = json!({
        "id": id,
        "name": format!("user-{id}"),
        "email": format!("user-{id}@example.org"),
        "description": format!("User {id} of {USERS}"),
    });
    same(&user, &expected)
}

fn is_pretty(context: &mut CheckContext) -> Result<(), String> {
    let answer = context.await_user()?;
    let expected = serde_json::to_string_pretty(&answer.json()?).expect("plain data");
    let lines = |text: &str| -> Vec<String> {
        let text = text.trim_end().replace("\" :", "\":");
        text.lines().map(ToOwned::to_owned).collect()
    };
    if lines(&answer.body) == lines(&expected) {
        Ok(())
    } else {
        Err(format!("found {:?} (expected {expected:?})", answer.body))
    }
}

fn draws_users(context: &mut CheckContext) -> Result<(), String> {
    let mut ids = Vec::new();
    for _ in 0..DRAWN {
        ids.push(context.await_user()?.json()?["id"].to_string());
    }
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > DRAWN / 2 {
        Ok(())
    } else {
        Err(format!("{DRAWN} requests got {} users", ids.len()))
    }
}

fn refuses_another_path(context: &mut CheckContext) -> Result<(), String> {
    for path in ["/", "/api", "/api/user/1", "/nothing"] {
        let answer = context.get(path)?;
        answer
            .expect(404)
            .and_then(|()| same(&answer.json()?, &json!({ "error": "not found" })))
            .map_err(|fault| format!("GET {path}: {fault}"))?;
    }
    Ok(())
}

fn refuses_another_method(context: &mut CheckContext) -> Result<(), String> {
    let sent = context.agent.post(context.url(PATH)).send_empty();
    let answer = Answer::of(sent)?;
    if [404, 405].contains(&answer.status) {
        Ok(())
    } else {
        Err(format!(
            "POST {PATH}: found {} (expected 404 or 405)",
            answer.status
        ))
    }
}

fn answers_in_turn(context: &mut CheckContext) -> Result<(), String> {
    http::answers_in_turn(context.address, PATH, "/api")
}

fn tells_that_the_database_is_away(context: &mut CheckContext) -> Result<(), String> {
    context.await_user()?;
    context.database.suspend();
    // More than once: the first may meet connections that have just been cut.
    for _ in 0..3 {
        let answer = context.get(PATH)?;
        answer.expect(503)?;
        same(&answer.json()?, &json!({ "error": "database unavailable" }))?;
    }
    Ok(())
}

fn finds_the_database_again(context: &mut CheckContext) -> Result<(), String> {
    context.database.suspend();
    context.get(PATH)?.expect(503)?;
    let resumed = context.database.resume(context.interrupt);
    resumed.map_err(|error| error.to_string())?;
    context.await_user().map(drop)
}

impl CheckContext<'_> {
    /// Asks for a user until one is answered: a server that has just started takes its time to connect, and on a busy machine
    /// the database may keep it waiting for longer than it waits.
    fn await_user(&self) -> Result<Answer, String> {
        let deadline = Instant::now() + RECOVERY;
        loop {
            let answer = self.get(PATH)?;
            match answer.expect(200) {
                Ok(()) => return Ok(answer),
                Err(fault) if Instant::now() > deadline => {
                    return Err(format!("after {RECOVERY:?}: {fault}"));
                }
                Err(_) => std::thread::sleep(RETRY),
            }
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn get(&self, path: &str) -> Result<Answer, String> {
        let got = self.agent.get(self.url(path)).call();
        Answer::of(got).map_err(|fault| format!("GET {path}: {fault}"))
    }
}
