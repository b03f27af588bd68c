// The field: where all technologies stand at a cell.

import assert from "node:assert/strict";
import test from "node:test";
import { readDataset } from "../../assets/js/results/dataset.js";
import { fieldOf } from "../../assets/js/results/field.js";
import { datasetOf, row, technologies } from "./sample.js";

const IDS = ["node-ws", "node-cluster", "vertx", "go-coder", "rust-axum"];
const rows = IDS.flatMap((id, i) => [
  row(id, 1, 10, 1, { latency_p99_ms: 10 * (i + 1) }),
  ...(i < 2 ? [row(id, 1, 20, 1, { latency_p99_ms: 10 })] : []),
  row(id, 2, 10, 1, i === 4 ? { outcome: "server_exited" } : { latency_p99_ms: i }),
]);
const dataset = datasetOf(rows);

test("a cell's field is the extremes and the quartiles of all technologies' means", () => {
  const { cell, latency_p99_ms } = fieldOf(dataset);
  assert.deepEqual(cell, { rooms: [1, 1, 2], users: [10, 20, 10] });
  assert.deepEqual(latency_p99_ms, {
    min: [10, null, 0],
    q1: [20, null, 0.75],
    q3: [40, null, 2.25],
    max: [50, null, 3],
  });
});

test("it leaves out what servers build on, what a study measured elsewhere, and a reader's own files", () => {
  const { own } = dataset;
  const marked = [...own.technologies];
  marked[0] = { ...marked[0], id: "yours.1.node-ws" };
  for (const elsewhere of ["ceiling", "published"]) {
    marked[4] = { ...own.technologies[4], [elsewhere]: true };
    const { min, max } = fieldOf(readDataset({ ...own, technologies: marked, cells: { ...own.cells } })).latency_p99_ms;
    assert.deepEqual([min[0], max[0]], [20, 40], elsewhere);
  }
  assert.deepEqual(
    technologies.filter(({ ceiling }) => ceiling).map(({ id }) => id),
    ["postgresql", "rtbench-echo"],
  );
});

test("a field that the dataset carries is the field, whatever cells are there", () => {
  const field = { cell: { rooms: [1], users: [10] }, latency_p99_ms: { min: [1], q1: [2], q3: [3], max: [4] } };
  assert.equal(fieldOf(readDataset({ ...dataset.own, field })), field);
});

test("it follows the cells that are shown", () => {
  const followed = readDataset(dataset.own);
  const before = fieldOf(followed);
  assert.equal(fieldOf(followed), before);
  const { cells } = dataset.own;
  const mean = cells.latency_p99_ms.mean.map((one) => one && one * 2);
  followed.show({ ...dataset.own, cells: { ...cells, latency_p99_ms: { ...cells.latency_p99_ms, mean } } });
  assert.equal(fieldOf(followed).latency_p99_ms.max[0], 100);
});
