// The books: kept in the database, reached by way of a pool of connections.

import pg from "pg";

const CONNECTION_TIMEOUT_MS = 2000;
const QUERY_TIMEOUT_MS = 2000;

const COLUMNS = 'id, name, price, created_at AS "createdDate"';
// With its name, each is prepared once a connection.
const LIST = { name: "list", text: `SELECT ${COLUMNS} FROM books ORDER BY id` };
const FIND = { name: "find", text: `SELECT ${COLUMNS} FROM books WHERE id = $1` };
const ADD = { name: "add", text: `INSERT INTO books (name, price) VALUES ($1, $2) RETURNING ${COLUMNS}` };
const COUNT = "SELECT count(*) AS count FROM books";
const CLEAR = "TRUNCATE books RESTART IDENTITY";

// They would come as strings: not all of their values are numbers of JavaScript. Those of the bookstore are.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Gives up connecting in time. The pool's own setting of that name would hold for the wait for a connection, too. */
class Client extends pg.Client {
  constructor(options) {
    super({ ...options, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  }
}

export class Books {
  #pool;

  /** Connects as the need arises, and so starts without the database. */
  constructor({ url, poolSize }) {
    this.#pool = new pg.Pool({
      Client,
      connectionString: url,
      max: poolSize,
      query_timeout: QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 0,
    });
    // A connection that is lost while idle leaves the pool; without a listener it would end the process.
    this.#pool.on("error", () => {});
  }

  /** All books, by their ids. */
  all() {
    return this.#query(LIST);
  }

  /** The book of that id; undefined if there is none. */
  async find(id) {
    const [book] = await this.#query(FIND, [id]);
    return book;
  }

  /** Adds a book that keeps to the schema, and resolves to it as it is kept. */
  async add({ name, price }) {
    const [book] = await this.#query(ADD, [name, price]);
    return book;
  }

  /** Removes all books, and resolves to how many there were. */
  async clear() {
    const [{ count }] = await this.#query(COUNT);
    await this.#query(CLEAR);
    return count;
  }

  close() {
    return this.#pool.end();
  }

  /** The rows; rejects with what is to be answered while the database is away. */
  async #query(statement, values) {
    try {
      const { rows } = await this.#pool.query(statement, values);
      return rows;
    } catch (cause) {
      throw Object.assign(new Error("database unavailable", { cause }), { statusCode: 503 });
    }
  }
}
