// The server: settings, where it listens, and its end; SIGTERM and SIGINT end it in order.

import { bookstore } from "./bookstore.js";
import { Books } from "./books.js";

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8080);
const CLOSING_GRACE_MS = 2000;

const books = new Books({
  url: process.env.DATABASE_URL ?? "postgres://bench@127.0.0.1:5432/bench",
  poolSize: Number(process.env.DATABASE_POOL_SIZE ?? 16),
});
const app = bookstore(books);

// So that a connection is there for the first request, if the database is.
await books.find(1).catch(() => {});
try {
  await app.listen({ host: HOST, port: PORT });
  console.log(`listening on http://${HOST}:${PORT}`);
} catch (error) {
  console.error(`cannot listen on ${HOST}:${PORT}: ${error.message}`);
  process.exit(1);
}

function shutDown() {
  app.close().then(() => books.close());
  setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS).unref();
}

process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
