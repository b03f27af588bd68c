// The primary: forks one worker a core (never fewer than two), replaces those that die, and relays
// what they say to the registry of users and rooms.

import cluster from "node:cluster";
import { availableParallelism } from "node:os";

import { HOST, PORT } from "./config.js";
import { Registry } from "./registry.js";

const WORKER_COUNT = Math.max(2, availableParallelism());

export function startPrimary() {
  const registry = new Registry();
  const listening = new Set();
  let stopping = false;

  cluster.on("message", (worker, message) => {
    switch (message.type) {
      case "join":
        return registry.join(worker, message);
      case "post":
        return registry.post(worker, message);
      case "leave":
        return registry.leave(worker, message.connection);
    }
  });

  cluster.on("listening", (worker) => {
    listening.add(worker);
    if (listening.size < WORKER_COUNT) return;
    for (const each of listening) each.send({ type: "ready" });
    console.log(`listening on http://${HOST}:${PORT} with ${WORKER_COUNT} workers`);
  });

  cluster.on("exit", (worker, code, signal) => {
    registry.forgetWorker(worker);
    const everListened = listening.delete(worker);
    if (stopping) return;
    if (!everListened) {
      // A new worker would fail alike, over and over.
      console.error(`worker ${worker.process.pid} could not start`);
      process.exit(1);
    }
    console.error(`worker ${worker.process.pid} died (${signal ?? code}), replacing it`);
    forkWorker();
  });

  const shutDown = () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers)) worker.send({ type: "shutdown" });
  };
  process.once("SIGTERM", shutDown);
  process.once("SIGINT", shutDown);

  for (let count = 0; count < WORKER_COUNT; count += 1) forkWorker();
}

function forkWorker() {
  const worker = cluster.fork();
  // A message to a worker that is just dying; its exit follows and is dealt with there.
  worker.on("error", () => {});
}
