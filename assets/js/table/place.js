// A place as a table's attributes say it.

import { valueIn } from "../results/dimensions.js";

/** `broker=nats&pages=10` as `{broker: "nats", pages: 10}`, of the dimensions that it names. */
export function placeIn(dimensions, text) {
  const said = new URLSearchParams(text);
  const named = dimensions.filter(({ id }) => said.has(id));
  return Object.fromEntries(named.map((dimension) => [dimension.id, valueIn(dimension, said.get(dimension.id))]));
}
