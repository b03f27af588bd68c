// The server: Node's own HTTP answers GET /, ws takes pages at /feed, SIGTERM and SIGINT end it in order.

import { createServer } from "node:http";

import { WebSocketServer } from "ws";

import { Broker } from "./broker.js";
import { sendToAll, takeOn } from "./pages.js";

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8080);
const BROKER_URL = process.env.BROKER_URL ?? "amqp://bench:bench@127.0.0.1:5672";
const TOPIC = process.env.TOPIC ?? "bench";
const CLOSING_GRACE_MS = 2000;
const GOING_AWAY = 1001;

const server = createServer({ keepAlive: true }, (_request, response) => {
  response.end("A broker's messages over WebSocket at /feed\n");
});
const pages = new WebSocketServer({ server, path: "/feed" });

pages.on("connection", takeOn);

pages.on("error", (error) => {
  console.error(`cannot listen on ${HOST}:${PORT}: ${error.message}`);
  process.exit(1);
});

server.listen(PORT, HOST, () => console.log(`listening on http://${HOST}:${PORT}`));

const broker = new Broker(BROKER_URL, TOPIC);
broker.relay((body) => sendToAll(pages.clients, body));

function shutDown() {
  broker.close();
  server.close();
  for (const page of pages.clients) page.close(GOING_AWAY, "server is shutting down");
  setTimeout(() => {
    for (const page of pages.clients) page.terminate();
    server.closeAllConnections();
  }, CLOSING_GRACE_MS).unref();
}

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
