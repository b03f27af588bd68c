// Figures that pages leave out, since they are another's over what a whole cell has in common.

import assert from "node:assert/strict";
import test from "node:test";
import { withScaled } from "../../assets/js/results/scaled.js";
import { chat, readYaml } from "./sample.js";

const metrics = readYaml("data/metrics.yml").filter(({ id }) => chat.metrics.includes(id));
const cells = {
  rooms: [1, 2],
  users: [10, 20],
  cpu_percent: { mean: [10, 20], ci95: [1, 2] },
  memory_mib: { mean: [80, null], ci95: [4, null] },
};

test("memory per user is memory over rooms and users", () => {
  const made = withScaled({ comparison: chat, metrics, cells }).cells;
  assert.deepEqual(made.memory_per_user_mib, { mean: [8, null], ci95: [0.4, null] });
});

test("nothing else is made, nor where there is no memory", () => {
  const made = withScaled({ comparison: chat, metrics, cells }).cells;
  assert.deepEqual(Object.keys(made), [...Object.keys(cells), "memory_per_user_mib"]);
  const { memory_mib, ...without } = cells;
  assert.deepEqual(withScaled({ comparison: chat, metrics, cells: without }).cells, without);
});
