package org.realtimebench.relay;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.ServerWebSocketHandshake;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** An HTTP server on one event loop; those of all instances share the port and the set of pages. */
final class FeedVerticle extends VerticleBase {

  private static final int CLOSING_GRACE_S = 2;
  private static final short GOING_AWAY = 1001;

  private final String host;
  private final int port;
  private final Set<Page> pages;
  private HttpServer server;

  FeedVerticle(String host, int port, Set<Page> pages) {
    this.host = host;
    this.port = port;
    this.pages = pages;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            // Finds peers that vanished without closing.
            .setTcpKeepAlive(true)
            .setWebSocketClosingTimeout(CLOSING_GRACE_S);
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(FeedVerticle::answer)
            .webSocketHandshakeHandler(FeedVerticle::acceptAtFeed)
            .webSocketHandler(this::welcome);
    return server.listen();
  }

  @Override
  public Future<?> stop() {
    // Who does not read would never be told goodbye.
    vertx.setTimer(CLOSING_GRACE_S * 1000L, timer -> pages.forEach(Page::cutOff));
    return server.shutdown(CLOSING_GRACE_S, TimeUnit.SECONDS);
  }

  private static void answer(HttpServerRequest request) {
    if (request.path().equals("/")) {
      request
          .response()
          .putHeader("content-type", "text/plain")
          .end("A broker's messages over WebSocket at /feed\n");
    } else {
      request.response().setStatusCode(404).end();
    }
  }

  private static void acceptAtFeed(ServerWebSocketHandshake handshake) {
    if (handshake.path().equals("/feed")) {
      handshake.accept();
    } else {
      handshake.reject(404);
    }
  }

  /** A page says nothing; what it says all the same is ignored. */
  private void welcome(ServerWebSocket socket) {
    Page page = new Page(socket);
    pages.add(page);
    socket
        .closeHandler(closed -> pages.remove(page))
        .shutdownHandler(stopping -> socket.close(GOING_AWAY, "server is shutting down"))
        .exceptionHandler(error -> page.cutOff());
  }
}
