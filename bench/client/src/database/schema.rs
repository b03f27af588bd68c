//! What a database is filled with, by the protocol of the servers that use it.

use clap::ValueEnum;

/// The tables that `bench/database` describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lowercase")]
pub enum Schema {
    /// The 10,000 users of lookups.
    Lookup,
    /// The bookstore, without a book.
    Bookstore,
}

impl Schema {
    pub(super) fn table(self) -> &'static str {
        match self {
            Self::Lookup => "users",
            Self::Bookstore => "books",
        }
    }

    /// In `bench/database`, in the order in which they are run.
    pub(super) fn files(self) -> &'static [&'static str] {
        match self {
            Self::Lookup => &["schema.sql", "users.sql"],
            Self::Bookstore => &["bookstore.sql"],
        }
    }

    /// How many rows the table has then.
    pub(super) fn rows(self) -> &'static str {
        match self {
            Self::Lookup => "10000",
            Self::Bookstore => "0",
        }
    }
}
