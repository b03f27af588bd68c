package org.realtimebench.bookstore;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.function.Function;

/** Starts the verticles, all over one pool of connections, and ends them in order on SIGTERM. */
final class BookstoreServer {

  private BookstoreServer() {}

  /**
   * @param verticles how many there are unless the environment's VERTICLES says otherwise
   */
  static void run(int verticles, Function<Pool, Books> booksOver) {
    String host = env("HOST", "127.0.0.1");
    int port = Integer.parseInt(env("PORT", "8080"));
    String database = env("DATABASE_URL", "postgres://bench@127.0.0.1:5432/bench");
    int poolSize = Integer.parseInt(env("DATABASE_POOL_SIZE", "16"));
    int instances = Integer.parseInt(env("VERTICLES", String.valueOf(verticles)));

    Vertx vertx = Vertx.vertx();
    Books books = booksOver.apply(Books.connect(vertx, database, poolSize));
    vertx
        .deployVerticle(
            () -> new BookstoreVerticle(host, port, books),
            new DeploymentOptions().setInstances(instances))
        .onSuccess(
            deployment -> {
              endInOrder(vertx, deployment);
              System.out.printf("listening on http://%s:%d, %d verticles%n", host, port, instances);
            })
        .onFailure(
            error -> {
              System.err.printf("cannot listen on %s:%d: %s%n", host, port, error.getMessage());
              System.exit(1);
            });
  }

  /** On SIGTERM: first the verticles, which answer what is under way, then the connections. */
  private static void endInOrder(Vertx vertx, String deployment) {
    Thread ending =
        new Thread(
            () -> {
              vertx.undeploy(deployment).await();
              vertx.close().await();
            });
    Runtime.getRuntime().addShutdownHook(ending);
  }

  private static String env(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }
}
