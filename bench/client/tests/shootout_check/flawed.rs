//! A small server of the shootout's protocol, in the test's own process, that keeps all promises but the one that its flaw
//! breaks.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rtbench::server::Envelope;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    None,
    EchoesToAll,
    EchoesTwice,
    BreaksUtf8,
    /// A payload of null is left out.
    ForgetsNull,
    ForgetsTheSender,
    BroadcastsTwice,
    TellsAllTheResult,
    TellsTheResultTwice,
    TellsNoResult,
    /// Deliveries follow the result, `LATE`.
    ResultFirst,
    CountsNobody,
    /// Who has gone stays among those who are counted.
    NeverForgets,
    /// One of ten broadcasts goes after the next.
    Reorders,
    DiesOfMalformedJson,
    DiesOfUnknownTypes,
    /// A client's queue is short, and who broadcasts waits for a place in it.
    WaitsForTheSlowest,
    DiesOfTheVanished,
    CutsLongPayloads,
    TakesNoFragments,
    IgnoresPings,
    /// Broadcasts go to the first `FEW` alone.
    ReachesFew,
}

const LATE: Duration = Duration::from_secs(3);
pub const FEW: usize = 20;

const IDENTIFIER: &str = r#"{"channel":"BenchmarkChannel"}"#;
/// First bytes of frames: a text that goes on in another frame, and a ping.
const UNFINISHED_TEXT: u8 = 0x01;
const PING: u8 = 0x89;

type SendQueue = SyncSender<String>;

/// Send queues by connection.
type Clients = Arc<Mutex<BTreeMap<usize, SendQueue>>>;

/// Serves on a free port until the test ends.
pub fn start(flaw: Flaw, envelope: Envelope) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let clients = Clients::default();
    thread::spawn(move || {
        for (connection, stream) in listener.incoming().enumerate() {
            let places = if flaw == Flaw::WaitsForTheSlowest {
                4
            } else {
                2_000
            };
            let (own, inbox) = sync_channel(places);
            let service = Service {
                connection,
                own,
                clients: Arc::clone(&clients),
                flaw,
                envelope,
                broadcasts: 0,
                held: None,
            };
            let stream = stream.expect("a connection");
            thread::spawn(move || service.serve(stream, &inbox));
        }
    });
    address
}

/// What one client is served by.
struct Service {
    connection: usize,
    own: SendQueue,
    clients: Clients,
    flaw: Flaw,
    envelope: Envelope,
    broadcasts: u32,
    held: Option<Value>,
}

impl Service {
    fn serve(mut self, stream: TcpStream, inbox: &Receiver<String>) -> Option<()> {
        let mut socket = tungstenite::accept(stream).ok()?;
        let timeout = Some(Duration::from_millis(5));
        socket.get_ref().set_read_timeout(timeout).ok()?;
        match self.envelope {
            Envelope::None => self.let_in(),
            Envelope::ActionCable => self.say(json!({ "type": "welcome" })),
        }
        let said_goodbye = self.listen(&mut socket, inbox).is_some();
        let mut clients = self.clients.lock().ok()?;
        if self.flaw != Flaw::NeverForgets {
            clients.remove(&self.connection);
        }
        if self.flaw == Flaw::DiesOfTheVanished && !said_goodbye {
            clients.clear();
        }
        Some(())
    }

