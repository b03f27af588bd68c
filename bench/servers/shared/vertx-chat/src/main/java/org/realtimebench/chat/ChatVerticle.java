package org.realtimebench.chat;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocketHandshake;
import io.vertx.core.shareddata.LocalMap;
import java.time.Duration;

/** An HTTP server on one event loop; those of all instances share the port. */
final class ChatVerticle extends VerticleBase {

  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;
  private static final int CLOSING_GRACE_S = 2;

  private final String host;
  private final int port;
  private final Rooms rooms;
  private HttpServer server;

  ChatVerticle(String host, int port, Rooms rooms) {
    this.host = host;
    this.port = port;
    this.rooms = rooms;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            // Finds peers that vanished without closing.
            .setTcpKeepAlive(true)
            .setWebSocketClosingTimeout(CLOSING_GRACE_S)
            .setMaxWebSocketFrameSize(MAX_MESSAGE_BYTES)
            .setMaxWebSocketMessageSize(MAX_MESSAGE_BYTES);
    LocalMap<String, Boolean> names = vertx.sharedData().getLocalMap("names");
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(ChatVerticle::answer)
            .webSocketHandshakeHandler(ChatVerticle::acceptAtChat)
            .webSocketHandler(socket -> Connection.open(socket, names, rooms));
    return server.listen();
  }

  @Override
  public Future<?> stop() {
    return server.shutdown(Duration.ofSeconds(CLOSING_GRACE_S));
  }

  private static void answer(HttpServerRequest request) {
    if (request.method() == HttpMethod.GET && request.path().equals("/")) {
      request
          .response()
          .putHeader("content-type", "text/plain")
          .end("Chat over WebSocket at /chat\n");
    } else {
      request.response().setStatusCode(404).end();
    }
  }

  private static void acceptAtChat(ServerWebSocketHandshake handshake) {
    if (handshake.path().equals("/chat")) {
      handshake.accept();
    } else {
      handshake.reject(404);
    }
  }
}
