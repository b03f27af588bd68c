// Line charts say what the data say: true x, gaps where nothing was measured, and doubts shown.

import assert from "node:assert/strict";
import test from "node:test";
import { lineChart } from "../../assets/js/charts/line.js";
import { nearest, readoutOf, readoutText } from "../../assets/js/charts/readout.js";
import { logAxis, roundRange } from "../../assets/js/drawing/axis.js";
import { lineSeries } from "../../assets/js/drawing/line-scene.js";
import { floorsInSight, referencesInSight, whisker } from "../../assets/js/drawing/marks.js";
import { ratio } from "../../assets/js/drawing/scope.js";
import { datasetOf, look, row } from "./sample.js";

const spec = {
  kind: "line",
  comparison: "chat",
  x: "messages",
  y: "latency",
  fixed: { rooms: 1 },
  title: "Latency, 1 room",
};
const view = { shown: ["node-ws", "node-cluster"], statistic: "mean", scale: "linear", cell: null };

const dataset = datasetOf([
  row("node-ws", 1, 10, 1, { latency_mean_ms: 1, latency_p99_ms: 4, cpu_percent: 10 }),
  row("node-ws", 1, 10, 2, { latency_mean_ms: 3, latency_p99_ms: 6, cpu_percent: 20 }),
  row("node-ws", 1, 20, 1, { latency_mean_ms: 5, latency_p99_ms: 8, cpu_percent: 40, client_saturated: true }),
  row("node-ws", 1, 30, 1, { latency_mean_ms: 7, latency_p99_ms: 9, cpu_percent: 60 }),
  row("node-ws", 2, 20, 1, { latency_mean_ms: 99, cpu_percent: 99 }),
  row("node-cluster", 1, 10, 1, {
    latency_mean_ms: 2,
    cpu_percent: 30,
    lost_deliveries: 3,
    expected_deliveries: 50000,
  }),
  row("node-cluster", 1, 30, 1, { latency_mean_ms: 4, cpu_percent: 90 }),
  row("node-cluster", 1, 40, 1, { outcome: "server_exited" }),
]);
const chart = (change = {}, other = {}) => lineChart(dataset, { ...spec, ...other }, { ...view, ...change }, look);
const datasets = (...args) => chart(...args).config.data.datasets;

test("a point stands at its number of messages on a linear axis", () => {
  assert.deepEqual(
    datasets()[0].data.map(({ x }) => x),
    [50_000, 200_000, 450_000, 800_000],
  );
  assert.equal(chart().config.options.scales.x.type, "linear");
});

test("another axis of the comparison can be chosen, and an axis that it lacks changes nothing", () => {
  const { config, summary } = chart({ x: "users" });
  assert.deepEqual(
    config.data.datasets[0].data.map(({ x }) => x),
    [10, 20, 30, 40],
  );
  assert.equal(config.options.scales.x.title.text, "Users per room");
  assert.match(summary, /, by users per room\./);
  assert.deepEqual(chart({ x: "concurrency" }).config.data, chart().config.data);
});

test("figures relative to a technology are multiples of its figure in the same cell", () => {
  const { config, unit, summary } = chart({ relative: "node-cluster" });
  const [own, base] = config.data.datasets.map(({ data }) => data.map(({ y }) => y));
  assert.deepEqual(own, [1, null, 7 / 4, null]);
  assert.deepEqual(base, [1, null, 1, null]);
  assert.equal(unit, "× Node.js cluster");
  assert.equal(config.options.scales.y.title.text, "Latency, mean (× Node.js cluster)");
  assert.match(summary, /Node\.js: from 1\.00\u00a0× Node\.js cluster at 50,000/);
});

test("while a technology is lifted the others step back", () => {
  const colors = (lifted) => datasets({ lifted }).map(({ borderColor }) => borderColor);
  assert.deepEqual(colors(null), ["#0072b2", "#183d63"]);
  assert.deepEqual(colors(["node-ws"]), ["#0072b2", "#183d6333"]);
});

