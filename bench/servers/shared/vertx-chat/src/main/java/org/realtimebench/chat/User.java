package org.realtimebench.chat;

import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.concurrent.atomic.AtomicLong;

/** Someone who has joined a room, and how far its reader is behind. Any thread may send to it. */
final class User {

  // A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
  private static final long MAX_QUEUED_CHARS = 64 * 1024 * 1024;

  private final String name;
  private final String room;
  private final ServerWebSocket socket;
  private final AtomicLong queuedChars = new AtomicLong();

  User(String name, String room, ServerWebSocket socket) {
    this.name = name;
    this.room = room;
    this.socket = socket;
  }

  String name() {
    return name;
  }

  String room() {
    return room;
  }

  void send(String text) {
    int length = text.length();
    if (queuedChars.addAndGet(length) > MAX_QUEUED_CHARS) {
      cutOff();
    } else {
      socket.writeTextMessage(text).onComplete(written -> queuedChars.addAndGet(-length));
    }
  }

  /** Closes the TCP connection: a close frame would wait behind all that is queued. */
  private void cutOff() {
    ((WebSocketInternal) socket).channelHandlerContext().close();
  }
}
