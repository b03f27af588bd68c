package org.realtimebench.chat;

import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.core.shareddata.LocalMap;

/**
 * A WebSocket's part in the chat: its first frame joins, the later ones go to all users of the
 * room. All of it runs in the socket's own event loop.
 */
final class Connection {

  private static final String NAME_IN_USE =
      new JsonObject().put("type", "system").put("message", "User already exist").encode();

  private static final short NORMAL = 1000;
  private static final short GOING_AWAY = 1001;
  private static final short UNSUPPORTED_DATA = 1003;
  private static final short INVALID_PAYLOAD = 1007;
  private static final short POLICY_VIOLATION = 1008;
  private static final short MESSAGE_TOO_BIG = 1009;

  private final ServerWebSocket socket;
  private final LocalMap<String, Boolean> names;
  private final Rooms rooms;

  private User user;
  private Runnable leaveRoom;

  private Connection(ServerWebSocket socket, LocalMap<String, Boolean> names, Rooms rooms) {
    this.socket = socket;
    this.names = names;
    this.rooms = rooms;
  }

  /** Takes on a new WebSocket; the names in use are those of the whole server. */
  static void open(ServerWebSocket socket, LocalMap<String, Boolean> names, Rooms rooms) {
    Connection connection = new Connection(socket, names, rooms);
    socket
        .textMessageHandler(connection::receive)
        .binaryMessageHandler(data -> connection.close(UNSUPPORTED_DATA, "text frames only"))
        .closeHandler(closed -> connection.leave())
        .shutdownHandler(stopping -> socket.close(GOING_AWAY, "server is shutting down"))
        .exceptionHandler(connection::fail);
  }

  private void receive(String text) {
    // Frames that were under way when the socket was told to close.
    if (socket.isClosed()) {
      return;
    }
    Object decoded;
    try {
      decoded = Json.decodeValue(text);
    } catch (DecodeException notJson) {
      close(INVALID_PAYLOAD, "not JSON");
      return;
    }
    if (!(decoded instanceof JsonObject frame)) {
      close(POLICY_VIOLATION, "expected an object");
    } else if (user == null) {
      join(frame);
    } else {
      post(frame, text);
    }
  }

  /** Frames that Netty cannot read say what is wrong; else the message was larger than may be. */
  private void fail(Throwable error) {
    if (error instanceof CorruptedWebSocketFrameException faulty) {
      close((short) faulty.closeStatus().code(), faulty.closeStatus().reasonText());
    } else {
      close(MESSAGE_TOO_BIG, "message too large");
    }
  }

  private void close(short status, String reason) {
    if (!socket.isClosed()) {
      // It would be called here as well, and is for the server's end only.
      socket.shutdownHandler(null);
      socket.close(status, reason);
    }
  }

  private void join(JsonObject frame) {
    if (!(frame.getValue("chat") instanceof String chat && !chat.isEmpty())
        || !(frame.getValue("name") instanceof String name && !name.isEmpty())) {
      close(POLICY_VIOLATION, "expected chat and name");
      return;
    }
    if (names.putIfAbsent(name, true) != null) {
      socket.writeTextMessage(NAME_IN_USE);
      close(NORMAL, null);
      return;
    }
    user = new User(name, chat, socket);
    leaveRoom = rooms.enter(user);
  }

  /** Passes a message on to the user's room, as it came: checked, but not serialised anew. */
  private void post(JsonObject frame, String text) {
    if (user.name().equals(frame.getValue("name"))
        && user.room().equals(frame.getValue("chat"))
        && frame.getValue("message") instanceof String) {
      rooms.post(user.room(), text);
    } else {
      close(POLICY_VIOLATION, "expected own name, own chat and message");
    }
  }

  private void leave() {
    if (user != null) {
      leaveRoom.run();
      names.remove(user.name());
    }
  }
}
