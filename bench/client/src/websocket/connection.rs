//! One user's WebSocket after the handshake: stamped reads into a buffer that all users share, and
//! writes that never block.
//!
//! The receive time of a message is the kernel's (SO_TIMESTAMPNS), so that it does not matter when
//! this process gets round to reading. TCP gives one stamp a read, that of the last segment that the
//! read consumed, and merges segments that wait in the queue under the latest stamp. A message that
//! is read together with later ones therefore carries their stamp: its latency may be over-estimated
//! by up to the time since the socket was read last (about the read interval), and is never
//! under-estimated. Where the kernel gives no stamp, the time of the read is taken.

use std::io::{self, ErrorKind, IoSliceMut, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt, sockopt};
use nix::sys::time::TimeSpec;

use super::error::ConnectionError;
use super::frame::{Frame, FrameError, MAX_MESSAGE_BYTES, Opcode, encode_masked, split_frame};
use crate::load::clock::{RealtimeOffset, now_ns};

/// One read takes at most this much; what is left is read in the next round.
const BUFFER_BYTES: usize = 256 * 1024;
/// The beginning of a frame up to this length is put before what is read next; a longer one stays where it
/// is and grows, so that its bytes are not moved at every read.
const MAX_CARRIED_BYTES: usize = BUFFER_BYTES / 2;

/// What reading needs besides a connection; one for all of them, so that it stays in the cache.
#[derive(Debug)]
pub(crate) struct Reader {
    bytes: Box<[u8]>,
    /// Room for one receive stamp.
    control: Vec<u8>,
    pub realtime: RealtimeOffset,
}

impl Reader {
    pub fn new() -> Self {
        Self {
            bytes: vec![0; BUFFER_BYTES].into_boxed_slice(),
            control: nix::cmsg_space!(TimeSpec),
            realtime: RealtimeOffset::measure(),
        }
    }

    /// Reads once behind the first `offset` bytes: how many, and the stamp of the last segment.
    fn receive(
        &mut self,
        stream: &TcpStream,
        offset: usize,
    ) -> io::Result<(usize, Option<TimeSpec>)> {
        let mut slices = [IoSliceMut::new(&mut self.bytes[offset..])];
        let received = recvmsg::<()>(
            stream.as_raw_fd(),
            &mut slices,
            Some(&mut self.control),
            MsgFlags::MSG_DONTWAIT,
        )?;
        let stamp = received.cmsgs()?.find_map(|message| match message {
            ControlMessageOwned::ScmTimestampns(stamp) => Some(stamp),
            _ => None,
        });
        Ok((received.bytes, stamp))
    }
}

#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    /// The beginning of a frame whose rest is still to come.
    partial: Vec<u8>,
    /// The fragments so far of a message that the server sends in several frames.
    fragments: Option<Vec<u8>>,
    /// What the socket did not take yet: the rest of a frame, and control frames.
    write_buffer: Vec<u8>,
    /// A frame could not even be begun, and waits with its sender.
    is_blocked: bool,
    /// Our close frame is out, and nothing may follow it.
    close_sent: bool,
    /// Why the connection is closed, if it is.
    closed: Option<String>,
}

impl Connection {
    /// Takes over the socket of a finished handshake.
    ///
    /// # Errors
    /// The socket refuses an option.
    pub fn new(stream: TcpStream) -> Result<Self, ConnectionError> {
        stream
            .set_nonblocking(true)
            .map_err(ConnectionError::system("make a socket non-blocking"))?;
        setsockopt(&stream, sockopt::ReceiveTimestampns, &true)
            .map_err(ConnectionError::system("have received segments stamped"))?;
        Ok(Self {
            stream,
            partial: Vec::new(),
            fragments: None,
            write_buffer: Vec::new(),
            is_blocked: false,
            close_sent: false,
            closed: None,
        })
    }

    pub fn closed(&self) -> Option<&str> {
        self.closed.as_deref()
    }

    /// Whether a frame can be written now, without a place behind others in the queue.
    pub fn is_clear(&self) -> bool {
        self.closed.is_none() && !self.wants_to_write()
    }

    /// Whether it is to be told when the socket takes bytes again.
    pub fn wants_to_write(&self) -> bool {
        self.is_blocked || !self.write_buffer.is_empty()
    }

