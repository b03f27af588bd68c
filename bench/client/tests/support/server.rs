//! A chat server in the test's own process, on a free port. A thread reads each connection; one thread
//! (`room_service`) does all else, and does it wrong as the `Fault` says.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use rtbench::chat::Target;
use tungstenite::{Message, WebSocket};

use super::fault::Fault;
use super::room_service::{Event, RoomService};

const NAME_IN_USE: &str = r#"{"type":"system","message":"User already exist"}"#;

pub struct ChatServer {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    pongs: Arc<AtomicU64>,
    events: Sender<Event>,
    accepting: JoinHandle<()>,
    serving: JoinHandle<RoomService>,
}

/// What the server saw of its clients.
pub struct Seen {
    pub pings: u64,
    pub pongs: u64,
}

impl ChatServer {
    pub fn start(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (events, inbox) = channel();
        let stopping = Arc::new(AtomicBool::new(false));
        let pongs = Arc::new(AtomicU64::new(0));
        let serving = thread::spawn(move || RoomService::new(fault).run(&inbox));
        let accepting = thread::spawn({
            let (events, stopping, pongs) =
                (events.clone(), Arc::clone(&stopping), Arc::clone(&pongs));
            move || accept_all(&listener, fault, &events, &stopping, &pongs)
        });
        Self {
            address,
            stopping,
            pongs,
            events,
            accepting,
            serving,
        }
    }

    pub fn target(&self) -> Target {
        Target {
            address: self.address,
            path: "/chat".to_owned(),
        }
    }

    /// Waits until all clients are gone, and stops.
    pub fn stop(self) -> Seen {
        self.stopping.store(true, Ordering::SeqCst);
        TcpStream::connect(self.address).expect("the listener wakes up");
        self.accepting.join().expect("no reader panicked");
        self.events.send(Event::Stop).expect("the service is there");
        let service = self.serving.join().expect("the service did not panic");
        Seen {
            pings: service.pings,
            pongs: self.pongs.load(Ordering::SeqCst),
        }
    }
}

fn accept_all(
    listener: &TcpListener,
    fault: Fault,
    events: &Sender<Event>,
    stopping: &AtomicBool,
    pongs: &Arc<AtomicU64>,
) {
    let mut readers = Vec::new();
    for (user, stream) in listener.incoming().enumerate() {
        if stopping.load(Ordering::SeqCst) {
            break;
        }
        let reader = Reader {
            user,
            fault,
            events: events.clone(),
            pongs: Arc::clone(pongs),
        };
        let stream = stream.expect("an accepted connection");
        readers.push(thread::spawn(move || reader.run(stream)));
    }
    for reader in readers {
        reader.join().expect("the reader did not panic");
    }
}

struct Reader {
    user: usize,
    fault: Fault,
    events: Sender<Event>,
    pongs: Arc<AtomicU64>,
}

impl Reader {
    /// Reads until the client is gone, however it goes.
    fn run(self, stream: TcpStream) {
        let _ = self.serve(stream);
        let _ = self.events.send(Event::Left { user: self.user });
    }

    fn serve(&self, stream: TcpStream) -> Result<(), Box<dyn std::error::Error>> {
        stream.set_nodelay(true)?;
        let mut socket =
            tungstenite::accept(stream.try_clone()?).map_err(|error| error.to_string())?;
        let join: serde_json::Value = serde_json::from_str(socket.read()?.to_text()?)?;
        if self.fault == Fault::RefuseNames {
            socket.send(NAME_IN_USE.into())?;
            return Ok(socket.close(None)?);
        }
        let room = join["chat"].as_str().ok_or("a room")?.to_owned();
        self.events.send(Event::Joined {
            user: self.user,
            room,
            stream,
        })?;
        self.pass_on(&mut socket)
    }

    fn pass_on(&self, socket: &mut WebSocket<TcpStream>) -> Result<(), Box<dyn std::error::Error>> {
        let mut has_slept = false;
        loop {
            match socket.read()? {
                Message::Text(text) => {
                    if let Fault::ReadLate(duration) = self.fault
                        && !has_slept
                        && !text.contains("join/")
                    {
                        has_slept = true;
                        thread::sleep(duration);
                    }
                    let event = Event::Message {
                        user: self.user,
                        text: text.to_string(),
                        arrived_at: Instant::now(),
                    };
                    self.events.send(event)?;
                }
                Message::Pong(_) => {
                    self.pongs.fetch_add(1, Ordering::SeqCst);
                }
                _ => {}
            }
        }
    }
}
