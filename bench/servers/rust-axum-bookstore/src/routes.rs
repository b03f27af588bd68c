//! What the bookstore is asked, and what it answers.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use crate::books::{Book, Books, Unavailable};
use crate::new_book::{BadBook, NewBook};

type Shop = State<Arc<Books>>;

/// Why there is no answer but this.
enum Failure {
    Bad(BadBook),
    NotFound,
    Unavailable,
}

pub fn routes(books: Arc<Books>) -> Router {
    Router::new()
        .route("/cleanup/", post(clean_up))
        .route("/books/", get(list).post(add))
        .route("/books/{id}", get(one))
        .fallback(|| async { Failure::NotFound })
        .with_state(books)
}

async fn clean_up(State(books): Shop) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({ "removed": books.clear().await? })))
}

async fn list(State(books): Shop) -> Result<Json<Vec<Book>>, Failure> {
    Ok(Json(books.all().await?))
}

async fn add(
    State(books): Shop,
    body: Result<Json<Map<String, Value>>, JsonRejection>,
) -> Result<(StatusCode, Json<Book>), Failure> {
    let Json(members) = body.map_err(|_| BadBook::NOT_AN_OBJECT)?;
    let book = NewBook::try_from(&members)?;
    Ok((StatusCode::CREATED, Json(books.add(&book).await?)))
}

async fn one(
    State(books): Shop,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<Book>, Failure> {
    let Path(id) = id.map_err(|_| Failure::NotFound)?;
    let book = books.find(id).await?;
    book.map(Json).ok_or(Failure::NotFound)
}

impl From<BadBook> for Failure {
    fn from(bad: BadBook) -> Self {
        Self::Bad(bad)
    }
}

impl From<Unavailable> for Failure {
    fn from(_: Unavailable) -> Self {
        Self::Unavailable
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::Bad(BadBook(error)) => (StatusCode::BAD_REQUEST, error),
            Self::NotFound => (StatusCode::NOT_FOUND, "not found"),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "database unavailable"),
        };
        (status, Json(json!({ "error": error }))).into_response()
    }
}
