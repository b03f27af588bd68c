package org.realtimebench.lookup;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;

/**
 * Starts a verticle for each core that the server may run on, and ends them in order on SIGTERM.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    String host = env("HOST", "127.0.0.1");
    int port = Integer.parseInt(env("PORT", "8080"));
    String database = env("DATABASE_URL", "postgres://bench@127.0.0.1:5432/bench");
    int poolSize = Integer.parseInt(env("DATABASE_POOL_SIZE", "16"));
    int instances = Runtime.getRuntime().availableProcessors();

    Vertx vertx = Vertx.vertx();
    vertx
        .deployVerticle(
            () -> new LookupVerticle(host, port, Users.open(vertx, database, poolSize)),
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
