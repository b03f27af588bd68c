//! A chat server in the test's own process, on a free port. A thread reads each connection; one thread
//! (`room_service`) does all else, and does it wrong as the `Fault` says.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use rtbench::websocket::Target;
use tungstenite::{Message, WebSocket};

use super::fault::Fault;
use super::room_service::{Event, HeldBack, RoomService};
use super::slow_stream::SlowStream;

const NAME_IN_USE: &str = r#"{"type":"system","message":"User already exist"}"#;

pub struct ChatServer {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    heard: Arc<Mutex<Heard>>,
    events: Sender<Event>,
    accepting: JoinHandle<()>,
    serving: JoinHandle<RoomService>,
}

/// What came from the clients besides messages.
#[derive(Default)]
struct Heard {
    pongs: Vec<(String, Instant)>,
    close_codes: Vec<u16>,
}

/// What the server did, and saw of its clients.
pub struct Seen {
    /// What pings and pongs said, sorted.
    pub pings: Vec<String>,
    pub pongs: Vec<String>,
    /// When pongs arrived, in order.
    pub pongs_at: Vec<Instant>,
    /// Of the clients' close frames.
    pub close_codes: Vec<u16>,
    pub held_back: Vec<HeldBack>,
    /// That came from a connection still open.
    pub messages: u64,
}

impl ChatServer {
    pub fn start(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (events, inbox) = channel();
        let stopping = Arc::new(AtomicBool::new(false));
        let heard = Arc::new(Mutex::new(Heard::default()));
        let serving = thread::spawn(move || RoomService::new(fault).run(&inbox));
        let accepting = thread::spawn({
            let (events, stopping, heard) =
                (events.clone(), Arc::clone(&stopping), Arc::clone(&heard));
            move || accept_all(&listener, fault, &events, &stopping, &heard)
        });
        Self {
            address,
            stopping,
            heard,
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
        let heard = std::mem::take(&mut *self.heard.lock().expect("no reader panicked"));
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        let (pongs, pongs_at) = heard.pongs.into_iter().unzip();
        Seen {
            pings: sorted(service.pings),
            pongs: sorted(pongs),
            pongs_at,
            close_codes: heard.close_codes,
            held_back: service.held_back,
            messages: service.messages,
        }
    }
}

fn accept_all(
    listener: &TcpListener,
    fault: Fault,
    events: &Sender<Event>,
    stopping: &AtomicBool,
    heard: &Arc<Mutex<Heard>>,
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
            heard: Arc::clone(heard),
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
    heard: Arc<Mutex<Heard>>,
}

impl Reader {
    /// Reads until the client is gone, however it goes.
    fn run(self, stream: TcpStream) {
        let _ = self.serve(stream);
        let _ = self.events.send(Event::Left { user: self.user });
    }

    fn serve(&self, stream: TcpStream) -> Result<(), Box<dyn std::error::Error>> {
        stream.set_nodelay(true)?;
        if self.fault == Fault::SilentHandshake {
            while (&stream).read(&mut [0; 1024])? > 0 {}
            return Ok(());
        }
        let mut socket = self.shake_hands(stream.try_clone()?)?;
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

    fn shake_hands(&self, stream: TcpStream) -> Result<WebSocket<SlowStream>, String> {
        let byte_interval = match self.fault {
            Fault::SlowHandshake { byte_interval } => Some(byte_interval),
            _ => None,
        };
        let slow = SlowStream {
            stream,
            byte_interval,
        };
        let mut socket = tungstenite::accept(slow).map_err(|error| error.to_string())?;
        socket.get_mut().byte_interval = None;
        Ok(socket)
    }

    fn pass_on(
        &self,
        socket: &mut WebSocket<SlowStream>,
    ) -> Result<(), Box<dyn std::error::Error>> {
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
                Message::Pong(payload) => {
                    let said = String::from_utf8_lossy(&payload).into_owned();
                    self.note(|heard| heard.pongs.push((said, Instant::now())));
                }
                Message::Close(Some(frame)) => {
                    self.note(|heard| heard.close_codes.push(frame.code.into()));
                }
                _ => {}
            }
        }
    }

    fn note(&self, entry: impl FnOnce(&mut Heard)) {
        entry(&mut self.heard.lock().expect("no reader panicked"));
    }
}
