// The worker that reads dropped files, so that the page stays responsive. It is ended to cancel.
// Papa Parse takes a worker's messages for itself where it can: the handler here is set after it.

import schemas from "../../build/schemas.js";
import { identify } from "../import/adapters.js";
import { canonicalFile } from "./contribution.js";
import { converterOf } from "./foreign.js";
import { buffersOf } from "./pack.js";
import { readDroppedFile } from "./read-file.js";

/** Bytes between two words on the progress. */
const STEP = 1 << 20;

const convert = converterOf({ identify });
const TASKS = { read, contribute };

self.onmessage = async ({ data: { id, task, file, registry } }) => {
  try {
    await TASKS[task](id, file, registry);
  } catch (error) {
    self.postMessage({ id, failure: error.message });
  }
};

async function read(id, file, registry) {
  let told = 0;
  const onRead = (bytes) => {
    if (bytes >= told && bytes - told < STEP) return;
    told = bytes;
    self.postMessage({ id, read: bytes });
  };
  const outcome = await readDroppedFile(file, { registry, schemas }, { onRead, convert });
  self.postMessage({ id, answer: outcome }, outcome.cells ? buffersOf(outcome.cells) : []);
}

async function contribute(id, file, registry) {
  self.postMessage({ id, answer: await canonicalFile(file, { registry, schemas }, { convert }) });
}
