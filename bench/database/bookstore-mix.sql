-- A store of so many books (psql's variable `books`) that does not grow: of those that are added, the newest alone stays, so that the
-- list stays as long. The servers know nothing of it.
TRUNCATE books RESTART IDENTITY;

INSERT INTO books (name, price)
SELECT 'Book ' || n, n % 100 + 0.99
FROM generate_series(1, :books) AS n;

CREATE OR REPLACE FUNCTION keep_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM books WHERE id > TG_ARGV[0]::bigint AND id < NEW.id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER keep_books AFTER INSERT ON books
FOR EACH ROW EXECUTE FUNCTION keep_books(:books);

VACUUM (FREEZE, ANALYZE) books;
