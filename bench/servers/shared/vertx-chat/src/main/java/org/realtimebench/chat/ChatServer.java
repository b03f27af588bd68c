package org.realtimebench.chat;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * Starts a verticle for each core that the server may run on, and ends them in order on SIGTERM.
 */
final class ChatServer {

  private ChatServer() {}

  static void run(Function<Vertx, Rooms> roomsOf) {
    String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    int instances = Runtime.getRuntime().availableProcessors();

    Vertx vertx = Vertx.vertx();
    Rooms rooms = roomsOf.apply(vertx);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> vertx.close().await()));
    vertx
        .deployVerticle(
            () -> new ChatVerticle(host, port, rooms),
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
