package org.realtimebench.chat;

import java.io.IOException;
import org.springframework.core.task.TaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What happens to each frame: the first one joins, the later ones go to all users of the room. */
@Component
class ChatHandler extends TextWebSocketHandler {

  private static final String USER = "user";
  private static final TextMessage NAME_IN_USE =
      new TextMessage("{\"type\":\"system\",\"message\":\"User already exist\"}");

  private static final int MAX_MESSAGE_SIZE = 128 * 1024;

  // A reader that falls further behind than this, or that takes longer for a single message, is cut
  // off, so that it can neither fill the server's memory nor hold up those who write to its room.
  private static final int MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
  private static final int MAX_SEND_TIME_MS = 10_000;

  private final JsonMapper json;
  private final Rooms rooms;
  private final TaskExecutor tasks;

  ChatHandler(JsonMapper json, Rooms rooms, TaskExecutor tasks) {
    this.json = json;
    this.rooms = rooms;
    this.tasks = tasks;
  }

  @Override
  public void afterConnectionEstablished(WebSocketSession session) {
    session.setTextMessageSizeLimit(MAX_MESSAGE_SIZE);
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage message)
      throws IOException {
    // Frames that were under way when the session was closed.
    if (!session.isOpen()) {
      return;
    }
    Frame frame;
    try {
      frame = json.readValue(message.getPayload(), Frame.class);
    } catch (JacksonException notAFrame) {
      session.close(CloseStatus.BAD_DATA);
      return;
    }
    User user = (User) session.getAttributes().get(USER);
    if (user == null) {
      join(session, frame);
    } else {
      post(user, frame, message);
    }
  }

  @Override
  public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
    User user = (User) session.getAttributes().get(USER);
    if (user != null) {
      rooms.leave(user);
    }
  }

  private void join(WebSocketSession session, Frame frame) throws IOException {
    if (frame == null || !frame.isJoin()) {
      session.close(CloseStatus.POLICY_VIOLATION);
      return;
    }
    WebSocketSession concurrent =
        new ConcurrentWebSocketSessionDecorator(session, MAX_SEND_TIME_MS, MAX_BUFFERED_BYTES);
    User user = new User(frame.name(), frame.chat(), concurrent);
    if (rooms.enter(user)) {
      session.getAttributes().put(USER, user);
    } else {
      session.sendMessage(NAME_IN_USE);
      session.close(CloseStatus.NORMAL);
    }
  }

  /** Passes a message on to the user's room, as it came: checked, but not serialised anew. */
  private void post(User user, Frame frame, TextMessage message) throws IOException {
    if (frame == null || !frame.isPostOf(user)) {
      user.session().close(CloseStatus.POLICY_VIOLATION);
      return;
    }
    for (User member : rooms.usersOf(user.room())) {
      send(member, message);
    }
  }

  /** A member that cannot be sent to is cut off; the others and the sender do not notice. */
  private void send(User member, TextMessage message) {
    try {
      member.session().sendMessage(message);
    } catch (IOException | RuntimeException unreachable) {
      cutOff(member);
    }
  }

  /** In the background, since closing waits until what is being sent is through or timed out. */
  private void cutOff(User member) {
    rooms.leave(member);
    tasks.execute(() -> member.close(CloseStatus.SESSION_NOT_RELIABLE));
  }
}
