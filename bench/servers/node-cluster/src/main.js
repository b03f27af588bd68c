// Where each process starts: the first becomes the primary, those that it forks become workers.

import cluster from "node:cluster";

if (cluster.isPrimary) {
  const { startPrimary } = await import("./primary.js");
  startPrimary();
} else {
  const { startWorker } = await import("./worker.js");
  startWorker();
}
