package org.realtimebench.relay;

import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.concurrent.atomic.AtomicLong;

/** A page's socket, and how far its reader is behind. Any thread may send to it. */
final class Page {

  // A page that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_QUEUED_CHARS = 4 * 1024 * 1024;

  private final ServerWebSocket socket;
  private final AtomicLong queuedChars = new AtomicLong();

  Page(ServerWebSocket socket) {
    this.socket = socket;
  }

  void send(String body) {
    int length = body.length();
    if (queuedChars.addAndGet(length) > MAX_QUEUED_CHARS) {
      cutOff();
    } else {
      socket.writeTextMessage(body).onComplete(written -> queuedChars.addAndGet(-length));
    }
  }

  /** Closes the TCP connection: a close frame would wait behind all that is queued. */
  void cutOff() {
    ((WebSocketInternal) socket).channelHandlerContext().close();
  }
}