test("the interval of a quotient has the relative variances of both figures", () => {
  assert.deepEqual(ratio({ mean: 10, ci95: 3 }, { mean: 5, ci95: 2 }), { mean: 2, ci95: 1 });
  assert.deepEqual(ratio({ mean: 10, ci95: null }, { mean: 5, ci95: 2 }), { mean: 2, ci95: null });
  assert.deepEqual(ratio({ mean: null, ci95: null }, { mean: 5, ci95: 2 }), { mean: null, ci95: null });
  assert.deepEqual(ratio({ mean: 10, ci95: 3 }, { mean: 0, ci95: 0 }), { mean: null, ci95: null });
});

test("zooming shows a part of the x axis, and the y axis what is in it", () => {
  const { x, y } = chart({ zoom: [50_000, 200_000] }).config.options.scales;
  assert.deepEqual([x.min, x.max], [50_000, 200_000]);
  const means = [2, 2, 5];
  assert.ok(y.max >= Math.max(...means) && y.max < chart().config.options.scales.y.max);
});

test("with one range for all, the y axis holds what any chart of the metric shows", () => {
  const reach = (change) => chart(change).config.options.scales.y.max;
  assert.ok(reach({ range: "same" }) >= 99);
  assert.ok(reach({ range: "own" }) < 99);
});

test("a cell that is missing leaves a gap, not a zero", () => {
  const cluster = datasets()[1];
  assert.deepEqual(
    cluster.data.map(({ y }) => y),
    [2, null, 4, null],
  );
  assert.equal(cluster.spanGaps, false);
});

test("hiding a technology closes no gap of another", () => {
  const [alone] = lineSeries(dataset, spec, { ...view, shown: ["node-cluster"] });
  assert.deepEqual(
    alone.points.map(({ y }) => y),
    [2, null, 4, null],
  );
});

test("a run with a grid of its own tears no gap in the lines of another", () => {
  const rows = [
    row("node-ws", 1, 10, 1, { latency_mean_ms: 1 }),
    row("node-ws", 1, 20, 1, { latency_mean_ms: 2 }),
    row("node-cluster", 1, 15, 1, { latency_mean_ms: 3 }),
  ];
  const pointsOfNodeWs = (dataset) => lineSeries(dataset, spec, view)[0].points.map(({ y }) => y);
  assert.deepEqual(pointsOfNodeWs(datasetOf(rows, (id) => (id === "node-ws" ? 0 : 1))), [1, 2]);
  assert.deepEqual(pointsOfNodeWs(datasetOf(rows)), [1, null, 2]);
});

test("a hidden technology is not drawn", () => {
  assert.deepEqual(
    datasets({ shown: ["node-cluster"] }).map(({ label }) => label),
    ["Node.js cluster"],
  );
  assert.deepEqual(datasets({ shown: [] }), []);
});

test("only cells of the chart's room count are drawn", () => {
  assert.ok(datasets()[0].data.every(({ y }) => y !== 99));
});

test("the statistic changes what is drawn, the axis title and the name read out", () => {
  const { config, statistic, summary } = chart({ statistic: "p99" });
  assert.equal(config.data.datasets[0].data[0].y, 5);
  assert.equal(config.options.scales.y.title.text, "Latency, p99 (ms)");
  assert.equal(statistic, "p99");
  assert.match(summary, /p99 \(ms\)/);
});

test("a metric that lacks the statistic keeps its own default", () => {
  const { config, statistic } = chart({ statistic: "p99" }, { y: "cpu" });
  assert.equal(statistic, "mean");
  assert.equal(config.data.datasets[0].data[0].y, 15);
});

test("the interval of a point is that of its cell, and one iteration has none", () => {
  const [two, one] = datasets()[0].data;
  assert.ok(Math.abs(two.ci95 - 12.706204736175) < 1e-6);
  assert.equal(one.ci95, null);
});

