//! The books: kept in the database, reached by way of a pool of connections.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgPoolOptions, Postgres};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::error::Elapsed;
use tokio::time::timeout;

use crate::new_book::NewBook;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const QUERY_TIMEOUT: Duration = Duration::from_secs(2);

const LIST: &str = "SELECT id, name, price, created_at FROM books ORDER BY id";
const FIND: &str = "SELECT id, name, price, created_at FROM books WHERE id = $1";
const ADD: &str =
    "INSERT INTO books (name, price) VALUES ($1, $2) RETURNING id, name, price, created_at";
const COUNT: &str = "SELECT count(*) FROM books";
const CLEAR: &str = "TRUNCATE books RESTART IDENTITY";

/// A book as in the database, and as clients get it.
#[derive(Serialize, sqlx::FromRow)]
pub struct Book {
    id: i64,
    name: String,
    #[serde(serialize_with = "rust_decimal::serde::float::serialize")]
    price: Decimal,
    #[serde(rename = "createdDate", serialize_with = "with_milliseconds")]
    created_at: DateTime<Utc>,
}

/// The database cannot be reached, or does not answer.
pub struct Unavailable;

pub struct Books {
    pool: PgPool,
    /// As many as connections. Who waits, waits here: in the pool, waiting and connecting have one
    /// limit.
    turns: Semaphore,
}

/// A connection, for as long as it is one's turn. It goes back before the turn does.
struct Turn<'a> {
    connection: PoolConnection<Postgres>,
    _permit: SemaphorePermit<'a>,
}

impl Books {
    /// Connects as the need arises, and so succeeds without the database.
    pub fn open(url: &str, pool_size: u16) -> Result<Self, sqlx::Error> {
        let pool = PgPoolOptions::new()
            .max_connections(pool_size.into())
            .acquire_timeout(CONNECT_TIMEOUT)
            .connect_lazy(url)?;
        Ok(Self {
            pool,
            turns: Semaphore::new(pool_size.into()),
        })
    }

    /// All books, by their ids.
    pub async fn all(&self) -> Result<Vec<Book>, Unavailable> {
        let mut turn = self.turn().await?;
        in_time(sqlx::query_as(LIST).fetch_all(&mut *turn.connection)).await
    }

    /// The book of that id, if there is one.
    pub async fn find(&self, id: i64) -> Result<Option<Book>, Unavailable> {
        let mut turn = self.turn().await?;
        let found = sqlx::query_as(FIND)
            .bind(id)
            .fetch_optional(&mut *turn.connection);
        in_time(found).await
    }

    /// Adds a book, and returns it as it is kept. PostgreSQL rounds the price to its decimals.
    pub async fn add(&self, book: &NewBook<'_>) -> Result<Book, Unavailable> {
        let mut turn = self.turn().await?;
        let added = sqlx::query_as(ADD)
            .bind(book.name)
            .bind(book.price)
            .fetch_one(&mut *turn.connection);
        in_time(added).await
    }

    /// Removes all books, and returns how many there were.
    pub async fn clear(&self) -> Result<i64, Unavailable> {
        let mut turn = self.turn().await?;
        let count = in_time(sqlx::query_scalar(COUNT).fetch_one(&mut *turn.connection)).await?;
        in_time(sqlx::query(CLEAR).execute(&mut *turn.connection)).await?;
        Ok(count)
    }

    async fn turn(&self) -> Result<Turn<'_>, Unavailable> {
        let permit = self.turns.acquire().await.expect("it is never closed");
        Ok(Turn {
            connection: self.pool.acquire().await?,
            _permit: permit,
        })
    }
}

async fn in_time<T>(query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, Unavailable> {
    Ok(timeout(QUERY_TIMEOUT, query).await??)
}

fn with_milliseconds<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.to_rfc3339_opts(SecondsFormat::Millis, true))
}

impl From<sqlx::Error> for Unavailable {
    fn from(_: sqlx::Error) -> Self {
        Self
    }
}

impl From<Elapsed> for Unavailable {
    fn from(_: Elapsed) -> Self {
        Self
    }
}
