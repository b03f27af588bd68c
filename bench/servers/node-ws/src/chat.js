// The chat: who is in which room, and what happens to each frame. Every user of a room gets every
// message of that room, the sender included; a name is in use once, whatever the room.

import { WebSocket } from "ws";

const NAME_IN_USE = JSON.stringify({ type: "system", message: "User already exist" });

// A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

const CloseCode = { UNSUPPORTED_DATA: 1003, INVALID_PAYLOAD: 1007, POLICY_VIOLATION: 1008 };

const isNonEmptyString = (value) => typeof value === "string" && value !== "";

export class Chat {
  #names = new Set();
  #rooms = new Map();

  /** Takes on a new WebSocket: its first frame joins, the later ones are messages. */
  connect(socket) {
    let user = null;

    socket.on("message", (data, isBinary) => {
      // Frames that were under way when the socket was told to close.
      if (socket.readyState !== WebSocket.OPEN) return;
      if (isBinary) return socket.close(CloseCode.UNSUPPORTED_DATA, "text frames only");

      let frame;
      try {
        frame = JSON.parse(data);
      } catch {
        return socket.close(CloseCode.INVALID_PAYLOAD, "not JSON");
      }

      if (user === null) user = this.#join(socket, frame);
      else this.#post(socket, user, frame, data);
    });

    socket.on("close", () => {
      if (user !== null) this.#leave(socket, user);
    });

    // ws closes the connection after a protocol error; without a listener it would end the process.
    socket.on("error", () => {});
  }

  /** Enters the user into the room, or refuses and closes. Returns the user, or null. */
  #join(socket, frame) {
    if (!isNonEmptyString(frame?.chat) || !isNonEmptyString(frame?.name)) {
      socket.close(CloseCode.POLICY_VIOLATION, "expected chat and name");
      return null;
    }
    const { chat, name } = frame;
    if (this.#names.has(name)) {
      socket.send(NAME_IN_USE);
      socket.close();
      return null;
    }
    this.#names.add(name);
    if (!this.#rooms.has(chat)) this.#rooms.set(chat, new Set());
    this.#rooms.get(chat).add(socket);
    return { chat, name };
  }

  /** Passes a message on to the user's room, as it came: checked, but not serialised anew. */
  #post(socket, user, frame, text) {
    if (frame?.name !== user.name || frame.chat !== user.chat || typeof frame.message !== "string") {
      return socket.close(CloseCode.POLICY_VIOLATION, "expected own name, own chat and message");
    }
    for (const member of this.#rooms.get(user.chat)) {
      if (member.readyState !== WebSocket.OPEN) continue;
      if (member.bufferedAmount > MAX_BUFFERED_BYTES) member.terminate();
      else member.send(text, { binary: false });
    }
  }

  #leave(socket, user) {
    this.#names.delete(user.name);
    const room = this.#rooms.get(user.chat);
    room.delete(socket);
    if (room.size === 0) this.#rooms.delete(user.chat);
  }
}
