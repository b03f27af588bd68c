// Which technologies are best, as the scoreboard sorts them.

import assert from "node:assert/strict";
import test from "node:test";
import { bestFirst } from "../../assets/js/results/best.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { chat, metrics } from "./sample.js";

const ZERO = [
  "unfinished_iterations",
  "saturated_iterations",
  "expected_deliveries",
  "lost_deliveries",
  "duplicated_deliveries",
  "out_of_order_deliveries",
];

/** A dataset of cells in one room, each written as technology, users, mean latency, CPU. */
function dataOf(cells) {
  const ids = [...new Set(cells.map(([id]) => id))];
  const column = (read) => cells.map(read);
  return readDataset({
    comparison: chat,
    metrics,
    technologies: ids.map((id) => ({ id, name: id })),
    runs: [{}],
    cells: {
      technology: column(([id]) => ids.indexOf(id)),
      run: column(() => 0),
      rooms: column(() => 1),
      users: column(([, users]) => users),
      messages: column(([, users]) => users * users * 500),
      n: column(() => 5),
      ...Object.fromEntries(ZERO.map((name) => [name, column(() => 0)])),
      latency_mean_ms: { mean: column(([, , mean]) => mean), ci95: column(() => null) },
      cpu_percent: { mean: column(([, , , cpu = 50]) => cpu), ci95: column(() => null) },
    },
  });
}

const CARRIES = { metric: "latency", statistic: "mean", limit: 100, at: { rooms: 1 } };
const CPU = { metric: "cpu", at: { rooms: 1, users: 10 } };

test("who carries more is better, then who may carry more, and ties go by the next column", () => {
  const dataset = dataOf([
    ["little", 10, 1],
    ["little", 20, 200],
    ["busy", 10, 1, 90],
    ["busy", 20, 2],
    ["quiet", 10, 1, 10],
    ["quiet", 20, 2],
    ["stopped", 10, 1, 5],
    ["stopped", 20, 2],
    ["stopped", 30, 200],
    ["none", 10, 500],
  ]);
  assert.deepEqual(bestFirst(dataset, [CARRIES, CPU]), ["quiet", "busy", "stopped", "little", "none"]);
});

test("what has no figure comes last, and equal ones stay in their order", () => {
  const dataset = dataOf([
    ["a", 20, 1],
    ["b", 10, 1],
    ["c", 10, 1],
  ]);
  assert.deepEqual(bestFirst(dataset, [CPU]), ["b", "c", "a"]);
});

test("facts of servers don't count, and without a column of figures the first metric does, in the heaviest cell of all", () => {
  const dataset = dataOf([
    ["slow", 10, 1],
    ["slow", 20, 9],
    ["quick", 10, 2],
    ["quick", 20, 3],
    ["quick", 30, 4],
  ]);
  assert.deepEqual(bestFirst(dataset, [{ fact: "source_lines", label: "Code", unit: "lines" }]), ["quick", "slow"]);
});
