package org.realtimebench.shootout;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.ServerWebSocketHandshake;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;

/**
 * An HTTP server on one event loop; those of all instances share the port and the set of clients.
 */
final class ShootoutVerticle extends VerticleBase {

  private static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
  private static final int CLOSING_GRACE_S = 2;
  private static final short GOING_AWAY = 1001;
  private static final short INVALID_PAYLOAD = 1007;

  private final String host;
  private final int port;
  private final Set<Client> clients;
  private HttpServer server;

  ShootoutVerticle(String host, int port, Set<Client> clients) {
    this.host = host;
    this.port = port;
    this.clients = clients;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setWebSocketClosingTimeout(CLOSING_GRACE_S)
            .setMaxWebSocketFrameSize(MAX_MESSAGE_BYTES)
            .setMaxWebSocketMessageSize(MAX_MESSAGE_BYTES);
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(ShootoutVerticle::answer)
            .webSocketHandshakeHandler(ShootoutVerticle::acceptAtWs)
            .webSocketHandler(this::welcome);
    return server.listen();
  }

  @Override
  public Future<?> stop() {
    // Who does not read would never be told goodbye.
    vertx.setTimer(CLOSING_GRACE_S * 1000L, timer -> clients.forEach(Client::cutOff));
    return server.shutdown(Duration.ofSeconds(CLOSING_GRACE_S));
  }

  private static void answer(HttpServerRequest request) {
    if (request.path().equals("/")) {
      request.response().putHeader("content-type", "text/plain").end("WebSocket at /ws\n");
    } else {
      request.response().setStatusCode(404).end();
    }
  }

  private static void acceptAtWs(ServerWebSocketHandshake handshake) {
    if (handshake.path().equals("/ws")) {
      handshake.accept();
    } else {
      handshake.reject(404);
    }
  }

  private void welcome(ServerWebSocket socket) {
    Client client = new Client(socket);
    clients.add(client);
    socket
        .textMessageHandler(text -> receive(client, text))
        .closeHandler(closed -> clients.remove(client))
        .shutdownHandler(stopping -> client.close(GOING_AWAY, "server is shutting down"))
        .exceptionHandler(error -> client.cutOff());
  }

  private void receive(Client client, String text) {
    JsonObject message;
    try {
      message = new JsonObject(text);
    } catch (DecodeException malformed) {
      client.close(INVALID_PAYLOAD, "expected a JSON object");
      return;
    }
    Object payload = message.getValue("payload");
    switch (message.getString("type", "")) {
      case "echo" -> client.send(message("echo", payload).encode());
      case "broadcast" -> broadcast(client, payload);
      default -> client.close(INVALID_PAYLOAD, "expected echo or broadcast");
    }
  }

  private void broadcast(Client sender, Object payload) {
    String text = message("broadcast", payload).encode();
    int listenCount = 0;
    for (Client client : clients) {
      client.send(text);
      listenCount++;
    }
    sender.send(message("broadcastResult", payload).put("listenCount", listenCount).encode());
  }

  private static JsonObject message(String type, Object payload) {
    return new JsonObject().put("type", type).put("payload", payload);
  }
}
