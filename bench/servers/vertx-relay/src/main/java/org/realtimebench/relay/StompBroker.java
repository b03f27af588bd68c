package org.realtimebench.relay;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.stomp.StompClient;
import io.vertx.ext.stomp.StompClientConnection;
import io.vertx.ext.stomp.StompClientOptions;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** RabbitMQ, by STOMP over TCP. */
final class StompBroker implements Broker {

  private static final int CONNECT_TIMEOUT_S = 2;

  // A client that nothing refers to is collected, and its connection closed.
  private final StompClient client;
  private final String destination;

  StompBroker(Vertx vertx, URI address, String topic) {
    StompClientOptions options =
        new StompClientOptions()
            .setHost(address.getHost())
            .setPort(address.getPort())
            .setVirtualHost("/")
            .setLogin("bench")
            .setPasscode("bench")
            // None, for a connection that is lost on this machine is closed.
            .setHeartbeat(new JsonObject().put("x", 0).put("y", 0));
    client = StompClient.create(vertx, options);
    destination = "/topic/" + topic;
  }

  @Override
  public Future<Void> relay(Consumer<String> pages) {
    Promise<Void> gone = Promise.promise();
    client
        .errorFrameHandler(frame -> gone.tryFail(frame.getHeader("message")))
        .connect()
        // Else it would wait for ever where the connection is closed before STOMP's own is made.
        .timeout(CONNECT_TIMEOUT_S, TimeUnit.SECONDS)
        .onSuccess(connection -> subscribe(connection, pages, gone))
        .onFailure(gone::tryFail);
    return gone.future();
  }

  private void subscribe(
      StompClientConnection connection, Consumer<String> pages, Promise<Void> gone) {
    connection.closeHandler(closed -> gone.tryFail("the connection is closed"));
    connection.connectionDroppedHandler(dropped -> gone.tryFail("the connection is lost"));
    connection
        .subscribe(destination, message -> pages.accept(message.getBodyAsString()))
        .onFailure(gone::tryFail);
  }
}
