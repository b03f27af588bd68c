// The server: Node's own HTTP answers GET /, ws takes WebSockets at /ws, SIGTERM and SIGINT end it in order.

import { createServer } from "node:http";

import { WebSocketServer } from "ws";

import { takeOn } from "./shootout.js";

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8080);
const MAX_PAYLOAD_BYTES = 2 * 1024 * 1024;
const CLOSING_GRACE_MS = 2000;
const GOING_AWAY = 1001;

const server = createServer({ keepAlive: true }, (request, response) => {
  response.end("Echo and broadcast over WebSocket at /ws\n");
});
const sockets = new WebSocketServer({ server, path: "/ws", maxPayload: MAX_PAYLOAD_BYTES });

sockets.on("connection", (socket) => takeOn(socket, sockets.clients));

sockets.on("error", (error) => {
  console.error(`cannot listen on ${HOST}:${PORT}: ${error.message}`);
  process.exit(1);
});

server.listen(PORT, HOST, () => console.log(`listening on http://${HOST}:${PORT}`));

function shutDown() {
  server.close();
  for (const socket of sockets.clients) socket.close(GOING_AWAY, "server is shutting down");
  setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
  }, CLOSING_GRACE_MS).unref();
}

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
