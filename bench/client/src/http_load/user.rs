//! Who asks: one request at a time, on a connection that is kept as long as it serves.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::{Instant, timeout, timeout_at};

use super::HttpRequest;
use super::account::Ending;
use super::connection::{Connection, Unanswered};
use super::session::{Session, nanoseconds};
use crate::load::clock::now_ns;

pub(super) struct User {
    session: Rc<Session>,
    connection: Option<Connection>,
}

impl User {
    pub fn new(session: &Rc<Session>) -> Self {
        Self {
            session: Rc::clone(session),
            connection: None,
        }
    }

    /// Connects before there is anything to ask; whether it came about.
    pub async fn connect(&mut self) -> bool {
        let connected = timeout(self.session.timeout, self.connect_anew()).await;
        matches!(connected, Ok(Ok(())))
    }

    /// Asks once, and enters what became of it; it was sent, or due, at `since_ns`.
    pub async fn ask(&mut self, since_ns: u64) -> Ending {
        let request = self.session.next_request();
        let ending = self.ended(&request, since_ns).await;
        self.session.record(since_ns, ending);
        if ending == Ending::Refused {
            // A refusal needs no wait, and others want to go on.
            yield_now().await;
        }
        ending
    }

    async fn ended(&mut self, request: &HttpRequest, since_ns: u64) -> Ending {
        let until_ns = since_ns + nanoseconds(self.session.timeout);
        let Some(left_ns) = until_ns.checked_sub(now_ns()).filter(|left| *left > 0) else {
            // It has waited for a connection all the time that it had.
            return Ending::TimedOut;
        };
        let deadline = Instant::now() + Duration::from_nanos(left_ns);
        let is_connected = timeout_at(deadline, self.is_connected()).await;
        if is_connected == Ok(true) {
            match self.tried(request, deadline).await {
                // The server has closed a connection that lay idle, while the request was on its way.
                Err(Unanswered {
                    is_repeatable: true,
                }) => {}
                tried => return tried.unwrap_or(Ending::Broken),
            }
        }
        match timeout_at(deadline, self.connect_anew()).await {
            Ok(Ok(())) => self
                .tried(request, deadline)
                .await
                .unwrap_or(Ending::Broken),
            Ok(Err(_)) => Ending::Refused,
            Err(_) => Ending::NotConnected,
        }
    }

    /// Sends the request on the connection, which is left where no whole answer comes.
    async fn tried(
        &mut self,
        request: &HttpRequest,
        deadline: Instant,
    ) -> Result<Ending, Unanswered> {
        let connection = self.connection.as_mut().expect("it is connected");
        let asked = connection.ask(request.request.as_ref().clone());
        let asked = timeout_at(deadline, asked).await;
        if !matches!(asked, Ok(Ok(_))) {
            self.connection = None;
        }
        asked.map_or(Ok(Ending::TimedOut), |answered| {
            answered.map(|status| Ending::Answered {
                status,
                is_expected: status == request.expected,
            })
        })
    }

    /// Whether the connection is there and serves: not after the server has closed it.
    async fn is_connected(&mut self) -> bool {
        match &mut self.connection {
            Some(connection) => connection.is_usable().await,
            None => false,
        }
    }

    async fn connect_anew(&mut self) -> io::Result<()> {
        self.connection = None;
        self.connection = Some(Connection::open(self.session.address).await?);
        Ok(())
    }
}
