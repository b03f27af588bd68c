package org.realtimebench.chat;

import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What happens to each frame of a WebSocket: the first one joins, the later ones go to all users of
 * the room. All of it runs in the socket's own event loop.
 */
final class FrameHandler {

  private static final String NAME_IN_USE =
      "{\"type\":\"system\",\"message\":\"User already exist\"}";

  private final WebSocketSession session;
  private final SendQueue sendQueue;
  private final JsonMapper json;
  private final Rooms rooms;
  private User user;

  FrameHandler(WebSocketSession session, SendQueue sendQueue, JsonMapper json, Rooms rooms) {
    this.session = session;
    this.sendQueue = sendQueue;
    this.json = json;
    this.rooms = rooms;
  }

  /** Completes at once, or when the connection is closed because the frame breaks the protocol. */
  Mono<Void> receive(WebSocketMessage message) {
    if (message.getType() != WebSocketMessage.Type.TEXT) {
      return session.close(CloseStatus.NOT_ACCEPTABLE);
    }
    String text = message.getPayloadAsText();
    Frame frame;
    try {
      frame = json.readValue(text, Frame.class);
    } catch (JacksonException notAFrame) {
      return session.close(CloseStatus.BAD_DATA);
    }
    return user == null ? join(frame) : post(frame, text);
  }

  void end() {
    if (user != null) {
      rooms.leave(user);
    }
    sendQueue.complete();
  }

  private Mono<Void> join(Frame frame) {
    if (frame == null || !frame.isJoin()) {
      return session.close(CloseStatus.POLICY_VIOLATION);
    }
    User candidate = new User(frame.name(), frame.chat(), session, sendQueue);
    if (rooms.enter(candidate)) {
      user = candidate;
    } else {
      // The connection is closed once the send queue is empty.
      sendQueue.add(NAME_IN_USE);
      sendQueue.complete();
    }
    return Mono.empty();
  }

  /** Passes a message on to the user's room, as it came: checked, but not serialised anew. */
  private Mono<Void> post(Frame frame, String text) {
    if (frame == null || !frame.isPostOf(user)) {
      return session.close(CloseStatus.POLICY_VIOLATION);
    }
    rooms.usersOf(user.room()).forEach(member -> member.sendQueue().add(text));
    return Mono.empty();
  }
}
