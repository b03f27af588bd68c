//! What checks of HTTP servers share: an agent that is patient, what it was answered, and a connection whose requests are sent
//! without a wait for their answers.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use ureq::Agent;
use ureq::http::Response;

/// How long an answer may take, also without a database, and much more for a busy machine.
pub(crate) const ANSWER: Duration = Duration::from_secs(30);

/// An agent to which each status is an answer, and which waits for one so long.
pub(crate) fn agent(patience: Duration) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(patience))
        .http_status_as_error(false);
    config.build().into()
}

/// What came.
pub(crate) struct Answer {
    pub status: u16,
    content_type: String,
    pub body: String,
}

impl Answer {
    pub fn of(got: Result<Response<ureq::Body>, ureq::Error>) -> Result<Self, String> {
        let mut response = got.map_err(|error| error.to_string())?;
        let content_type = response.headers().get("content-type");
        let content_type = content_type.and_then(|value| value.to_str().ok());
        Ok(Self {
            status: response.status().as_u16(),
            content_type: content_type.unwrap_or_default().to_ascii_lowercase(),
            body: response
                .body_mut()
                .read_to_string()
                .map_err(|error| error.to_string())?,
        })
    }

    pub fn expect(&self, status: u16) -> Result<(), String> {
        if self.status == status {
            Ok(())
        } else {
            let found = self.status;
            Err(format!(
                "found status {found} with {:?} (expected {status})",
                self.body
            ))
        }
    }

    pub fn json(&self) -> Result<Value, String> {
        if !self.content_type.starts_with("application/json") {
            let found = &self.content_type;
            return Err(format!(
                "content type: found `{found}` (expected application/json)"
            ));
        }
        serde_json::from_str(&self.body).map_err(|error| format!("{error} in {:?}", self.body))
    }
}

pub(crate) fn same(found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("found {found} (expected {expected})"))
    }
}

/// Asks for a `path` that needs the database and for an `unknown` one at once, then for the unknown one again. The second request needs
/// no database, so a server may be done with it while it still winds up the first. The third shows that the connection is read on.
///
/// # Errors
/// The statuses that came, where they are not 200 (or 503), 404, 404.
pub(crate) fn answers_in_turn(
    address: SocketAddr,
    path: &str,
    unknown: &str,
) -> Result<(), String> {
    let get =
        |path: &str, header: &str| format!("GET {path} HTTP/1.1\r\nHost: bench\r\n{header}\r\n");
    let mut connection = Connection::to(address).map_err(|error| error.to_string())?;
    let steps = [
        (get(path, "") + &get(unknown, ""), 2),
        (get(unknown, "Connection: close\r\n"), 3),
    ];
    for (requests, count) in steps {
        let sent = connection.stream.write_all(requests.as_bytes());
        let read = sent.and_then(|()| connection.read_until(count));
        let found = connection.statuses();
        let fault =
            format!("found the statuses {found:?} of {count} (expected 200, or 503, then 404)");
        read.map_err(|error| format!("{fault}, then: {error}"))?;
        let in_turn = found.len() == count && [200, 503].contains(&found[0]);
        if !in_turn || found[1..].iter().any(|&status| status != 404) {
            return Err(fault);
        }
    }
    Ok(())
}

/// A connection whose requests are sent without a wait for their answers, as no HTTP client does any more.
struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Connection {
    fn to(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, ANSWER)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.set_write_timeout(Some(ANSWER))?;
        Ok(Self {
            stream,
            received: Vec::new(),
        })
    }

    /// Reads until as many answers have begun, or the server closes.
    fn read_until(&mut self, answers: usize) -> io::Result<()> {
        let mut part = [0; 4096];
        while self.statuses().len() < answers {
            match self.stream.read(&mut part)? {
                0 => return Ok(()),
                length => self.received.extend_from_slice(&part[..length]),
            }
        }
        Ok(())
    }

    fn statuses(&self) -> Vec<u16> {
        let received = String::from_utf8_lossy(&self.received);
        let answers = received.split("HTTP/1.1 ").skip(1);
        answers
            .filter_map(|answer| answer.get(..3)?.parse().ok())
            .collect()
    }
}
