// A worker: Express answers GET / and GET /ready, ws takes WebSockets at /chat; the primary says when all
// workers listen, and when to stop.

import { createServer } from "node:http";

import express from "express";
import { WebSocketServer } from "ws";

import { HOST, PORT } from "./config.js";
import { Connections } from "./connections.js";

const MAX_PAYLOAD_BYTES = 1024 * 1024;
const CLOSING_GRACE_MS = 2000;
const GOING_AWAY = 1001;

export function startWorker() {
  let ready = false;

  const app = express();
  app.disable("x-powered-by");
  app.get("/", (request, response) => {
    response.type("text").send("Chat over WebSocket at /chat\n");
  });
  app.get("/ready", (request, response) => {
    response.sendStatus(ready ? 200 : 503);
  });

  // TCP keep-alive finds peers that vanished without closing.
  const server = createServer({ keepAlive: true }, app);
  const sockets = new WebSocketServer({ server, path: "/chat", maxPayload: MAX_PAYLOAD_BYTES });
  const connections = new Connections((message) => {
    // The primary forgets all of a worker's users when the worker leaves it.
    if (process.connected) process.send(message);
  });

  sockets.on("connection", (socket) => connections.connect(socket));
  sockets.on("error", (error) => {
    console.error(`cannot listen on ${HOST}:${PORT}: ${error.message}`);
    process.exit(1);
  });

  process.on("message", (message) => {
    if (message.type === "ready") ready = true;
    else if (message.type === "shutdown") shutDown(server, sockets);
    else connections.receive(message);
  });
  // Ctrl-C reaches the whole process group; the primary decides what it means.
  process.on("SIGINT", () => {});

  server.listen(PORT, HOST);
}

function shutDown(server, sockets) {
  server.close(() => process.disconnect());
  for (const socket of sockets.clients) socket.close(GOING_AWAY, "server is shutting down");
  setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
  }, CLOSING_GRACE_MS).unref();
}
