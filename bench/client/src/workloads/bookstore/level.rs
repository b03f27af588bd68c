//! Under which load a server is measured.

use std::fmt;

use crate::runner;

/// A cell of one of the bookstore's comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A closed loop of users who come one after the other, list the books so often and leave.
    Users(u32),
    /// A closed loop of lists, single books and new books, with so many in store.
    Books(u32),
    /// An open loop of lists at so many percent of the server's own highest rate.
    RatePercent(u32),
}

impl Level {
    #[must_use]
    pub fn users(self) -> Option<u32> {
        match self {
            Self::Users(users) => Some(users),
            Self::Books(_) | Self::RatePercent(_) => None,
        }
    }

    #[must_use]
    pub fn books(self) -> Option<u32> {
        match self {
            Self::Books(books) => Some(books),
            Self::Users(_) | Self::RatePercent(_) => None,
        }
    }

    #[must_use]
    pub fn rate_percent(self) -> Option<u32> {
        match self {
            Self::RatePercent(percent) => Some(percent),
            Self::Users(_) | Self::Books(_) => None,
        }
    }

    /// Of a row or a course, which has one of these.
    #[must_use]
    pub fn of(users: Option<u32>, rate_percent: Option<u32>, books: Option<u32>) -> Self {
        match (rate_percent, books) {
            (Some(percent), _) => Self::RatePercent(percent),
            (None, Some(books)) => Self::Books(books),
            (None, None) => Self::Users(users.unwrap_or_default()),
        }
    }
}

impl runner::Cell for Level {
    fn dimensions(self) -> Vec<(&'static str, u32)> {
        vec![match self {
            Self::Users(value) => ("users", value),
            Self::Books(value) => ("books", value),
            Self::RatePercent(value) => ("rate_percent", value),
        }]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Users(1) => formatter.write_str("1 user"),
            Self::Users(count) => write!(formatter, "{count} users"),
            Self::Books(1) => formatter.write_str("1 book in store"),
            Self::Books(count) => write!(formatter, "{count} books in store"),
            Self::RatePercent(percent) => write!(formatter, "{percent} % of its highest rate"),
        }
    }
}
