// The chat: who is in which room, and what happens to each frame. A room is a topic of Bun's own publish
// and subscribe; a name is in use once, whatever the room.

import type { ServerWebSocket, WebSocketHandler } from "bun";

type User = { name: string; chat: string };

/** What hangs on a socket: its user, once the first frame has joined. */
export type Connection = { user: User | null };

type Socket = ServerWebSocket<Connection>;

const NAME_IN_USE = JSON.stringify({ type: "system", message: "User already exist" });

const CloseCode = { UNSUPPORTED_DATA: 1003, INVALID_PAYLOAD: 1007, POLICY_VIOLATION: 1008 };

const isNonEmptyString = (value: unknown): value is string => typeof value === "string" && value !== "";

const names = new Set<string>();

export const chat: WebSocketHandler<Connection> = {
  maxPayloadLength: 1024 * 1024,

  // A reader that falls this far behind is cut off, so that it cannot fill the server's memory. If it were not
  // closed, messages to it would be dropped.
  backpressureLimit: 64 * 1024 * 1024,
  closeOnBackpressureLimit: true,

  // The sender hears itself.
  publishToSelf: true,

  message(socket, text) {
    // Frames that were under way when the socket was told to close.
    if (socket.readyState !== WebSocket.OPEN) return;
    if (typeof text !== "string") return socket.close(CloseCode.UNSUPPORTED_DATA, "text frames only");

    let frame: any;
    try {
      frame = JSON.parse(text);
    } catch {
      return socket.close(CloseCode.INVALID_PAYLOAD, "not JSON");
    }

    const { user } = socket.data;
    if (user === null) join(socket, frame);
    else post(socket, user, frame, text);
  },

  close({ data: { user } }) {
    // Its subscription ends with the socket.
    if (user !== null) names.delete(user.name);
  },
};

/** Enters the user into the room, or refuses and closes. */
function join(socket: Socket, frame: any) {
  if (!isNonEmptyString(frame?.chat) || !isNonEmptyString(frame?.name)) {
    return socket.close(CloseCode.POLICY_VIOLATION, "expected chat and name");
  }
  const { chat, name } = frame;
  if (names.has(name)) {
    socket.send(NAME_IN_USE);
    return socket.close();
  }
  names.add(name);
  socket.data.user = { chat, name };
  socket.subscribe(chat);
}

/** Passes a message on to the user's room, as it came: checked, but not serialised anew. */
function post(socket: Socket, user: User, frame: any, text: string) {
  if (frame?.name !== user.name || frame.chat !== user.chat || typeof frame.message !== "string") {
    return socket.close(CloseCode.POLICY_VIOLATION, "expected own name, own chat and message");
  }
  socket.publish(user.chat, text);
}
