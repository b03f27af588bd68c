// What JMeter's figures lack to be rows of the bookstore's comparison, which they become where that is asked for.

import { ForeignFault } from "./run.js";

export const BOOKSTORE = "bookstore";

/**
 * The users of a load: those told, else the most threads that there were at once.
 * @param {import("./run.js").Origin} origin
 * @param {number} [threads]
 * @returns {{load: {users: number}, assumed: string[]}}
 */
export function usersOf({ users }, threads) {
  if (users !== undefined) return { load: { users }, assumed: [] };
  if (threads === undefined) {
    throw new ForeignFault("states no number of users (expected it to be told, as --users 2000)");
  }
  return {
    load: { users: threads },
    assumed: ["Users are the most threads that there were at once, each with one request at a time."],
  };
}

/** @param {number} failed requests */
export function outcomeOf(failed) {
  return failed > 0 ? "failed_requests" : "complete";
}
