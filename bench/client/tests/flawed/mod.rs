//! A small chat server in the test's own process that keeps all promises but the one that its flaw
//! breaks.

use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    None,
    ForgetsTheSender,
    EchoesOnly,
    SaysItTwice,
    LeaksIntoOtherRooms,
    TakesAnyName,
    RefusesWithoutClosing,
    ReplacesTheFirst,
    NeverFreesNames,
    BreaksUtf8,
    CutsLongMessages,
    DiesOfMalformedJson,
    /// What a user says within `LATE` of its first frame goes to nobody.
    JoinsLate,
}

pub const LATE: Duration = Duration::from_millis(500);

type SendQueue = std::sync::mpsc::Sender<Message>;

struct Member {
    room: String,
    connection: usize,
    send_queue: SendQueue,
}

/// Members by name.
type Members = Arc<Mutex<HashMap<String, Member>>>;

/// Serves on a free port until the test ends.
pub fn start(flaw: Flaw) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let members = Members::default();
    thread::spawn(move || {
        for (connection, stream) in listener.incoming().enumerate() {
            let members = Arc::clone(&members);
            let stream = stream.expect("a connection");
            thread::spawn(move || serve(stream, connection, &members, flaw));
        }
    });
    address
}

/// One thread reads and writes a connection, so that neither needs a lock.
fn serve(stream: TcpStream, connection: usize, members: &Members, flaw: Flaw) -> Option<()> {
    let mut socket = tungstenite::accept(stream).ok()?;
    let timeout = Some(Duration::from_millis(5));
    socket.get_ref().set_read_timeout(timeout).ok()?;
    let (send_queue, inbox) = std::sync::mpsc::channel();
    let mut name = None;
    let mut joined_at = Instant::now();
    loop {
        for message in inbox.try_iter() {
            socket.send(message).ok()?;
        }
        match socket.read() {
            Ok(Message::Text(text)) => {
                let Ok(frame) = serde_json::from_str::<Value>(&text) else {
                    die_of_it(members, flaw);
                    continue;
                };
                match &name {
                    None => {
                        joined_at = Instant::now();
                        name = join(&frame, connection, &send_queue, members, &mut socket, flaw);
                    }
                    Some(_) if flaw == Flaw::JoinsLate && joined_at.elapsed() < LATE => {}
                    Some(name) => post(name, &frame, members, flaw),
                }
            }
            Err(tungstenite::Error::Io(error))
                if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => break,
        }
    }
    let name = name?;
    let mut members = members.lock().ok()?;
    let is_own = members.get(&name)?.connection == connection;
    if is_own && flaw != Flaw::NeverFreesNames {
        members.remove(&name);
    }
    Some(())
}

fn join(
    frame: &Value,
    connection: usize,
    send_queue: &SendQueue,
    members: &Members,
    socket: &mut WebSocket<TcpStream>,
    flaw: Flaw,
) -> Option<String> {
    let name = frame["name"].as_str()?.to_owned();
    let room = frame["chat"].as_str()?.to_owned();
    let mut members = members.lock().ok()?;
    if members.contains_key(&name) && flaw != Flaw::TakesAnyName {
        if flaw == Flaw::ReplacesTheFirst {
            members.remove(&name);
        }
        let refusal = json!({ "type": "system", "message": "User already exist" });
        socket.send(Message::text(refusal.to_string())).ok()?;
        if flaw != Flaw::RefusesWithoutClosing {
            socket.close(None).ok()?;
        }
        return None;
    }
    let send_queue = send_queue.clone();
    let member = Member {
        room,
        connection,
        send_queue,
    };
    members.insert(name.clone(), member);
    Some(name)
}

fn post(sender: &str, frame: &Value, members: &Members, flaw: Flaw) {
    let Some(message) = frame["message"].as_str() else {
        return;
    };
    let message = match flaw {
        Flaw::BreaksUtf8 => message.replace(|char: char| !char.is_ascii(), "?"),
        Flaw::CutsLongMessages => message.chars().take(1000).collect(),
        _ => message.to_owned(),
    };
    let mut frame = frame.clone();
    frame["message"] = message.into();
    let times = if flaw == Flaw::SaysItTwice { 2 } else { 1 };
    let members = members.lock().expect("no thread panicked");
    let Some(room) = members.get(sender).map(|member| &member.room) else {
        return;
    };
    for (name, member) in members.iter() {
        let is_sender = name == sender;
        let hears = match flaw {
            Flaw::ForgetsTheSender => member.room == *room && (!is_sender || members.len() == 1),
            Flaw::EchoesOnly => is_sender,
            Flaw::LeaksIntoOtherRooms => true,
            _ => member.room == *room,
        };
        if hears {
            for _ in 0..times {
                let _ = member.send_queue.send(Message::text(frame.to_string()));
            }
        }
    }
}

/// As if the process had ended: who is connected hears no more.
fn die_of_it(members: &Members, flaw: Flaw) {
    if flaw == Flaw::DiesOfMalformedJson {
        members.lock().expect("no thread panicked").clear();
    }
}
