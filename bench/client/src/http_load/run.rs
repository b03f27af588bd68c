//! A load from its first request to its last.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use tokio::runtime::Builder;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::session::{Session, nanoseconds};
use super::user::User;
use super::{Arrival, End, Load, Observation, Requests, closed_loop, open_loop};
use crate::load::WindowObserver;
use crate::load::clock::{now_ns, thread_cpu_ns};

const TICK: Duration = Duration::from_millis(250);
/// Longer than any load.
const NEVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The machine does not let a load be prepared.
#[derive(Debug, thiserror::Error)]
#[error("the load cannot be prepared: {0}")]
pub struct HttpLoadError(#[from] io::Error);

/// Sends the load from the calling thread, and waits until each request is answered or given up.
///
/// # Errors
/// The machine lacks what it takes. Whatever the server does is seen, and no error.
pub fn run(
    address: SocketAddr,
    load: &Load,
    requests: Requests,
    observer: &mut dyn WindowObserver,
) -> Result<Observation, HttpLoadError> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let session = Rc::new(Session::new(address, load, requests));
    let held = held(&session, load, observer);
    Ok(LocalSet::new().block_on(&runtime, held)?)
}

async fn held(
    session: &Rc<Session>,
    load: &Load,
    observer: &mut dyn WindowObserver,
) -> io::Result<Observation> {
    let users = match load.arrival {
        Arrival::Rate { connections, .. } => {
            open_loop::connected(session, connections, observer).await
        }
        Arrival::Users { .. } | Arrival::Connections { .. } => Some(Vec::new()),
    };
    observer.window_started();
    let mut window = Window::start(load.arrival.hold());
    session.begin(window.start_ns, window.hold);
    let mut tasks = JoinSet::new();
    let end = match users {
        None => End::Stopped,
        Some(users) => {
            spawn(&mut tasks, session, load, users, window.start_ns)?;
            drive(&mut tasks, session, load, &mut window, observer).await
        }
    };
    if end != End::Stopped {
        window.end(observer);
    }
    Ok(observation(session, window, end))
}

fn spawn(
    tasks: &mut JoinSet<()>,
    session: &Rc<Session>,
    load: &Load,
    connected: Vec<User>,
    start_ns: u64,
) -> io::Result<()> {
    match load.arrival {
        Arrival::Users {
            users,
            ramp,
            requests_per_user,
            ..
        } => closed_loop::spawn_users(tasks, session, users, ramp, requests_per_user),
        Arrival::Connections { connections, hold } => {
            let end_ns = start_ns + nanoseconds(hold);
            closed_loop::spawn_connections(tasks, session, connections, end_ns);
        }
        Arrival::Rate { per_s, hold, .. } => {
            open_loop::spawn(tasks, session, connected, start_ns, per_s, hold)?;
        }
    }
    Ok(())
}

/// Lets the tasks run to their end, unless time is up or the observer does not want to go on.
async fn drive(
    tasks: &mut JoinSet<()>,
    session: &Session,
    load: &Load,
    window: &mut Window,
    observer: &mut dyn WindowObserver,
) -> End {
    let window_over = sleep(window.hold.unwrap_or(NEVER));
    let given_up = sleep(load.arrival.give_up().unwrap_or(NEVER));
    tokio::pin!(window_over, given_up);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            ended = tasks.join_next() => match ended {
                None => return End::Complete,
                Some(ended) => ended.expect("a task ends in order"),
            },
            _ = ticks.tick() => if !observer.tick(session.progress()) {
                return End::Stopped;
            },
            () = &mut window_over, if !window.is_over() => window.end(observer),
            () = &mut given_up => return End::GivenUp,
        }
    }
}

/// The time over which the load is held, and what this process used of it.
struct Window {
    started_at: SystemTime,
    start_ns: u64,
    start_cpu_ns: u64,
    /// Where that is known from the start.
    hold: Option<Duration>,
    /// When it ended, and the CPU time by then.
    ended: Option<(u64, u64)>,
}

impl Window {
    fn start(hold: Option<Duration>) -> Self {
        Self {
            started_at: SystemTime::now(),
            start_ns: now_ns(),
            start_cpu_ns: thread_cpu_ns(),
            hold,
            ended: None,
        }
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Ends it now, unless it has ended.
    fn end(&mut self, observer: &mut dyn WindowObserver) {
        if self.ended.is_none() {
            self.ended = Some((now_ns(), thread_cpu_ns()));
            observer.window_ended();
        }
    }
}

fn observation(session: &Session, window: Window, end: End) -> Observation {
    let (end_ns, end_cpu_ns) = window.ended.unwrap_or_else(|| (now_ns(), thread_cpu_ns()));
    let elapsed_ns = (end_ns - window.start_ns).max(1);
    let used_ns = end_cpu_ns - window.start_cpu_ns;
    let elapsed = Duration::from_nanos(elapsed_ns);
    let held = window.hold.unwrap_or(elapsed);
    let unsent = session.unsent();
    let closed = session.close(end_ns);
    Observation {
        started_at: window.started_at,
        end,
        window: held,
        counts: closed.counts,
        requests_per_s: closed.successful_in_window as f64 / held.as_secs_f64(),
        unsent_requests: unsent,
        apdex: closed.apdex,
        latency_us: closed.latency_us,
        seconds: closed.seconds,
        lag_us: closed.lag_us,
        client_cpu_percent: used_ns as f64 * 100.0 / elapsed_ns as f64,
    }
}
