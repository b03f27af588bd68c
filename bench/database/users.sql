-- The 10,000 users: each row follows from its number, so that every filling gives the same table.
INSERT INTO users (id, name, email, description)
SELECT n, 'user-' || n, 'user-' || n || '@example.org', 'User ' || n || ' of 10000'
FROM generate_series(1, 10000) AS n;

VACUUM (FREEZE, ANALYZE) users;
