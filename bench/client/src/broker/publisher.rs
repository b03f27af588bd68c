//! Who publishes. Its socket never blocks, so that a broker that takes nothing keeps nobody from reading; what it did not take goes out
//! when there is room.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::Scheme;
use super::wire::Wire;

const TIMEOUT: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_millis(1);

/// Why nothing can be published.
#[derive(Debug, thiserror::Error)]
pub enum PublisherError {
    #[error("the broker at {address} cannot be published to: {source}")]
    Connection {
        address: SocketAddr,
        source: io::Error,
    },
    #[error("the broker at {address} does not let its publisher in: {reason}")]
    Refused { address: SocketAddr, reason: String },
}

/// A publisher to the topic, who has been let in.
#[derive(Debug)]
pub struct Publisher {
    address: SocketAddr,
    stream: TcpStream,
    wire: Wire,
    /// What the socket did not take yet.
    unsent: Vec<u8>,
    is_open: bool,
}

impl Publisher {
    /// Connects, and waits until the broker lets it in.
    ///
    /// # Errors
    /// The broker is away, or does not let it in within seconds.
    ///
    /// # Panics
    /// Publishers do not speak that scheme.
    pub fn connect(scheme: Scheme, address: SocketAddr) -> Result<Self, PublisherError> {
        let wire = Wire::of(scheme).expect("a scheme that publishers speak");
        let failed = |source| PublisherError::Connection { address, source };
        let open = || {
            let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            stream.set_write_timeout(Some(TIMEOUT))?;
            Ok(stream)
        };
        let mut publisher = Self {
            address,
            stream: open().map_err(failed)?,
            wire,
            unsent: Vec::new(),
            is_open: true,
        };
        publisher.enter()?;
        publisher.stream.set_nonblocking(true).map_err(failed)?;
        Ok(publisher)
    }

    fn enter(&mut self) -> Result<(), PublisherError> {
        let address = self.address;
        let failed = |source| PublisherError::Connection { address, source };
        self.stream
            .write_all(&(self.wire.greeting)())
            .map_err(failed)?;
        let mut answer = Vec::new();
        let mut bytes = [0; 4096];
        loop {
            let read = match self.stream.read(&mut bytes) {
                Ok(0) => return Err(failed(ErrorKind::UnexpectedEof.into())),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(failed(error)),
            };
            answer.extend_from_slice(&bytes[..read]);
            let refused = |reason| PublisherError::Refused { address, reason };
            if (self.wire.is_let_in)(&answer).map_err(refused)? {
                return Ok(());
            }
        }
    }

    /// Whether the broker still keeps the connection, as far as is known.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Publishes a message, as far as the socket takes it now.
    pub fn publish(&mut self, body: &[u8]) {
        (self.wire.publish)(body, &mut self.unsent);
        self.flush();
    }

    /// Writes of what is left what the socket takes.
    pub fn flush(&mut self) {
        while self.is_open && !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(taken) => {
                    self.unsent.drain(..taken);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.is_open = false,
            }
        }
    }

    /// The same, until all is written.
    ///
    /// # Errors
    /// The broker takes nothing for seconds, or is gone.
    pub fn finish(&mut self) -> Result<(), PublisherError> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            self.flush();
            let kind = match self.unsent.is_empty() {
                true => return Ok(()),
                false if !self.is_open => ErrorKind::BrokenPipe,
                false if Instant::now() > deadline => ErrorKind::TimedOut,
                false => {
                    std::thread::sleep(RETRY);
                    continue;
                }
            };
            return Err(PublisherError::Connection {
                address: self.address,
                source: kind.into(),
            });
        }
    }

    /// Reads what the broker says, and answers it where that is asked for; to be called a few times a second.
    pub fn attend(&mut self) {
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => self.is_open = false,
            Ok(read) => {
                if let Some(reply) = (self.wire.reply)(&bytes[..read]) {
                    self.unsent.extend_from_slice(reply);
                    self.flush();
                }
            }
            Err(error) => {
                let is_for_later =
                    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted);
                self.is_open &= is_for_later;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// A broker that answers what it hears first.
    fn broker(answer: &'static [u8]) -> (SocketAddr, thread::JoinHandle<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            assert!(stream.read(&mut [0; 4096]).unwrap() > 0);
            stream.write_all(answer).unwrap();
            stream
        });
        (address, serving)
    }

    #[test]
    fn what_is_published_arrives_and_a_ping_is_answered() {
        let (address, serving) = broker(b"INFO {}\r\nPONG\r\n");
        let mut publisher = Publisher::connect(Scheme::Nats, address).unwrap();
        let mut stream = serving.join().unwrap();
        publisher.publish(b"hello");
        publisher.finish().unwrap();
        let mut published = [0; 20];
        stream.read_exact(&mut published).unwrap();
        assert_eq!(&published, b"PUB bench 5\r\nhello\r\n");
        stream.write_all(b"PING\r\n").unwrap();
        thread::sleep(Duration::from_millis(50));
        publisher.attend();
        let mut reply = [0; 6];
        stream.read_exact(&mut reply).unwrap();
        assert_eq!(&reply, b"PONG\r\n");
    }

    #[test]
    fn a_broker_that_goes_is_noticed() {
        let (address, serving) = broker(&[0x20, 2, 0, 0]);
        let mut publisher = Publisher::connect(Scheme::Mqtt, address).unwrap();
        drop(serving.join().unwrap());
        thread::sleep(Duration::from_millis(50));
        publisher.attend();
        assert!(!publisher.is_open());
        publisher.publish(b"hello");
        assert!(publisher.finish().is_err());
    }

    #[test]
    fn a_broker_that_lets_nobody_in_is_told_with_its_reason() {
        let (address, _serving) = broker(b"ERROR\nmessage:Bad CONNECT\n\n\0");
        let error = Publisher::connect(Scheme::Stomp, address).unwrap_err();
        assert!(error.to_string().contains("Bad CONNECT"), "{error}");
    }
}
