-- The table that the lookup servers read. The names are those of the study of 2015.
CREATE TABLE users (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  email text NOT NULL,
  description text NOT NULL
);
