//! A bookstore with its books in PostgreSQL, on axum, sqlx and tokio.

mod books;
mod new_book;
mod routes;

use std::env;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use futures_util::FutureExt;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::sleep;

use books::Books;

const CLOSING_GRACE: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let host = setting("HOST", "127.0.0.1");
    let port = setting("PORT", "8080");
    let url = setting("DATABASE_URL", "postgres://bench@127.0.0.1:5432/bench");
    let pool_size = setting("DATABASE_POOL_SIZE", "16").parse::<u16>();
    let pool_size = pool_size.map_err(|error| format!("DATABASE_POOL_SIZE: {error}"))?;
    let books = Books::open(&url, pool_size).map_err(|error| format!("DATABASE_URL: {error}"))?;
    // So that a connection is there for the first request, if the database is.
    let _ = books.find(1).await;

    let listener = TcpListener::bind(format!("{host}:{port}")).await?;
    // Small answers go out at once; without that, a connection still works.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let ending = end_signal()?.shared();
    let served = axum::serve(listener, routes::routes(Arc::new(books)))
        .with_graceful_shutdown(ending.clone())
        .into_future();
    tokio::select! {
        ended = served => ended?,
        // Who is not answered by then is cut.
        () = ending.then(|()| sleep(CLOSING_GRACE)) => {}
    }
    Ok(())
}

fn setting(name: &str, otherwise: &str) -> String {
    env::var(name).unwrap_or_else(|_| otherwise.to_owned())
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