test("a point is hollow where the client was saturated, and only there", () => {
  assert.deepEqual(datasets()[0].pointBackgroundColor, ["#0072b2", "#ffffff", "#0072b2", "#0072b2"]);
});

test("lost deliveries and unfinished iterations are marked at their points", () => {
  const points = datasets()[1].data;
  assert.deepEqual(
    points.map(({ lost }) => lost),
    [true, false, false, false],
  );
  assert.deepEqual(
    points.map(({ unfinished }) => unfinished),
    [false, false, false, true],
  );
});

test("the scale of the y axis is linear from zero, or logarithmic", () => {
  const linear = chart().config.options.scales.y;
  assert.equal(linear.type, "linear");
  assert.equal(linear.min, 0);
  assert.equal(chart({ scale: "log" }).config.options.scales.y.type, "logarithmic");
});

test("an axis opens as its metric says in the data, and is linear where that says nothing", () => {
  const opened = (y) => chart({ scale: "own" }, { y }).config.options.scales.y.type;
  assert.deepEqual(["latency", "cpu", "memory"].map(opened), ["logarithmic", "linear", "linear"]);
});

test("a logarithmic axis runs between round values around the figures", () => {
  assert.deepEqual(roundRange(0.31, 812), [0.2, 1000]);
  assert.deepEqual(roundRange(1, 1), [1, 2]);
  assert.deepEqual(roundRange(30, 350), [20, 500]);
  const { min, max } = chart({ scale: "log" }).config.options.scales.y;
  assert.deepEqual([min, max], [2, 10]);
  assert.deepEqual(logAxis([20, 500]).ticks, [20, 50, 100, 200, 500]);
});

test("a whisker makes room for itself, but never flattens the lines", () => {
  assert.equal(chart().config.options.scales.y.max, 10);
});

test("a whisker that the axis cuts off has no cap there", () => {
  const scale = { top: 0, bottom: 100, getPixelForValue: (value) => 100 - value };
  assert.deepEqual(whisker({ y: 50, ci95: 10 }, scale), { top: 40, bottom: 60, capped: { top: true, bottom: true } });
  assert.deepEqual(whisker({ y: 90, ci95: 20 }, scale), { top: 0, bottom: 30, capped: { top: false, bottom: true } });
  assert.deepEqual(whisker({ y: 10, ci95: 20 }, scale), { top: 70, bottom: 100, capped: { top: true, bottom: false } });
});

test("a technology without a figure in the chart is named as missing", () => {
  assert.deepEqual(
    chart({}, { fixed: { rooms: 2 } }).missing.map(({ id }) => id),
    ["node-cluster"],
  );
});

test("the readout says what all lines say at an x, the lowest first, each with its iterations, run and file", () => {
  const { reading } = chart();
  assert.deepEqual(reading.places, [50_000, 200_000, 450_000, 800_000]);
  const { heading, rows } = readoutOf(reading, 450_000);
  assert.equal(heading, "Messages delivered: 450,000");
  assert.deepEqual(
    rows.map(({ name, figure, more }) => [name, figure, ...more]),
    [
      ["Node.js cluster", "4.00\u00a0ms", "n = 1", "data/chat/node-cluster.json"],
      ["Node.js", "7.00\u00a0ms", "n = 1", "data/chat/node-ws.json"],
    ],
  );
  const [first] = readoutOf(reading, 50_000).rows;
  assert.match(first.figure, /^2\.00 ± 12\.71\u00a0ms$/);
});

test("a technology without a figure stands last in the readout, with what happened", () => {
  const [only] = readoutOf(chart().reading, 800_000).rows;
  assert.equal(only.figure, "–");
  assert.match(only.more.at(-1), /^1 of 1 iterations unfinished, /);
});

test("a readout can be taken as text", () => {
  const { reading } = chart();
  assert.equal(
    readoutText(reading.title, readoutOf(reading, 200_000)),
    "Latency, 1 room: Latency, mean (ms)\nMessages delivered: 200,000\n" +
      "Node.js, 5.00\u00a0ms, n = 1, client saturated in 1 of 1 iterations, data/chat/node-ws.json\n",
  );
});

