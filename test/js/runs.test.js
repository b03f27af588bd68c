// Runs side by side: each technology of each run is a series of its own, and nothing is averaged over runs.

import assert from "node:assert/strict";
import test from "node:test";
import { lineSeries } from "../../assets/js/drawing/line-scene.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { selectRuns } from "../../assets/js/results/runs.js";
import { chat, metrics, technologies } from "./sample.js";

const RUNS = [
  { id: "2026-03-01-1200", name: "1 Mar 2026" },
  { id: "2026-02-01-1200", name: "1 Feb 2026" },
  { id: "2026-01-01-1200", name: "1 Jan 2026" },
];
const [NEW, OTHER, OLD] = RUNS.map(({ id }) => id);
const IDS = ["node-ws", "node-cluster", "vertx"];
const COUNTS = [
  "unfinished_iterations",
  "saturated_iterations",
  "expected_deliveries",
  "lost_deliveries",
  "duplicated_deliveries",
  "out_of_order_deliveries",
];

/** A dataset of cells, each written as technology, run, users, mean latency. */
function dataOf(cells, runs = RUNS) {
  const column = (read) => cells.map(read);
  return {
    comparison: chat,
    metrics,
    technologies: IDS.map((id) => technologies.find((technology) => technology.id === id)),
    runs,
    cells: {
      technology: column(([technology]) => IDS.indexOf(technology)),
      run: column(([, run]) => runs.findIndex(({ id }) => id === run)),
      rooms: column(() => 1),
      users: column(([, , users]) => users),
      messages: column(([, , users]) => users * users * 500),
      n: column(() => 5),
      ...Object.fromEntries(COUNTS.map((name) => [name, column(() => 0)])),
      latency_mean_ms: { mean: column(([, , , mean]) => mean), ci95: column(() => null) },
    },
  };
}

const SHOWN = [
  ["node-ws", NEW, 10, 1],
  ["node-ws", NEW, 20, 2],
  ["node-cluster", OLD, 10, 3],
  ["vertx", NEW, 10, 4],
];
const own = dataOf(SHOWN, [RUNS[0], RUNS[2]]);
const all = dataOf([
  ["node-ws", NEW, 10, 1],
  ["node-ws", OTHER, 10, 50],
  ["node-ws", OLD, 10, 11],
  ["node-ws", NEW, 20, 2],
  ["node-ws", OLD, 20, 12],
  ["node-cluster", OLD, 10, 3],
  ["vertx", NEW, 10, 4],
]);

/** Each series as its name and its cells' means. */
function series(wanted) {
  const { technologies, cells } = selectRuns(own, all, wanted);
  return technologies.map(({ name }, i) => [
    name,
    cells.latency_mean_ms.mean.filter((_, cell) => cells.technology[cell] === i),
  ]);
}

test("then and now: a technology of another run is a series of its own, named by its run", () => {
  assert.deepEqual(series(["newest", OLD]), [
    ["Node.js", [1, 2]],
    ["Node.js, 1 Jan 2026", [11, 12]],
    ["Node.js cluster", [3]],
    ["Vert.x", [4]],
  ]);
});

test("the newest alone is what the page came with", () => {
  assert.deepEqual(series(["newest"]), [
    ["Node.js", [1, 2]],
    ["Node.js cluster", [3]],
    ["Vert.x", [4]],
  ]);
});

test("a run alone shows its technologies and no others, named by it", () => {
  assert.deepEqual(series([OLD]), [
    ["Node.js, 1 Jan 2026", [11, 12]],
    ["Node.js cluster, 1 Jan 2026", [3]],
  ]);
});

test("the run that is shown anyway is not shown twice", () => {
  assert.deepEqual(series(["newest", NEW]), series(["newest"]));
});

test("runs of a technology have its colour and shape, and dashes of their own", () => {
  const [now, middle, then] = selectRuns(own, all, ["newest", OTHER, OLD]).technologies;
  assert.deepEqual([middle.color, middle.shape, then.color], [now.color, now.shape, now.color]);
  assert.equal(new Set([now, middle, then].map(({ dash }) => String(dash))).size, 3);
  assert.deepEqual(selectRuns(own, all, [OLD]).technologies[0].dash, now.dash);
});

test("every series is known by an id of its own, and goes with its technology's button", () => {
  const { technologies } = selectRuns(own, all, ["newest", OTHER, OLD]);
  assert.equal(new Set(technologies.map(({ id }) => id)).size, technologies.length);
  assert.deepEqual(
    technologies.map(({ id, of = id }) => of),
    ["node-ws", "node-ws", "node-ws", "node-cluster", "vertx"],
  );
});

test("a run that the comparison doesn't have leaves the page as it came", () => {
  assert.equal(selectRuns(own, all, ["1999-01-01-0000"]), own);
});

test("what the page came with is not changed", () => {
  const before = structuredClone([own, all]);
  selectRuns(own, all, ["newest", OLD]);
  assert.deepEqual([own, all], before);
});

test("charts draw the runs side by side, and hide them with their technology", () => {
  const dataset = readDataset(own);
  dataset.show(selectRuns(own, all, ["newest", OLD]));
  const spec = { kind: "line", comparison: "chat", x: "messages", y: "latency", fixed: { rooms: 1 }, title: "Latency" };
  const drawn = (shown) => lineSeries(dataset, spec, { shown, statistic: "mean", scale: "linear", cell: null });
  assert.deepEqual(
    drawn(["node-ws"]).map(({ technology, points }) => [technology.name, points.map(({ y }) => y)]),
    [
      ["Node.js", [1, 2]],
      ["Node.js, 1 Jan 2026", [11, 12]],
    ],
  );
  assert.deepEqual(
    drawn(["vertx"]).map(({ technology }) => technology.id),
    ["vertx"],
  );
});
