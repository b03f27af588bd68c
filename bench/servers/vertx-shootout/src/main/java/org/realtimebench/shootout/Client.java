package org.realtimebench.shootout;

import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.concurrent.atomic.AtomicLong;

/** A client's socket, and how far its reader is behind. Any thread may send to it. */
final class Client {

  // A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_QUEUED_CHARS = 64 * 1024 * 1024;

  private final ServerWebSocket socket;
  private final AtomicLong queuedChars = new AtomicLong();

  Client(ServerWebSocket socket) {
    this.socket = socket;
  }

  void send(String text) {
    int length = text.length();
    if (queuedChars.addAndGet(length) > MAX_QUEUED_CHARS) {
      cutOff();
    } else {
      socket.writeTextMessage(text).onComplete(written -> queuedChars.addAndGet(-length));
    }
  }

  void close(short status, String reason) {
    socket.close(status, reason);
  }

  /** Closes the TCP connection: a close frame would wait behind all that is queued. */
  void cutOff() {
    ((WebSocketInternal) socket).channelHandlerContext().close();
  }
}
