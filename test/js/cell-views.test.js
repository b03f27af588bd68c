// Looking into a cell: percentiles stand by their nines, and the course is that of every iteration.

import assert from "node:assert/strict";
import test from "node:test";
import { courseChart, followed } from "../../assets/js/cell-views/course.js";
import { CourseFiles, coursesAt } from "../../assets/js/cell-views/course-files.js";
import { distributionChart, nines, quantilesOf } from "../../assets/js/cell-views/distribution.js";
import { binsOf, histogramChart, sharesOf } from "../../assets/js/cell-views/histogram.js";
import { datasetOf, look, metrics, readYaml, row } from "./sample.js";

const latency = metrics.find(({ id }) => id === "latency");
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
  const { config, summary } = courseChart(coursesAt(series, nodeWs, view.cell), dataset.metrics, view, look);
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
    courseChart(courses, dataset.metrics, own, look),
    courseChart(courses, dataset.metrics, { ...own, course: "cpu" }, look),
  ].map(({ config }) => config.options.scales.y.type);
  assert.deepEqual(types, ["logarithmic", "logarithmic", "linear"]);
});

test("what a file doesn't tell is not drawn", () => {
  const courses = coursesAt(series, nodeWs, view.cell);
  const { config, summary } = courseChart(courses, dataset.metrics, { ...view, course: "cpu" }, look);
  assert.deepEqual(config.data.datasets, []);
  assert.match(summary, /No file tells it\.$/);
});

test("of relays each hop can be followed, and the latency is that of the whole way", () => {
  const all = new Map(readYaml("data/metrics.yml").map((metric) => [metric.id, metric]));
  const { metrics: own } = readYaml("data/comparisons.yml").find(({ id }) => id === "relay");
  const ofRelays = new Map(own.map((id) => [id, all.get(id)]));
  const of = (course) => followed(ofRelays, { course });
  assert.deepEqual(
    ["latency", "broker", "page", "cpu", "requests"].map((course) => of(course).metric.id),
    ["relay_latency", "broker_latency", "page_latency", "cpu", "relay_latency"],
  );
  assert.equal(of("deliveries").field, "deliveries");
  const course = { technology: "go-relay", broker: "nats", pages: 1, iteration: 1, deliveries: [9] };
  const place = { broker: "nats", pages: 1 };
  assert.equal(coursesAt([course, { ...course, broker: "rabbitmq" }], { id: "go-relay" }, place).length, 1);
});

test("bins of all iterations are added up to shares, with empty bins between them and at the ends", () => {
  const shares = sharesOf([
    [1, 30],
    [1.259, 10],
    [1, 60],
  ]);
  assert.deepEqual(
    shares.map(({ y }) => y),
    [0, 90, 0, 10, 0],
  );
  assert.ok(shares[1].x < 1 && shares[1].x > 0.89);
});

test("a histogram has a line a technology, of the files that have bins, and says where each is highest", () => {
  const bins = (counts) => counts.map((count, i) => [[0.8913, 1, 1.122][i], count]);
  const courses = coursesAt(
    [
      entry(1, { latency_bins: bins([1, 8, 1]) }),
      entry(2, { latency_bins: bins([1, 2, 7]) }),
      entry(3, { latency_p99_ms: [1] }),
    ],
    nodeWs,
    view.cell,
  );
  const { config, summary } = histogramChart(courses, latency, view, look);
  const [only, ...others] = config.data.datasets;
  assert.deepEqual(others, []);
  assert.deepEqual(
    only.data.map(({ y }) => y),
    [0, 10, 50, 40, 0],
  );
  assert.equal(summary, "Histogram. Latency (ms). Most often: Node.js (0.944\u00a0ms).");
  assert.equal(histogramChart(courses.slice(2), latency, view, look), null);
});

test("each hop's bins are a column of their own", () => {
  const all = readYaml("data/metrics.yml");
  const bins = (id) => binsOf(all.find((metric) => metric.id === id));
  assert.deepEqual(["relay_latency", "broker_latency", "page_latency"].map(bins), [
    "latency_bins",
    "broker_latency_bins",
    "page_latency_bins",
  ]);
});

test("what another comparison follows is none of this one's: the latency stands in its place", () => {
  const courses = coursesAt(series, nodeWs, view.cell);
  const { summary } = courseChart(courses, dataset.metrics, { ...view, course: "errors" }, look);
  assert.match(summary, /^Line chart\. Latency, p99 \(ms\), by second\./);
});

test("the course of requests is drawn as that of deliveries is", () => {
  const users = { users: 2000 };
  const columns = { requests: [90, 30], failed_requests: [0, 12], latency_p50_ms: [4, 900] };
  const course = { technology: "node-ws", ...users, iteration: 1, ...columns };
  const all = new Map(readYaml("data/metrics.yml").map((metric) => [metric.id, metric]));
  const drawn = ["requests", "errors", "median"].map((what) => {
    const { config } = courseChart(coursesAt([course], nodeWs, users), all, { ...view, course: what }, look);
    return config.data.datasets[0].data.map(({ y }) => y);
  });
  assert.deepEqual(drawn, Object.values(columns));
});

test("a long course is thinned, and loses neither a peak nor a dip nor a gap", () => {
  const values = Array.from({ length: 100_000 }, (_, second) => 10 + (second % 7));
  values[12_345] = 900;
  values[67_890] = 0.5;
  values.fill(null, 30_000, 31_000);
  const columns = { latency_p99_ms: values };
  const { config, summary } = courseChart([{ technology: nodeWs, iteration: 1, columns }], dataset.metrics, view, look);
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
