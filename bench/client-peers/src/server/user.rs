//! One connection: what it has sent and is not whole yet, what it has not taken yet, and how far it is.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};

use tungstenite::protocol::frame::coding::CloseCode;

use super::frame::append_close;

/// A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
const MAX_BACKLOG_BYTES: usize = 64 * 1024 * 1024;

/// How far a connection is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its HTTP request is awaited.
    Upgrading,
    /// Its first frame is awaited.
    Joining,
    Member {
        room: usize,
        name: String,
    },
    /// It was told to go; what it still sends is read and dropped, so that it can read what it was told.
    Leaving,
}

#[derive(Debug)]
pub(super) struct User {
    stream: TcpStream,
    pub stage: Stage,
    /// The beginning of a request or frame whose rest is still to come.
    pub partial: Vec<u8>,
    /// The fragments so far of a message that comes in several frames.
    pub fragments: Option<Vec<u8>>,
    backlog: Vec<u8>,
    /// It can neither be read nor written any more.
    is_broken: bool,
    /// Whether epoll tells when the socket takes bytes again.
    pub is_watched_for_writing: bool,
}

impl User {
    /// # Errors
    /// The socket cannot be set up.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        Ok(Self {
            stream,
            stage: Stage::Upgrading,
            partial: Vec::new(),
            fragments: None,
            backlog: Vec::new(),
            is_broken: false,
            is_watched_for_writing: false,
        })
    }

    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    pub fn has_backlog(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// Reads once: how many bytes, 0 if there is nothing now. Notes the connection's end.
    pub fn read(&mut self, buffer: &mut [u8]) -> usize {
        match self.stream.read(buffer) {
            Ok(0) => {
                self.is_broken = true;
                0
            }
            Ok(length) => length,
            Err(error) => {
                self.is_broken |= !is_temporary(&error);
                0
            }
        }
    }

    /// Writes what the socket takes, and keeps the rest for `flush`.
    pub fn send(&mut self, bytes: &[u8]) {
        if self.stage == Stage::Leaving {
            return;
        }
        let taken = if self.backlog.is_empty() {
            self.write(bytes)
        } else {
            0
        };
        if taken < bytes.len() && !self.is_broken {
            self.backlog.extend_from_slice(&bytes[taken..]);
            self.is_broken = self.backlog.len() > MAX_BACKLOG_BYTES;
        }
    }

    /// Writes of the backlog what the socket takes.
    pub fn flush(&mut self) {
        let backlog = std::mem::take(&mut self.backlog);
        let taken = self.write(&backlog);
        self.backlog = backlog;
        self.backlog.drain(..taken);
        self.hang_up_once_told();
    }

    /// Sends a close frame behind all else; nothing follows it.
    pub fn close(&mut self, code: CloseCode) {
        let mut frame = Vec::new();
        append_close(code, &mut frame);
        self.send(&frame);
        self.leave();
    }

    /// Sends nothing more but the backlog.
    pub fn leave(&mut self) {
        self.stage = Stage::Leaving;
        self.hang_up_once_told();
    }

    fn hang_up_once_told(&mut self) {
        if self.stage == Stage::Leaving && self.backlog.is_empty() {
            // The connection may be gone already.
            let _ = self.stream.shutdown(Shutdown::Write);
        }
    }

    fn write(&mut self, bytes: &[u8]) -> usize {
        match self.stream.write(bytes) {
            Ok(length) => length,
            Err(error) => {
                self.is_broken |= !is_temporary(&error);
                0
            }
        }
    }
}

impl AsFd for User {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
