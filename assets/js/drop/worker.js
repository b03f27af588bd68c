// The worker that reads dropped files, so that the page stays responsive. It is asked for one file at a time, and ended
// to cancel. Papa Parse takes a worker's messages for itself where it can: the handler here is set after it.

import { canonicalFile } from "./contribution.js";
import { buffersOf } from "./pack.js";
import { readDroppedFile } from "./read-file.js";

/** Bytes between two words on the progress. */
const STEP = 1 << 20;

self.onmessage = async ({ data: { task, file, registry } }) => {
  if (task === "contribute") {
    self.postMessage({ contribution: await canonicalFile(file, registry) });
    return;
  }
  let told = 0;
  const onRead = (bytes) => {
    if (bytes - told < STEP) return;
    told = bytes;
    self.postMessage({ read: bytes });
  };
  const outcome = await readDroppedFile(file, registry, { onRead });
  self.postMessage({ outcome }, outcome.cells ? buffersOf(outcome.cells) : []);
};
