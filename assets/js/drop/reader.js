// The page's side of the worker, which is started when it is needed and ended when it isn't, so that what it
// took of memory is given back.

const WORKER = new URL("./drop-worker.js", import.meta.url);

/** What a cancelled reading ends with. */
export class Cancelled extends Error {}

export class Reader {
  constructor(registry) {
    this.registry = registry;
    this.worker = null;
    this.asked = new Map();
    this.count = 0;
  }

  /**
   * @param {File} file
   * @param {function(number): void} onRead is told the bytes read so far
   * @returns {Promise<import("./read-file.js").Outcome>}
   * @throws {Cancelled}
   */
  read(file, onRead) {
    return this.ask("read", file, onRead);
  }

  /** @returns {Promise<{path: string, blob: Blob}>} a sound file in canonical form */
  contribution(file) {
    return this.ask("contribute", file, () => {});
  }

  /** Ends the worker, with whatever it is at. */
  cancel() {
    this.stop(new Cancelled());
  }

  /** Ends the worker if it has nothing to do. */
  rest() {
    if (this.asked.size === 0) this.stop();
  }

  stop(reason) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(reason);
    this.asked.clear();
  }

  ask(task, file, onRead) {
    this.worker ??= this.start();
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject, onRead });
      this.worker.postMessage({ id, task, file, registry: this.registry });
    });
  }

  start() {
    const worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = ({ message }) => this.stop(new Error(message || "the page's reader could not be loaded"));
    return worker;
  }

  hear({ id, read, failure, answer }) {
    const asked = this.asked.get(id);
    if (!asked) return;
    if (read !== undefined) {
      asked.onRead(read);
      return;
    }
    this.asked.delete(id);
    if (failure === undefined) asked.resolve(answer);
    else asked.reject(new Error(failure));
  }
}
