//! A repository of one small lookup server.

use crate::small_server::{Repository, Small};

const LOOKUP: Small = Small {
    protocol: "lookup",
    program: "lookup.py",
    manifest: "",
    sql: &["schema.sql", "users.sql"],
    keys: "warmup_s = 0\ndatabase_pool_size = 4\n",
};

/// Whose server has a flaw, or none if that is empty.
pub fn with_flaw(flaw: &str) -> Repository {
    Repository::of(&LOOKUP, flaw)
}
