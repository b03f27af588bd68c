// The page's side of the worker: one file at a time, ended at once when the reader cancels.

const WORKER = new URL("./drop-worker.js", import.meta.url);

/** What a cancelled reading ends with. */
export class Cancelled extends Error {}

export class Reader {
  constructor(registry) {
    this.registry = registry;
    this.worker = null;
    this.end = null;
  }

  /**
   * @param {File} file
   * @param {function(number): void} onRead is told the bytes read so far
   * @returns {Promise<import("./read-file.js").Outcome>}
   * @throws {Cancelled}
   */
  async read(file, onRead) {
    const { outcome } = await this.ask({ task: "read", file }, onRead);
    return outcome;
  }

  /** @returns {Promise<{path: string, blob: Blob}>} a sound file in canonical form */
  async contribution(file) {
    const { contribution } = await this.ask({ task: "contribute", file });
    return contribution;
  }

  cancel() {
    this.worker?.terminate();
    this.worker = null;
    this.end?.(new Cancelled());
  }

  ask(request, onRead = () => {}) {
    this.worker ??= new Worker(WORKER, { type: "module" });
    const { worker, registry } = this;
    return new Promise((resolve, reject) => {
      this.end = reject;
      worker.onmessage = ({ data }) => {
        if ("read" in data) onRead(data.read);
        else resolve(data);
      };
      worker.onerror = ({ message }) => {
        this.worker = null;
        worker.terminate();
        reject(new Error(message || "the reader could not be loaded"));
      };
      worker.postMessage({ ...request, registry });
    });
  }
}
