// The primary's view of the chat: which names are in use, and which workers hold users of a room. It
// alone decides, so names are unique and a room's messages have one order across all workers.

export class Registry {
  #names = new Set();
  /** worker → connection → user */
  #usersByWorker = new Map();
  /** room → worker → number of its users there */
  #workersByRoom = new Map();

  /** Lets the connection in, or refuses it because the name is in use; tells the worker which. */
  join(worker, { connection, chat, name }) {
    if (this.#names.has(name)) {
      worker.send({ type: "refused", connection });
      return;
    }
    this.#names.add(name);
    this.#usersOf(worker).set(connection, { chat, name });

    if (!this.#workersByRoom.has(chat)) this.#workersByRoom.set(chat, new Map());
    const workers = this.#workersByRoom.get(chat);
    workers.set(worker, (workers.get(worker) ?? 0) + 1);

    worker.send({ type: "joined", connection });
  }

  /** Passes a message on to every worker that holds a user of the sender's room. */
  post(worker, { connection, text }) {
    const user = this.#usersOf(worker).get(connection);
    // Sent before its sender learnt that the name was refused.
    if (user === undefined) return;

    const message = { type: "message", chat: user.chat, text };
    for (const each of this.#workersByRoom.get(user.chat).keys()) {
      if (each.isConnected()) each.send(message);
    }
  }

  /** Frees the connection's name, if it had one. */
  leave(worker, connection) {
    const users = this.#usersOf(worker);
    const user = users.get(connection);
    if (user === undefined) return;
    users.delete(connection);
    this.#names.delete(user.name);

    const workers = this.#workersByRoom.get(user.chat);
    const remaining = workers.get(worker) - 1;
    if (remaining > 0) workers.set(worker, remaining);
    else workers.delete(worker);
    if (workers.size === 0) this.#workersByRoom.delete(user.chat);
  }

  /** Frees the names of all users whose connections died with their worker. */
  forgetWorker(worker) {
    for (const connection of [...this.#usersOf(worker).keys()]) this.leave(worker, connection);
    this.#usersByWorker.delete(worker);
  }

  #usersOf(worker) {
    if (!this.#usersByWorker.has(worker)) this.#usersByWorker.set(worker, new Map());
    return this.#usersByWorker.get(worker);
  }
}
