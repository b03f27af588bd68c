//! One connection to the server, with one request at a time.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, spawn_local};
use tokio_util::io::InspectReader;

#[derive(Debug)]
pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// Reads and writes; closed with this, whatever is under way.
    driver: JoinHandle<()>,
    /// Whether anything has come since the last request.
    has_heard: Rc<Cell<bool>>,
}

/// A request to which there was no whole answer.
#[derive(Debug)]
pub(super) struct Unanswered {
    /// Whether it can be sent once more, on another connection, as RFC 9110 (9.2.2) lets a client: the server had not
    /// begun to answer, and has not been sent the request, or it is one that does the same when it comes twice.
    pub is_repeatable: bool,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let has_heard = Rc::new(Cell::new(false));
        let heard = Rc::clone(&has_heard);
        let stream = InspectReader::new(stream, move |part: &[u8]| {
            if !part.is_empty() {
                heard.set(true);
            }
        });
        let opened = http1::handshake(TokioIo::new(stream)).await;
        let (sender, driver) = opened.map_err(io::Error::other)?;
        let driver = async move {
            // What goes wrong is told to whom waits for an answer.
            let _ = driver.await;
        };
        Ok(Self {
            sender,
            driver: spawn_local(driver),
            has_heard,
        })
    }

    /// Whether it takes another request; not after the server has closed it.
    pub async fn is_usable(&mut self) -> bool {
        self.sender.ready().await.is_ok()
    }

    /// Sends the request, and reads its answer to the end.
    pub async fn ask(&mut self, request: Request<Full<Bytes>>) -> Result<StatusCode, Unanswered> {
        let is_idempotent = request.method().is_idempotent();
        self.has_heard.set(false);
        self.answered(request).await.map_err(|fault| Unanswered {
            is_repeatable: fault.is_canceled() || is_idempotent && !self.has_heard.get(),
        })
    }

    async fn answered(&mut self, request: Request<Full<Bytes>>) -> hyper::Result<StatusCode> {
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let mut body = response.into_body();
        while let Some(part) = body.frame().await {
            part?;
        }
        Ok(status)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