test("the x that is read is the nearest one measured", () => {
  assert.equal(nearest([10, 20, 40], 31), 40);
  assert.equal(nearest([10, 20, 40], -5), 10);
  assert.equal(nearest([], 5), null);
});

test("a screen reader hears what is drawn, with units", () => {
  assert.equal(
    chart().summary,
    "Line chart. Latency, 1 room: Latency, mean (ms), by messages delivered. " +
      "Node.js: from 2.00\u00a0ms at 50,000 to 7.00\u00a0ms at 450,000. " +
      "Node.js cluster: from 2.00\u00a0ms at 50,000 to 4.00\u00a0ms at 450,000.",
  );
});

test("a sentence says who is best where the lines end, and by how much", () => {
  assert.equal(chart().lead, "Lowest at 450,000: Node.js cluster (4.00\u00a0ms), 1.75 × below Node.js (7.00\u00a0ms).");
  assert.equal(chart({ shown: ["node-ws"] }).lead, "");
});

test("the sentence says where intervals overlap", () => {
  const close = (id, mean) => [1, 2].map((i) => row(id, 1, 10, i, { latency_mean_ms: mean + i }));
  const rows = [...close("node-ws", 20), ...close("node-cluster", 30)];
  const lead = "Lowest at 50,000: Node.js (21.5\u00a0ms), 1.47 × below Node.js cluster (31.5\u00a0ms).";
  assert.equal(lineChart(datasetOf(rows), spec, view, look).lead, `${lead} Their intervals overlap.`);
  const further = [...close("node-ws", 20), ...close("node-cluster", 40)];
  assert.doesNotMatch(lineChart(datasetOf(further), spec, view, look).lead, /overlap/);
});

test("where all are alike, none is best", () => {
  const alike = datasetOf(view.shown.map((id) => row(id, 1, 10, 1, { latency_mean_ms: 2 })));
  assert.equal(lineChart(alike, spec, view, look).lead, "All alike at 50,000: 2.00\u00a0ms.");
});

const crowd = [
  "node-ws",
  "node-cluster",
  "akka-play",
  "vertx",
  "go-coder",
  "rust-axum",
  "bun",
  "cpp-beast",
  "spring-jetty",
];
const crowded = (count) => {
  const shown = crowd.slice(0, count);
  const rows = shown.flatMap((id, i) => [
    row(id, 1, 10, 1, { latency_mean_ms: 1 + i }),
    ...(id === "bun" ? [] : [row(id, 1, 20, 1, { latency_mean_ms: 100 - i })]),
  ]);
  return lineChart(datasetOf(rows), spec, { ...view, shown }, look);
};

test("of many lines a screen reader hears the lowest and the highest where they begin and where they end", () => {
  assert.equal(
    crowded(7).summary,
    "Line chart. Latency, 1 room: Latency, mean (ms), by messages delivered. 7 technologies. " +
      "At 50,000: 1.00\u00a0ms (Node.js) to 7.00\u00a0ms (Bun). " +
      "At 200,000: 95.0\u00a0ms (Rust (axum)) to 100\u00a0ms (Node.js).",
  );
});

test("the words about a chart do not grow with its technologies", () => {
  assert.ok(crowded(9).summary.length < 1.2 * crowded(5).summary.length);
});

test("many lines without a figure are told as such", () => {
  const rows = crowd.map((id) => row(id, 1, 10, 1, { outcome: "server_exited" }));
  const { summary, missing } = lineChart(datasetOf(rows), spec, { ...view, shown: crowd }, look);
  assert.match(summary, /by messages delivered\. 9 technologies\.$/);
  assert.equal(missing.length, 9);
});

test("many lines are drawn finer than few", () => {
  const width = (count) => crowded(count).config.data.datasets[0].borderWidth;
  assert.ok(width(9) < width(8));
});

