package lookup;

/** A user as in the database, and as clients get it. */
record User(int id, String name, String email, String description) {}
