//! The floor plays its whole load, and counts what comes.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use client_peers::floor::{Load, run};
use client_peers::server::FastServer;

fn load() -> Load {
    Load {
        rooms: 2,
        users: 3,
        messages_per_user: 20,
        interval: Duration::from_millis(5),
        read_interval: Duration::from_micros(500),
    }
}

#[test]
fn every_delivery_is_counted_once() {
    let server = FastServer::start(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let received = run(server.address(), &load()).unwrap();
    assert_eq!(received, 360);
    assert_eq!(load().expected_deliveries(), 360);
    assert_eq!(server.counters().deliveries(), 360);
}

#[test]
fn a_server_that_hangs_up_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = std::thread::spawn(move || {
        let accept = || tungstenite::accept(listener.accept().unwrap().0).unwrap();
        let users: Vec<_> = (0..6).map(|_| accept()).collect();
        drop(users);
    });
    let error = run(address, &load()).unwrap_err();
    serving.join().unwrap();
    let kind = error.kind();
    let expected = [
        std::io::ErrorKind::UnexpectedEof,
        std::io::ErrorKind::ConnectionReset,
        std::io::ErrorKind::BrokenPipe,
    ];
    assert!(expected.contains(&kind), "{error}");
}
