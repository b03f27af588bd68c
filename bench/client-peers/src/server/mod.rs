//! A chat server as fast as one core can be, so that a client meets its own limit first.
//!
//! One thread waits in epoll, reads whoever is ready once, and then writes once to each user who has
//! something to hear: all messages that came for a room in a round leave in one buffer that its users
//! share. Under load, more messages come in a round, and the writes become fewer for each delivery.

mod chat;
mod event_loop;
mod frame;
mod upgrade;
mod user;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::thread::JoinHandleExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use nix::libc;
use nix::sys::eventfd::{EfdFlags, EventFd};
use nix::time::{ClockId, clock_gettime};

use event_loop::EventLoop;

/// What the server has done so far, for those who watch it.
#[derive(Debug, Default)]
pub struct Counters {
    deliveries: AtomicU64,
    users: AtomicU32,
}

impl Counters {
    /// Messages times the users whom each was for.
    #[must_use]
    pub fn deliveries(&self) -> u64 {
        self.deliveries.load(Ordering::Relaxed)
    }

    /// Who has joined and is still there.
    #[must_use]
    pub fn users(&self) -> u32 {
        self.users.load(Ordering::Relaxed)
    }
}

/// Serves in a thread of its own until it is dropped.
#[derive(Debug)]
pub struct FastServer {
    address: SocketAddr,
    counters: Arc<Counters>,
    stop: Arc<EventFd>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl FastServer {
    /// Starts a thread that runs on the caller's cores. Port 0 takes a free one.
    ///
    /// # Errors
    /// The address is taken, or the kernel refuses a socket.
    pub fn start(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let stop = Arc::new(EventFd::from_flags(
            EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK,
        )?);
        let counters = Arc::new(Counters::default());
        let event_loop = EventLoop::new(listener, Arc::clone(&stop), Arc::clone(&counters))?;
        let thread = std::thread::Builder::new()
            .name("fast-server".to_owned())
            .spawn(move || event_loop.run())?;
        Ok(Self {
            address,
            counters,
            stop,
            thread: Some(thread),
        })
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// CPU time that the server's thread has used.
    ///
    /// # Errors
    /// The thread has ended.
    pub fn cpu_time(&self) -> io::Result<Duration> {
        let thread = self.thread.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut clock = 0;
        // SAFETY: the thread is not joined yet, so its handle is valid; `clock` is written to.
        let errno = unsafe { libc::pthread_getcpuclockid(thread.as_pthread_t(), &raw mut clock) };
        if errno != 0 {
            return Err(io::Error::from_raw_os_error(errno));
        }
        Ok(clock_gettime(ClockId::from_raw(clock))?.into())
    }

    /// Waits for the server's end, which only an error brings about.
    ///
    /// # Errors
    /// What ended it.
    ///
    /// # Panics
    /// The server's thread has panicked.
    pub fn wait(mut self) -> io::Result<()> {
        match self.thread.take() {
            Some(thread) => thread.join().expect("the server's thread does not panic"),
            None => Ok(()),
        }
    }
}

impl Drop for FastServer {
    fn drop(&mut self) {
        let was_asked = self.stop.write(1).is_ok();
        if let Some(thread) = self.thread.take().filter(|_| was_asked) {
            // Of a server that failed, its clients have noticed.
            let _ = thread.join();
        }
    }
}
