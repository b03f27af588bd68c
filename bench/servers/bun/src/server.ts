// The server: Bun answers GET / and takes WebSockets at /chat; SIGTERM and SIGINT end it in order.

import type { Server } from "bun";

import { type Connection, chat } from "./chat.ts";

const hostname = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 8080);

const server = Bun.serve({
  hostname,
  port,
  routes: {
    "/": () => new Response("Chat over WebSocket at /chat\n"),
    "/chat": (request: Request, server: Server<Connection>) => {
      if (server.upgrade(request, { data: { user: null } })) return;
      return new Response("expected a WebSocket\n", { status: 426, headers: { Upgrade: "websocket" } });
    },
  },
  websocket: chat,
});

console.log(`listening on ${server.url}`);

// Closes every connection with 1001.
const shutDown = () => server.stop(true);

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
