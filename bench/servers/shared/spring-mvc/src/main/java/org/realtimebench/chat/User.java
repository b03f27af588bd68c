package org.realtimebench.chat;

import java.io.IOException;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketSession;

/** Someone who has joined a room. Any thread may send to the session. */
record User(String name, String room, WebSocketSession session) {

  /** Tells the client that the server stops. */
  void dismiss() {
    close(CloseStatus.GOING_AWAY);
  }

  void close(CloseStatus status) {
    try {
      session.close(status);
    } catch (IOException | RuntimeException alreadyGone) {
      // Its container ends it.
    }
  }
}
