// The server: Express answers GET /, ws takes WebSockets at /chat, SIGTERM and SIGINT end it in order.

import { createServer } from "node:http";

import express from "express";
import { WebSocketServer } from "ws";

import { Chat } from "./chat.js";

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8080);
const MAX_PAYLOAD_BYTES = 1024 * 1024;
const CLOSING_GRACE_MS = 2000;
const GOING_AWAY = 1001;

const app = express();
app.disable("x-powered-by");
app.get("/", (request, response) => {
  response.type("text").send("Chat over WebSocket at /chat\n");
});

// TCP keep-alive finds peers that vanished without closing.
const server = createServer({ keepAlive: true }, app);
const sockets = new WebSocketServer({ server, path: "/chat", maxPayload: MAX_PAYLOAD_BYTES });
const chat = new Chat();

sockets.on("connection", (socket) => chat.connect(socket));

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
