package lookup;

import com.typesafe.config.Config;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Readable;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The users, read from the database by way of a pool of connections. */
final class Users {
  private static final int COUNT = 10_000;
  private static final String BY_NAME =
      "SELECT id, name, email, description FROM users WHERE name = $1";

  private final ConnectionPool connections;
  private final Duration timeout;

  private Users(ConnectionPool connections, Duration timeout) {
    this.connections = connections;
    this.timeout = timeout;
  }

  /** Connects as the need arises, and so succeeds without the database. */
  static Users open(Config config) {
    Duration timeout = config.getDuration("timeout");
    int poolSize = config.getInt("pool-size");
    ConnectionFactory database =
        ConnectionFactories.get(
            ConnectionFactoryOptions.parse("r2dbc:" + config.getString("url"))
                .mutate()
                .option(ConnectionFactoryOptions.CONNECT_TIMEOUT, timeout)
                .build());
    ConnectionPoolConfiguration pool =
        ConnectionPoolConfiguration.builder(database)
            .initialSize(poolSize)
            .maxSize(poolSize)
            .maxAcquireTime(timeout)
            .build();
    return new Users(new ConnectionPool(pool), timeout);
  }

  /** A random user, looked up by its name. It fails while the database is away. */
  CompletionStage<User> random() {
    String name = "user-" + ThreadLocalRandom.current().nextInt(1, COUNT + 1);
    return Mono.usingWhen(
            connections.create(), connection -> find(connection, name), Connection::close)
        .timeout(timeout)
        .toFuture();
  }

  CompletionStage<Void> close() {
    return connections.disposeLater().toFuture();
  }

  private static Mono<User> find(Connection connection, String name) {
    return Flux.from(connection.createStatement(BY_NAME).bind("$1", name).execute())
        .flatMap(result -> result.map(Users::read))
        .single();
  }

  private static User read(Readable row) {
    return new User(
        row.get("id", Integer.class),
        row.get("name", String.class),
        row.get("email", String.class),
        row.get("description", String.class));
  }
}
