//! A relay on axum and tokio: what a broker has on a topic goes to all pages, with a task for each page.

mod broker;
mod feed;
mod page;

use std::env;
use std::error::Error;
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

use broker::Broker;
use feed::Feed;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let host = variable("HOST", "127.0.0.1");
    let port = variable("PORT", "8080");
    let broker_url = variable("BROKER_URL", "amqp://bench:bench@127.0.0.1:5672");
    let broker = Broker::new(&broker_url, variable("TOPIC", "bench"))?;
    let listener = TcpListener::bind(format!("{host}:{port}")).await?;

    let feed = Arc::new(Feed::default());
    let app = Router::new()
        .route(
            "/",
            get(|| async { "A broker's messages over WebSocket at /feed\n" }),
        )
        .route("/feed", any(accept))
        .with_state(Arc::clone(&feed));

    let messages = tokio::spawn({
        let feed = Arc::clone(&feed);
        async move { broker.relay(&feed).await }
    });
    axum::serve(listener.tap_io(set_options), app)
        .with_graceful_shutdown(end_signal()?)
        .await?;
    messages.abort();
    feed.shut_down().await;
    Ok(())
}

fn variable(name: &str, otherwise: &str) -> String {
    env::var(name).unwrap_or_else(|_| otherwise.to_owned())
}

async fn accept(State(feed): State<Arc<Feed>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| page::serve(socket, feed))
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