    /// Reads what has arrived, up to the size of the buffer, and hands over every whole message with its
    /// receive time. Answers pings; notes in `closed` that the connection ended.
    ///
    /// # Errors
    /// A breach of the WebSocket protocol, and whatever `deliver` returns.
    pub fn read<E: From<FrameError>>(
        &mut self,
        reader: &mut Reader,
        mut deliver: impl FnMut(&[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_long = self.partial.len() > MAX_CARRIED_BYTES;
        let carried = if is_long { 0 } else { self.partial.len() };
        reader.bytes[..carried].copy_from_slice(&self.partial[..carried]);
        let (length, stamp) = match reader.receive(&self.stream, carried) {
            Ok((0, _)) => {
                self.close("it ended the connection without a close frame");
                return Ok(());
            }
            Ok(received) => received,
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                return Ok(());
            }
            Err(error) => {
                self.close(&error.to_string());
                return Ok(());
            }
        };
        let read_ns = now_ns();
        let received_ns = stamp.map_or(read_ns, |stamp| {
            reader.realtime.monotonic_ns(stamp).min(read_ns)
        });
        let mut received = &reader.bytes[..carried + length];
        let mut long_frame = Vec::new();
        if is_long {
            long_frame = std::mem::take(&mut self.partial);
            long_frame.extend_from_slice(received);
            received = &long_frame;
        }
        let mut rest = received;
        while self.closed.is_none()
            && let Some((frame, behind)) = split_frame(rest)?
        {
            self.accept(frame, received_ns, &mut deliver)?;
            rest = behind;
        }
        if is_long && rest.len() == received.len() {
            self.partial = long_frame;
        } else {
            self.partial.clear();
            self.partial.extend_from_slice(rest);
        }
        Ok(())
    }

    #[inline]
    fn accept<E: From<FrameError>>(
        &mut self,
        frame: Frame<'_>,
        received_ns: u64,
        deliver: &mut impl FnMut(&[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        match frame.opcode {
            Opcode::Text if self.fragments.is_some() => Err(FrameError::UnfinishedMessage.into()),
            Opcode::Text if frame.is_final => deliver(frame.payload, received_ns),
            Opcode::Text => {
                self.fragments = Some(frame.payload.to_vec());
                Ok(())
            }
            Opcode::Continuation => match self.continue_message(&frame)? {
                Some(message) => deliver(&message, received_ns),
                None => Ok(()),
            },
            Opcode::Binary => Err(FrameError::Binary.into()),
            Opcode::Ping => {
                self.send_control(Opcode::Pong, frame.payload);
                Ok(())
            }
            Opcode::Pong => Ok(()),
            Opcode::Close => {
                self.send_control(Opcode::Close, frame.payload);
                self.close(&close_reason(frame.payload));
                Ok(())
            }
        }
    }

    /// The whole message if the frame ends it.
    fn continue_message(&mut self, frame: &Frame<'_>) -> Result<Option<Vec<u8>>, FrameError> {
        let mut message = self.fragments.take().ok_or(FrameError::NothingToContinue)?;
        if message.len() + frame.payload.len() > MAX_MESSAGE_BYTES {
            return Err(FrameError::TooLong);
        }
        message.extend_from_slice(frame.payload);
        if frame.is_final {
            return Ok(Some(message));
        }
        self.fragments = Some(message);
        Ok(None)
    }

    /// Writes one frame. `false` if the socket takes nothing now; a frame that it takes in part is
    /// sent as far as the caller is concerned, its rest goes out by `flush`.
    pub fn send(&mut self, frame: &[u8]) -> bool {
        debug_assert!(self.is_clear());
        let taken = self.write(frame);
        if taken > 0 {
            self.write_buffer.extend_from_slice(&frame[taken..]);
        }
        self.is_blocked = taken == 0;
        taken > 0
    }

    /// Queues a control frame behind what is being written, and writes what the socket takes.
    pub fn send_control(&mut self, opcode: Opcode, payload: &[u8]) {
        if self.close_sent {
            return;
        }
        self.close_sent = opcode == Opcode::Close;
        encode_masked(opcode, payload, rand::random(), &mut self.write_buffer);
        self.flush();
    }

    /// Writes of the queue what the socket takes.
    pub fn flush(&mut self) {
        self.is_blocked = false;
        let queued = std::mem::take(&mut self.write_buffer);
        let taken = self.write(&queued);
        self.write_buffer = queued;
        self.write_buffer.drain(..taken);
    }

    /// How many bytes the socket took.
    fn write(&mut self, bytes: &[u8]) -> usize {
        if self.closed.is_some() || bytes.is_empty() {
            return 0;
        }
        // A broken connection is found out by reading it, after what had arrived before it broke.
        self.stream.write(bytes).unwrap_or(0)
    }

    fn close(&mut self, reason: &str) {
        self.closed.get_or_insert_with(|| reason.to_owned());
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

fn close_reason(payload: &[u8]) -> String {
    match payload.split_first_chunk::<2>() {
        Some((code, [])) => format!("close code {}", u16::from_be_bytes(*code)),
        Some((code, text)) => {
            format!(
                "close code {}, {}",
                u16::from_be_bytes(*code),
                String::from_utf8_lossy(text)
            )
        }
        None => "a close frame without a code".to_owned(),
    }
}
