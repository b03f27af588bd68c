package org.realtimebench.bookstore;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The books in the database, as JSON. All of it fails while the database is away. */
class Books {

  private static final String COLUMNS = "id, name, price, created_at";
  private static final String ALL = "SELECT " + COLUMNS + " FROM books ORDER BY id";
  private static final String BY_ID = "SELECT " + COLUMNS + " FROM books WHERE id = $1";
  private static final String ADD =
      "INSERT INTO books (name, price) VALUES ($1, $2) RETURNING " + COLUMNS;
  private static final String COUNT = "SELECT count(*) AS count FROM books";
  private static final String REMOVE_ALL = "TRUNCATE books RESTART IDENTITY";

  private static final int TIMEOUT_S = 2;
  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private final Pool pool;

  Books(Pool pool) {
    this.pool = pool;
  }

  /** Connects as the need arises, and so succeeds without the database. */
  static Pool connect(Vertx vertx, String url, int poolSize) {
    return PgBuilder.pool()
        .with(new PoolOptions().setMaxSize(poolSize))
        .with(new NetClientOptions().setConnectTimeout(TIMEOUT_S * 1000))
        .connectingTo(PgConnectOptions.fromUri(url).setCachePreparedStatements(true))
        .using(vertx)
        .build();
  }

  /** All of them, in the order of their ids. */
  Future<JsonArray> all() {
    return execute(ALL, Tuple.tuple())
        .map(
            rows -> {
              JsonArray books = new JsonArray();
              rows.forEach(row -> books.add(toJson(row)));
              return books;
            });
  }

  Future<Optional<JsonObject>> byId(long id) {
    return execute(BY_ID, Tuple.of(id))
        .map(rows -> rows.size() == 0 ? Optional.empty() : Optional.of(toJson(first(rows))));
  }

  /** The book as it is in the store. */
  Future<JsonObject> add(NewBook book) {
    return execute(ADD, Tuple.of(book.name(), book.price())).map(rows -> toJson(first(rows)));
  }

  /** How many they were. */
  Future<Long> removeAll() {
    return execute(COUNT, Tuple.tuple())
        .map(rows -> first(rows).getLong("count"))
        .compose(count -> execute(REMOVE_ALL, Tuple.tuple()).map(count));
  }

  /** The time-out is the statement's alone: a request may wait longer for a connection. */
  Future<RowSet<Row>> execute(String statement, Tuple values) {
    return pool.withConnection(
        connection ->
            connection
                .preparedQuery(statement)
                .execute(values)
                .timeout(TIMEOUT_S, TimeUnit.SECONDS));
  }

  private static Row first(RowSet<Row> rows) {
    return rows.iterator().next();
  }

  private static JsonObject toJson(Row row) {
    return new JsonObject()
        .put("id", row.getLong("id"))
        .put("name", row.getString("name"))
        .put("price", row.getBigDecimal("price"))
        .put("createdDate", MILLISECONDS.format(row.getOffsetDateTime("created_at")));
  }
}
