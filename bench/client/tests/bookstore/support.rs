//! A repository of one small bookstore.

use crate::small_server::{Repository, Small};

const BOOKSTORE: Small = Small {
    protocol: "bookstore",
    program: "bookstore.py",
    manifest: "",
    sql: &[
        "bookstore.sql",
        "bookstore-mix.sql",
        "bookstore-mix-end.sql",
    ],
    keys: "warmup_s = 0\ndatabase_pool_size = 4\nramp_s = 1\nlists_per_user = 3\ngive_up_s = 60\ntimeout_s = 20\nmix_connections = 2\n",
};

/// Whose server has a flaw, or none if that is empty.
pub fn with_flaw(flaw: &str) -> Repository {
    Repository::of(&BOOKSTORE, flaw)
}
