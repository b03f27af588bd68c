// A worker's part of the chat: its own connections. It checks their frames, hands them to the primary,
// and delivers what comes back to its members of the room.

import { WebSocket } from "ws";

const NAME_IN_USE = JSON.stringify({ type: "system", message: "User already exist" });

// A reader that falls this far behind is cut off, so that it cannot fill the worker's memory.
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

const CloseCode = { UNSUPPORTED_DATA: 1003, INVALID_PAYLOAD: 1007, POLICY_VIOLATION: 1008 };

const isNonEmptyString = (value) => typeof value === "string" && value !== "";

export class Connections {
  #sendToPrimary;
  #lastConnection = 0;
  /** connection → its socket and user, from the join request on */
  #members = new Map();
  /** room → sockets of joined users */
  #rooms = new Map();

  constructor(sendToPrimary) {
    this.#sendToPrimary = sendToPrimary;
  }

  /** Takes on a new WebSocket: its first frame joins, the later ones are messages. */
  connect(socket) {
    this.#lastConnection += 1;
    const connection = this.#lastConnection;

    socket.on("message", (data, isBinary) => {
      // Frames that were under way when the socket was told to close.
      if (socket.readyState !== WebSocket.OPEN) return;
      if (isBinary) return socket.close(CloseCode.UNSUPPORTED_DATA, "text frames only");

      const text = data.toString();
      let frame;
      try {
        frame = JSON.parse(text);
      } catch {
        return socket.close(CloseCode.INVALID_PAYLOAD, "not JSON");
      }

      const member = this.#members.get(connection);
      if (member === undefined) this.#askToJoin(connection, socket, frame);
      else this.#post(connection, member, frame, text);
    });

    socket.on("close", () => this.#leave(connection));

    // ws closes the connection after a protocol error; without a listener it would end the process.
    socket.on("error", () => {});
  }

  /** Acts on what the primary said: a join's outcome, or a message for a room. */
  receive(message) {
    if (message.type === "message") return this.#deliver(message);

    const member = this.#members.get(message.connection);
    if (member === undefined) return;
    if (message.type === "joined") {
      if (!this.#rooms.has(member.chat)) this.#rooms.set(member.chat, new Set());
      this.#rooms.get(member.chat).add(member.socket);
    } else if (message.type === "refused") {
      member.socket.send(NAME_IN_USE);
      member.socket.close();
    }
  }

  #askToJoin(connection, socket, frame) {
    if (!isNonEmptyString(frame?.chat) || !isNonEmptyString(frame?.name)) {
      return socket.close(CloseCode.POLICY_VIOLATION, "expected chat and name");
    }
    const { chat, name } = frame;
    this.#members.set(connection, { socket, chat, name });
    this.#sendToPrimary({ type: "join", connection, chat, name });
  }

  /** Hands a message to the primary as it came: checked, but not serialised anew. */
  #post(connection, member, frame, text) {
    if (frame?.name !== member.name || frame.chat !== member.chat || typeof frame.message !== "string") {
      return member.socket.close(CloseCode.POLICY_VIOLATION, "expected own name, own chat and message");
    }
    this.#sendToPrimary({ type: "post", connection, text });
  }

  #deliver({ chat, text }) {
    const room = this.#rooms.get(chat);
    if (room === undefined) return;
    for (const socket of room) {
      if (socket.readyState !== WebSocket.OPEN) continue;
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
      else socket.send(text);
    }
  }

  #leave(connection) {
    const member = this.#members.get(connection);
    if (member === undefined) return;
    this.#members.delete(connection);

    const room = this.#rooms.get(member.chat);
    room?.delete(member.socket);
    if (room?.size === 0) this.#rooms.delete(member.chat);

    this.#sendToPrimary({ type: "leave", connection });
  }
}
