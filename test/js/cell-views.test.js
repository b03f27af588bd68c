// Looking into a cell: percentiles stand by their nines, and the course is that of every iteration.

import assert from "node:assert/strict";
import test from "node:test";
import { courseChart } from "../../assets/js/cell-views/course.js";
import { CourseFiles, coursesAt } from "../../assets/js/cell-views/course-files.js";
import { distributionChart, nines, quantilesOf } from "../../assets/js/cell-views/distribution.js";
import { datasetOf, look, metrics, row } from "./sample.js";

const [latency, cpu] = ["latency", "cpu"].map((wanted) => metrics.find(({ id }) => id === wanted));
const percentiles = {
  latency_mean_ms: 2,
  latency_p50_ms: 1,
  latency_p90_ms: 3,
  latency_p99_ms: 9,
  latency_p999_ms: 30,
};
const dataset = datasetOf([
  row("node-ws", 1, 10, 1, percentiles),
  row("node-ws", 1, 10, 2, { ...percentiles, latency_p99_ms: 11 }),
  row("node-cluster", 1, 20, 1, percentiles),
]);
const view = {
  shown: ["node-ws", "node-cluster"],
  scale: "linear",
  cell: { rooms: 1, users: 10 },
  course: "latency",
};

test("each further nine is as far as the one before", () => {
  const places = [0.9, 0.99, 0.999].map(nines);
  for (const [i, place] of places.entries()) assert.ok(Math.abs(place - (i + 1)) < 1e-9);
  assert.deepEqual(
    quantilesOf(latency).map(({ id }) => id),
    ["p50", "p90", "p99", "p999"],
  );
});

test("the distribution is that of the chosen cell, of the technologies that have it", () => {
  const { config, summary } = distributionChart(dataset, latency, view, look);
  const [only, ...others] = config.data.datasets;
  assert.deepEqual(others, []);
  assert.deepEqual(
    only.data.map(({ y }) => y),
    [1, 3, 10, 30],
  );
  assert.ok(only.data[2].ci95 > 0);
  assert.match(summary, /^Line chart\. 1 room, 10 users: Latency \(ms\), by percentile/);
});

const entry = (iteration, rest) => ({ technology: "node-ws", rooms: 1, users: 10, iteration, ...rest });
const series = [
  entry(1, { deliveries: [100, 90], latency_p99_ms: [1, 5] }),
  entry(2, { deliveries: [100, 100], latency_p99_ms: [2, null] }),
  { ...entry(1, { deliveries: [7] }), users: 20 },
  { ...entry(1, { deliveries: [8] }), technology: "vertx" },
];
const [nodeWs] = dataset.technologies;

test("the courses of a cell are those of its technology's iterations", () => {
  const found = coursesAt(series, nodeWs, view.cell);
  assert.deepEqual(
    found.map(({ iteration, columns }) => [iteration, columns.deliveries]),
    [
      [1, [100, 90]],
      [2, [100, 100]],
    ],
  );
  const run = { ...nodeWs, id: "node-ws@2024", of: "node-ws" };
  assert.equal(coursesAt(series, run, view.cell).length, 2);
});

test("a course is a line an iteration, with a gap where a second has no figure", () => {
  const { config, summary } = courseChart(coursesAt(series, nodeWs, view.cell), latency, view, look);
  assert.deepEqual(
    config.data.datasets.map(({ data }) => data),
    [
      [
        { x: 1, y: 1 },
        { x: 2, y: 5 },
      ],
      [
        { x: 1, y: 2 },
        { x: 2, y: null },
      ],
    ],
  );
  assert.match(summary, /Highest: 2\.00\u00a0ms \(Node\.js\) to 5\.00\u00a0ms \(Node\.js\)\./);
});

test("percentiles and courses open on their metric's scale", () => {
  const own = { ...view, scale: "own" };
  const courses = coursesAt(series, nodeWs, view.cell);
  const types = [
    distributionChart(dataset, latency, own, look),
    courseChart(courses, latency, own, look),
    courseChart(courses, cpu, { ...own, course: "cpu" }, look),
  ].map(({ config }) => config.options.scales.y.type);
  assert.deepEqual(types, ["logarithmic", "logarithmic", "linear"]);
});

test("what a file doesn't tell is not drawn", () => {
  const { config, summary } = courseChart(coursesAt(series, nodeWs, view.cell), cpu, { ...view, course: "cpu" }, look);
  assert.deepEqual(config.data.datasets, []);
  assert.match(summary, /No file tells it\.$/);
});

test("a long course is thinned, and loses neither a peak nor a dip nor a gap", () => {
  const values = Array.from({ length: 100_000 }, (_, second) => 10 + (second % 7));
  values[12_345] = 900;
  values[67_890] = 0.5;
  values.fill(null, 30_000, 31_000);
  const columns = { latency_p99_ms: values };
  const { config, summary } = courseChart([{ technology: nodeWs, iteration: 1, columns }], latency, view, look);
  const points = config.data.datasets[0].data;
  assert.ok(points.length <= 1200, `${points.length} points`);
  assert.deepEqual(
    points,
    [...points].sort((one, other) => one.x - other.x),
  );
  for (const index of [12_345, 67_890]) {
    assert.ok(points.some(({ x, y }) => x === index + 1 && y === values[index]));
  }
  assert.ok(points.every(({ x, y }) => y === values[x - 1]));
  assert.ok(points.some(({ y }) => y === null));
  assert.match(summary, /900/);
});

test("each file is fetched once, and one that can't be had gives no course", async (context) => {
  const asked = [];
  context.mock.method(globalThis, "fetch", async (address) => {
    asked.push(address);
    if (address.includes("cluster")) throw new Error("offline");
    return { ok: true, json: async () => ({ series }) };
  });
  const files = new CourseFiles("/bench/");
  assert.equal((await files.of(dataset, view)).length, 2);
  assert.equal((await files.of(dataset, view)).length, 2);
  assert.equal((await files.of(dataset, { ...view, cell: { rooms: 1, users: 20 } })).length, 0);
  assert.deepEqual(asked, ["/bench/data/chat/node-ws.json", "/bench/data/chat/node-cluster.json"]);
});
