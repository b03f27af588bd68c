package org.realtimebench.relay;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.WebSocketChannel;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Takes on pages at /feed, and passes on to all of them what the broker has. */
final class RelayServer {

  private static final long RETRY_PAUSE_MS = 1000;

  private final Set<Page> pages = ConcurrentHashMap.newKeySet();
  private final Function<WebSocketChannel, Page> pageOf;

  RelayServer(Function<WebSocketChannel, Page> pageOf) {
    this.pageOf = pageOf;
  }

  /** Listens, and ends on SIGTERM, which cuts the connections. */
  void start() {
    String host = variable("HOST", "127.0.0.1");
    int port = Integer.parseInt(variable("PORT", "8080"));
    Undertow server =
        Undertow.builder()
            .addHttpListener(port, host)
            .setHandler(
                Handlers.path()
                    .addExactPath(
                        "/",
                        exchange ->
                            exchange
                                .getResponseSender()
                                .send("A broker's messages over WebSocket at /feed\n"))
                    .addExactPath(
                        "/feed", Handlers.websocket((exchange, channel) -> takeOn(channel))))
            .build();
    server.start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    System.out.printf("listening on http://%s:%d%n", host, port);
  }

  /** Subscribes, and does so anew where the broker was absent or went away. Never returns. */
  void relay(String address, Broker broker) throws InterruptedException {
    while (true) {
      try {
        broker.relay(body -> pages.forEach(page -> page.send(body)));
      } catch (IOException gone) {
        System.err.printf(
            "no broker at %s: %s; trying again in %d s%n",
            address, gone.getMessage(), RETRY_PAUSE_MS / 1000);
      }
      Thread.sleep(RETRY_PAUSE_MS);
    }
  }

  static String variable(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  private void takeOn(WebSocketChannel channel) {
    Page page = pageOf.apply(channel);
    pages.add(page);
    channel.addCloseTask(closed -> pages.remove(page));
    // A page says nothing; its pings and its goodbye are answered all the same.
    channel.getReceiveSetter().set(new AbstractReceiveListener() {});
    channel.resumeReceives();
  }
}
