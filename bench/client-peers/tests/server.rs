//! The fast server keeps the chat protocol's promises, and WebSocket's.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use client_peers::server::FastServer;
use rtbench::workloads::chat::conformance::{CHECKS, TIMEOUT, check};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::{Message, WebSocket};

fn start() -> FastServer {
    FastServer::start(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap()
}

fn join(server: &FastServer, room: &str, name: &str) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let url = format!("ws://{}/chat", server.address());
    let (mut socket, _) = tungstenite::client(url, stream).unwrap();
    let text = format!(r#"{{"chat":"{room}","name":"{name}"}}"#);
    socket.send(Message::text(text)).unwrap();
    socket
}

fn message(room: &str, name: &str, text: &str) -> String {
    format!(r#"{{"name":"{name}","chat":"{room}","message":"{text}"}}"#)
}

#[track_caller]
fn assert_closes_with(socket: &mut WebSocket<TcpStream>, code: CloseCode) {
    match socket.read().unwrap() {
        Message::Close(Some(frame)) => assert_eq!(frame.code, code),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn eventually(promise: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !promise() {
        assert!(Instant::now() < deadline, "it does not come true");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn the_fast_server_passes_all_conformance_checks() {
    let server = start();
    let verdicts = check(CHECKS, server.address(), "/chat", TIMEOUT, |_| {});
    assert_eq!(verdicts.len(), CHECKS.len());
    for verdict in verdicts {
        assert_eq!(verdict.fault, None, "{}", verdict.promise);
    }
}

#[test]
fn a_message_in_fragments_arrives_whole_with_a_ping_in_between() {
    let server = start();
    let mut ada = join(&server, "room", "ada");
    let text = message("room", "ada", "hello");
    let (head, tail) = text.split_at(20);
    let fragment = |text: &str, opcode, is_final| {
        Message::Frame(Frame::message(text.to_owned(), opcode, is_final))
    };
    ada.send(fragment(head, OpCode::Data(Data::Text), false))
        .unwrap();
    ada.send(Message::Ping("now?".into())).unwrap();
    ada.send(fragment(tail, OpCode::Data(Data::Continue), true))
        .unwrap();
    assert_eq!(ada.read().unwrap(), Message::Pong("now?".into()));
    assert_eq!(ada.read().unwrap(), Message::text(text));
}

#[test]
fn a_reader_that_is_slow_gets_everything_in_order() {
    const MESSAGES: usize = 300;
    let server = start();
    let mut ada = join(&server, "room", "ada");
    let long = "x".repeat(60_000);
    let texts = (0..MESSAGES).map(|number| message("room", "ada", &format!("{number}{long}")));
    for text in texts.clone() {
        ada.send(Message::text(text)).unwrap();
    }
    eventually(|| server.counters().deliveries() == MESSAGES as u64);
    for text in texts {
        assert_eq!(ada.read().unwrap(), Message::text(text));
    }
}

#[test]
fn what_breaks_a_protocol_is_refused_with_its_own_code() {
    let server = start();
    let refusals = [
        (Message::binary(vec![1, 2]), CloseCode::Unsupported),
        (Message::text("{"), CloseCode::Invalid),
        (Message::text("[]"), CloseCode::Policy),
        (Message::text("x".repeat(1024 * 1024 + 1)), CloseCode::Size),
    ];
    for (message, code) in refusals {
        let mut ada = join(&server, "room", "ada");
        eventually(|| server.counters().users() == 1);
        ada.send(message).unwrap();
        assert_closes_with(&mut ada, code);
        eventually(|| server.counters().users() == 0);
    }
}

#[test]
fn deliveries_and_users_are_counted() {
    let server = start();
    let mut users = ["ada", "bob", "cy"].map(|name| join(&server, "room", name));
    let mut elsewhere = join(&server, "another", "di");
    eventually(|| server.counters().users() == 4);
    users[0]
        .send(Message::text(message("room", "ada", "1")))
        .unwrap();
    elsewhere
        .send(Message::text(message("another", "di", "2")))
        .unwrap();
    eventually(|| server.counters().deliveries() == 4);
    drop(users);
    eventually(|| server.counters().users() == 1);
    assert_eq!(server.counters().deliveries(), 4);
}

#[test]
fn a_server_that_is_dropped_listens_no_more() {
    let server = start();
    let address = server.address();
    drop(server);
    assert!(TcpStream::connect(address).is_err());
}
