package org.realtimebench.bookstore;

/** What is asked of the database; columns are named as a book's members. */
final class BookQuery {

  private static final String COLUMNS = "id, name, price, created_at AS created_date";

  static final String ALL = "SELECT " + COLUMNS + " FROM books ORDER BY id";
  static final String BY_ID = "SELECT " + COLUMNS + " FROM books WHERE id = :id";
  static final String ADD =
      "INSERT INTO books (name, price) VALUES (:name, :price) RETURNING " + COLUMNS;
  static final String COUNT = "SELECT count(*) FROM books";
  static final String REMOVE_ALL = "TRUNCATE books RESTART IDENTITY";

  private BookQuery() {}
}