    /// One thread reads and writes a connection, so that neither needs a lock. `None` where the client has vanished.
    fn listen(
        &mut self,
        socket: &mut WebSocket<TcpStream>,
        inbox: &Receiver<String>,
    ) -> Option<()> {
        loop {
            for text in inbox.try_iter() {
                socket.send(Message::text(text)).ok()?;
            }
            self.mistakes_a_frame(socket.get_ref())?;
            match socket.read() {
                Ok(Message::Text(text)) => self.take(&text),
                Ok(Message::Close(_)) => return Some(()),
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Looks at the next frame before it is read as it should be.
    fn mistakes_a_frame(&self, mut stream: &TcpStream) -> Option<()> {
        let mut first = [0];
        if stream.peek(&mut first).is_err() {
            return Some(());
        }
        match (self.flaw, first[0]) {
            (Flaw::TakesNoFragments, UNFINISHED_TEXT) => None,
            (Flaw::IgnoresPings, PING) => stream.read(&mut [0; 64]).ok().map(drop),
            _ => Some(()),
        }
    }

    fn take(&mut self, text: &str) {
        let Some((kind, payload)) = self.open(text) else {
            self.die_of(Flaw::DiesOfMalformedJson);
            return;
        };
        let payload = match (self.flaw, payload) {
            (Flaw::BreaksUtf8, Value::String(text)) => {
                text.replace(|char: char| !char.is_ascii(), "?").into()
            }
            (Flaw::CutsLongPayloads, Value::String(text)) => {
                text.chars().take(1000).collect::<String>().into()
            }
            (_, payload) => payload,
        };
        match kind.as_str() {
            "subscribe" => {
                self.let_in();
                self.say(json!({ "identifier": IDENTIFIER, "type": "confirm_subscription" }));
            }
            "echo" => self.echo(payload),
            "broadcast" => self.broadcast(payload),
            _ => self.die_of(Flaw::DiesOfUnknownTypes),
        }
    }

    /// Type and payload of a message.
    fn open(&self, text: &str) -> Option<(String, Value)> {
        let message: Value = serde_json::from_str(text).ok()?;
        let kind = |message: &Value, field: &str| Some(message[field].as_str()?.to_owned());
        match self.envelope {
            Envelope::None => Some((kind(&message, "type")?, message["payload"].clone())),
            Envelope::ActionCable if message["command"] == "message" => {
                let data: Value = serde_json::from_str(message["data"].as_str()?).ok()?;
                Some((kind(&data, "action")?, data["payload"].clone()))
            }
            Envelope::ActionCable => Some((kind(&message, "command")?, Value::Null)),
        }
    }

    /// The message for a client.
    fn message(&self, kind: &str, payload: Value, listeners: Option<usize>) -> Value {
        let forgets_it = self.flaw == Flaw::ForgetsNull && payload.is_null();
        let mut message = match self.envelope {
            Envelope::None => json!({ "type": kind }),
            Envelope::ActionCable => json!({ "action": kind }),
        };
        if !forgets_it {
            message["payload"] = payload;
        }
        match (self.envelope, listeners) {
            (Envelope::ActionCable, _) => {
                json!({ "identifier": IDENTIFIER, "message": message })
            }
            (Envelope::None, Some(count)) if self.flaw != Flaw::CountsNobody => {
                message["listenCount"] = count.into();
                message
            }
            (Envelope::None, _) => message,
        }
    }

    fn echo(&self, payload: Value) {
        // The first echo of a client shows that it is connected.
        let is_first = payload == "connected";
        let echo = self.message("echo", payload, None);
        match self.flaw {
            Flaw::EchoesToAll if !is_first => drop(self.say_to_all(&echo)),
            Flaw::EchoesTwice if !is_first => {
                self.say(echo.clone());
                self.say(echo);
            }
            _ => self.say(echo),
        }
    }

    fn broadcast(&mut self, payload: Value) {
        let broadcast = self.message("broadcast", payload.clone(), None);
        self.broadcasts += 1;
        if self.flaw == Flaw::Reorders && self.broadcasts % 10 == 3 {
            self.held = Some(broadcast);
            return;
        }
        let count = match self.flaw {
            Flaw::ResultFirst => self.say_to_all_late(broadcast.to_string()),
            _ => self.say_to_all(&broadcast),
        };
        if let Some(held) = self.held.take() {
            self.say_to_all(&held);
        }
        if self.flaw == Flaw::BroadcastsTwice {
            self.say_to_all(&broadcast);
        }
        let result = self.message("broadcastResult", payload, Some(count));
        match self.flaw {
            Flaw::TellsNoResult => {}
            Flaw::TellsAllTheResult => drop(self.say_to_all(&result)),
            Flaw::TellsTheResultTwice => {
                self.say(result.clone());
                self.say(result);
            }
            _ => self.say(result),
        }
    }

    fn let_in(&self) {
        let mut clients = self.clients.lock().expect("no thread panicked");
        clients.insert(self.connection, self.own.clone());
    }

    fn say(&self, message: Value) {
        let _ = self.own.send(message.to_string());
    }

    /// To how many.
    fn say_to_all(&self, message: &Value) -> usize {
        let text = message.to_string();
        let clients = self.clients.lock().expect("no thread panicked");
        let few = if self.flaw == Flaw::ReachesFew {
            FEW
        } else {
            usize::MAX
        };
        for (connection, queue) in clients.iter().take(few) {
            let is_forgotten =
                self.flaw == Flaw::ForgetsTheSender && *connection == self.connection;
            if !is_forgotten {
                let _ = queue.send(text.clone());
            }
        }
        clients.len()
    }

    /// The same, while nobody waits for it.
    fn say_to_all_late(&self, text: String) -> usize {
        let clients = self.clients.lock().expect("no thread panicked");
        let queues: Vec<SendQueue> = clients.values().cloned().collect();
        let count = queues.len();
        thread::spawn(move || {
            thread::sleep(LATE);
            for queue in queues {
                let _ = queue.send(text.clone());
            }
        });
        count
    }

    /// As if the process had ended: who is connected hears no more.
    fn die_of(&self, cause: Flaw) {
        if self.flaw == cause {
            self.clients.lock().expect("no thread panicked").clear();
        }
    }
}
