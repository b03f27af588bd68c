package org.realtimebench.relay;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts a verticle for the broker and one for pages on each core that the relay may run on, and
 * ends them in order on SIGTERM.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    String host = variable("HOST", "127.0.0.1");
    int port = Integer.parseInt(variable("PORT", "8080"));
    URI address = URI.create(variable("BROKER_URL", "stomp://127.0.0.1:61613"));
    String topic = variable("TOPIC", "bench");
    int instances = Runtime.getRuntime().availableProcessors();

    Vertx vertx = Vertx.vertx();
    Broker broker = Broker.at(vertx, address, topic);
    Set<Page> pages = ConcurrentHashMap.newKeySet();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> vertx.close().await()));
    vertx
        .deployVerticle(new BrokerVerticle(address, broker, pages))
        .compose(
            deployed ->
                vertx.deployVerticle(
                    () -> new FeedVerticle(host, port, pages),
                    new DeploymentOptions().setInstances(instances)))
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

  private static String variable(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }
}
