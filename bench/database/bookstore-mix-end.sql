-- From here on the store keeps all books that are added to it.
DROP TRIGGER IF EXISTS keep_books ON books;