const floor = { method: "echo", latency_mean_ms: 0.05, latency_p99_ms: 0.12 };
const calibrated = (runs, change = {}, other = {}) => {
  const rows = [
    row("node-ws", 1, 10, 1, { latency_mean_ms: 1, latency_p99_ms: 4, cpu_percent: 10 }),
    row("node-cluster", 1, 10, 1, { latency_mean_ms: 2, latency_p99_ms: 5, cpu_percent: 30 }),
  ];
  const runOf = (technology) => (technology === "node-ws" ? 0 : 1);
  return lineChart(datasetOf(rows, runOf, runs), { ...spec, ...other }, { ...view, ...change }, look);
};
const floorsOf = ({ config }) => config.options.plugins.marks.floors;

test("the noise floor is drawn in the statistic that is drawn, once where runs share it", () => {
  const runs = [{ noise_floor: floor }, { noise_floor: floor }];
  assert.deepEqual(floorsOf(calibrated(runs)), [0.05]);
  assert.deepEqual(floorsOf(calibrated(runs, { statistic: "p99" })), [0.12]);
});

test("without a noise floor, or of another metric, no line is drawn", () => {
  assert.deepEqual(floorsOf(calibrated([{ noise_floor: null }, { noise_floor: null }])), []);
  assert.deepEqual(floorsOf(calibrated([{ noise_floor: floor }, { noise_floor: floor }], {}, { y: "cpu" })), []);
});

test("only runs of the technologies shown have their noise floors drawn", () => {
  const runs = [{ noise_floor: floor }, { noise_floor: { ...floor, latency_mean_ms: 0.3 } }];
  assert.deepEqual(floorsOf(calibrated(runs)), [0.05, 0.3]);
  assert.deepEqual(floorsOf(calibrated(runs, { shown: ["node-cluster"] })), [0.3]);
});

test("a logarithmic axis reaches down to the noise floor, and a screen reader hears of it", () => {
  const chart = calibrated([{ noise_floor: floor }, { noise_floor: null }], { scale: "log" });
  assert.equal(chart.config.options.scales.y.min, 0.05);
  assert.match(chart.summary, /Noise floor: 0\.0500\u00a0ms\.$/);
});

test("a noise floor that the axis doesn't reach is not drawn", () => {
  const scale = { top: 0, bottom: 100, getPixelForValue: (value) => 100 - value };
  assert.deepEqual(floorsInSight([5, 150], scale), [5]);
});

test("a metric's reference lines are drawn, unless figures are relative, and widen no axis", () => {
  const references = (...args) => chart(...args).config.options.plugins.marks.references.map(({ label }) => label);
  assert.deepEqual(references(), ["100 ms"]);
  assert.deepEqual(references({ relative: "node-ws" }), []);
  assert.deepEqual(references({}, { y: "cpu" }), []);
  assert.ok(chart().config.options.scales.y.max < 100);
});

test("a reader's own load stands where the lightest cell at least as heavy is, in the charts that have it", () => {
  const loadOf = (load, other) => {
    const need = load && { load, limits: {}, by: "latency" };
    return chart({ need }, other).config.options.plugins.marks.load;
  };
  assert.equal(loadOf({ rooms: 1, users: 15 }), 200_000);
  assert.equal(loadOf({ rooms: 2, users: 15 }), null, "of another room count");
  assert.equal(loadOf({ rooms: 1, users: 50 }), null, "heavier than all");
  assert.equal(loadOf(null), null);
});

test("a reference line that the axis doesn't reach is not drawn, and words without room above it stand below", () => {
  const scale = { top: 0, bottom: 100, getPixelForValue: (value) => 100 - value };
  const lines = [5, 95, 150].map((value) => ({ value, label: `${value} ms` }));
  assert.deepEqual(
    referencesInSight(lines, scale).map(({ label, below }) => [label, below]),
    [
      ["5 ms", false],
      ["95 ms", true],
    ],
  );
});
