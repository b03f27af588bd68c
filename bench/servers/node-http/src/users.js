// The users: read from the database, by way of a pool of connections.

import pg from "pg";

const USER_COUNT = 10_000;
const CONNECTION_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 2000;

// With its name, it is prepared once a connection.
const BY_NAME = {
  name: "user-by-name",
  text: "SELECT id, name, email, description FROM users WHERE name = $1",
};

export class Users {
  #pool;

  /** Connects as the need arises, and so starts without the database. */
  constructor({ url, poolSize }) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 0,
    });
    // A connection that is lost while idle leaves the pool; without a listener it would end the process.
    this.#pool.on("error", () => {});
  }

  /** Looks a random user up by its name; rejects while the database is away. */
  async random() {
    const number = 1 + Math.floor(Math.random() * USER_COUNT);
    const { rows } = await this.#pool.query(BY_NAME, [`user-${number}`]);
    return rows[0];
  }

  close() {
    return this.#pool.end();
  }
}
