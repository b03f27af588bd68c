// The server: Bun answers GET / and takes WebSockets at /ws, where an echo goes back to its sender, a broadcast to every client, the
// sender included; SIGTERM and SIGINT end it in order.

import type { Server, ServerWebSocket } from "bun";

const hostname = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 8080);

/** The topic that every client subscribes to. */
const EVERYONE = "everyone";

const CloseCode = { INVALID_PAYLOAD: 1007, POLICY_VIOLATION: 1008 };

const server = Bun.serve({
  hostname,
  port,
  routes: {
    "/": () => new Response("Echo and broadcast over WebSocket at /ws\n"),
    "/ws": (request: Request, server: Server<undefined>) => {
      if (server.upgrade(request)) return;
      return new Response("expected a WebSocket\n", { status: 426, headers: { Upgrade: "websocket" } });
    },
  },
  websocket: {
    maxPayloadLength: 2 * 1024 * 1024,

    // A reader that falls this far behind is cut off, so that it cannot fill the server's memory. If it were not
    // closed, messages to it would be dropped.
    backpressureLimit: 64 * 1024 * 1024,
    closeOnBackpressureLimit: true,

    open(socket) {
      socket.subscribe(EVERYONE);
    },

    message(socket, text) {
      try {
        take(socket, JSON.parse(text.toString()));
      } catch {
        // No JSON, or nested more deeply than JSON.stringify can follow.
        socket.close(CloseCode.INVALID_PAYLOAD, "expected JSON");
      }
    },
  },
});

function take(socket: ServerWebSocket<undefined>, message: any) {
  const { type, payload } = message ?? {};
  if (type === "echo") socket.send(JSON.stringify({ type, payload }));
  else if (type === "broadcast") {
    const listenCount = server.subscriberCount(EVERYONE);
    server.publish(EVERYONE, JSON.stringify({ type, payload }));
    socket.send(JSON.stringify({ type: "broadcastResult", payload, listenCount }));
  } else socket.close(CloseCode.POLICY_VIOLATION, "expected type echo or broadcast");
}

console.log(`listening on ${server.url}`);

// Closes every connection with 1001.
const shutDown = () => server.stop(true);

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
