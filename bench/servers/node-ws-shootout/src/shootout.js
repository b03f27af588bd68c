// The shootout's protocol: an echo goes back to its sender, a broadcast to every client, the sender included.

import { WebSocket } from "ws";

// A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

const CloseCode = { INVALID_PAYLOAD: 1007, POLICY_VIOLATION: 1008 };

/** Takes on a new WebSocket, which is one of `clients`. */
export function takeOn(socket, clients) {
  socket.on("message", (data) => {
    try {
      take(JSON.parse(data), socket, clients);
    } catch {
      // No JSON, or nested more deeply than older Nodes' JSON.stringify can follow: uncaught, it would end the process.
      socket.close(CloseCode.INVALID_PAYLOAD, "expected JSON");
    }
  });

  // ws closes the connection after a protocol error; without a listener it would end the process.
  socket.on("error", () => {});
}

function take(message, socket, clients) {
  const { type, payload } = message ?? {};
  if (type === "echo") send(socket, { type, payload });
  else if (type === "broadcast") {
    const listenCount = broadcast({ type, payload }, clients);
    send(socket, { type: "broadcastResult", payload, listenCount });
  } else socket.close(CloseCode.POLICY_VIOLATION, "expected type echo or broadcast");
}

/** Sends the message to all, serialised once. Returns how many clients it went to. */
function broadcast(message, clients) {
  const text = Buffer.from(JSON.stringify(message));
  let listenCount = 0;
  for (const client of clients) {
    if (deliver(client, text)) listenCount += 1;
  }
  return listenCount;
}

const send = (socket, message) => deliver(socket, Buffer.from(JSON.stringify(message)));

/** Queues a message's text. False if the client is on its way out, or too far behind. */
function deliver(client, text) {
  if (client.readyState !== WebSocket.OPEN) return false;
  if (client.bufferedAmount > MAX_BUFFERED_BYTES) {
    client.terminate();
    return false;
  }
  client.send(text, { binary: false });
  return true;
}
