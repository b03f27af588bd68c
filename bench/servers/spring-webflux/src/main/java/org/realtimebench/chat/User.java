package org.realtimebench.chat;

import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketSession;

/** Someone who has joined a room. */
record User(String name, String room, WebSocketSession session, SendQueue sendQueue) {

  /** Tells the client that the server stops. */
  void dismiss() {
    session.close(CloseStatus.GOING_AWAY).subscribe();
  }
}
