//! A server of the shootout's protocol on axum and tokio: a task for each connection.

mod connection;
mod hub;

use std::env;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};

use hub::Hub;

const MAX_MESSAGE_BYTES: usize = 2 * 1024 * 1024;

#[tokio::main]
async fn main() -> io::Result<()> {
    let host = env::var("HOST").unwrap_or_else(|_| "127.0.0.1".to_owned());
    let port = env::var("PORT").unwrap_or_else(|_| "8080".to_owned());
    let listener = TcpListener::bind(format!("{host}:{port}")).await?;

    let hub = Arc::new(Hub::new());
    let app = Router::new()
        .route(
            "/",
            get(|| async { "Echo and broadcast over WebSocket at /ws\n" }),
        )
        .route("/ws", any(accept))
        .with_state(Arc::clone(&hub));

    axum::serve(listener.tap_io(set_options), app)
        .with_graceful_shutdown(end_signal()?)
        .await?;
    hub.shut_down().await;
    Ok(())
}

async fn accept(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(|socket| connection::serve(socket, hub))
}

/// Small messages go out at once; peers that vanished are found. Without either, a connection
/// still works.
fn set_options(stream: &mut TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&*stream).set_keepalive(true);
}

/// Completes on SIGTERM or SIGINT.
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
