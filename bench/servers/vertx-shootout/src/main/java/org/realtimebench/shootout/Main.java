package org.realtimebench.shootout;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts a verticle for each core that the server may run on, and ends them in order on SIGTERM.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    int instances = Runtime.getRuntime().availableProcessors();

    Vertx vertx = Vertx.vertx();
    Set<Client> clients = ConcurrentHashMap.newKeySet();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> vertx.close().await()));
    vertx
        .deployVerticle(
            () -> new ShootoutVerticle(host, port, clients),
            new DeploymentOptions().setInstances(instances))
        .onSuccess(
            deployed ->
                System.out.printf(
                    "listening on http://%s:%d, %d verticles%n", host, port, instances))
        .onFailure(
            error -> {
              System.err.printf("cannot listen on %s:%d: %s%n", host, port, error.getMessage());
              System.exit(1);
            });
  }
}
