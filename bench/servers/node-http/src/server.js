// The server: answers GET /api/user with a random user, all else with 404; SIGTERM and SIGINT end it in order.

import { createServer } from "node:http";

import { Users } from "./users.js";

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8080);
const CLOSING_GRACE_MS = 2000;

const users = new Users({
  url: process.env.DATABASE_URL ?? "postgres://bench@127.0.0.1:5432/bench",
  poolSize: Number(process.env.DATABASE_POOL_SIZE ?? 16),
});

const server = createServer(async (request, response) => {
  if (request.method !== "GET" || request.url !== "/api/user") {
    return answer(response, 404, { error: "not found" });
  }
  try {
    answer(response, 200, await users.random());
  } catch {
    answer(response, 503, { error: "database unavailable" });
  }
});

function answer(response, status, body) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body, null, 2));
}

server.on("error", (error) => {
  console.error(`cannot listen on ${HOST}:${PORT}: ${error.message}`);
  process.exit(1);
});

// So that a connection is there for the first request, if the database is.
await users.random().catch(() => {});
server.listen(PORT, HOST, () => console.log(`listening on http://${HOST}:${PORT}`));

function shutDown() {
  server.close(() => users.close());
  setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS).unref();
}

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
