package org.realtimebench.lookup;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The users, read from the database by way of a pool of connections. */
final class Users {

  private static final int COUNT = 10_000;
  private static final String BY_NAME =
      "SELECT id, name, email, description FROM users WHERE name = $1";
  private static final int TIMEOUT_S = 2;

  private final Pool pool;

  private Users(Pool pool) {
    this.pool = pool;
  }

  /**
   * Connects as the need arises, and so succeeds without the database. All verticles get the same
   * pool.
   */
  static Users open(Vertx vertx, String url, int poolSize) {
    PoolOptions options =
        new PoolOptions()
            .setShared(true)
            .setName("users")
            .setMaxSize(poolSize)
            .setConnectionTimeout(TIMEOUT_S)
            .setConnectionTimeoutUnit(TimeUnit.SECONDS);
    Pool pool =
        PgBuilder.pool()
            .with(options)
            .with(new NetClientOptions().setConnectTimeout(TIMEOUT_S * 1000))
            .connectingTo(PgConnectOptions.fromUri(url).setCachePreparedStatements(true))
            .using(vertx)
            .build();
    return new Users(pool);
  }

  /** A random user, looked up by its name. It fails while the database is away. */
  Future<JsonObject> random() {
    int number = ThreadLocalRandom.current().nextInt(1, COUNT + 1);
    return pool.preparedQuery(BY_NAME)
        .execute(Tuple.of("user-" + number))
        .timeout(TIMEOUT_S, TimeUnit.SECONDS)
        .map(rows -> rows.iterator().next().toJson());
  }
}
