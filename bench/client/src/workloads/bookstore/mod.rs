//! The bookstore's comparisons: a small REST interface over a database, under users who list its books in a closed loop, at parts of the
//! highest rate that each server has shown, and under a mix of requests with more and more books in store.

mod conformance;
mod level;
mod measure;
mod outcome;
mod plan;
mod requests;
mod row;
mod series;
mod store;

pub use conformance::check_bookstore;
pub use level::Level;
pub use measure::Bookstore;
pub use outcome::Outcome;
pub use plan::Keys;
pub use row::Row;
pub use series::Series;

/// Where all books are listed, and where one is added.
const BOOKS: &str = "/books/";
/// Where the store is emptied.
const CLEANUP: &str = "/cleanup/";
