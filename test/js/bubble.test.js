// The bubble chart: area says latency, one cell at a time, every technology named.

import assert from "node:assert/strict";
import test from "node:test";
import { bubbleChart } from "../../assets/js/charts/bubble.js";
import { readoutOf } from "../../assets/js/charts/readout.js";
import { bubbleRadius, bubbles, LARGEST_RADIUS, sizeKeyEntries } from "../../assets/js/drawing/bubble-scene.js";
import { frontier } from "../../assets/js/drawing/frontier.js";
import { placeLabels } from "../../assets/js/drawing/labels.js";
import { datasetOf, look, row } from "./sample.js";

const spec = {
  kind: "bubble",
  comparison: "chat",
  x: "memory",
  y: "cpu",
  size: "latency",
  fixed: { rooms: 1, users: 60 },
};
const view = { shown: ["node-ws", "node-cluster"], statistic: "mean", scale: "linear", cell: spec.fixed };
const figures = (latency, cpu, memory) => ({
  latency_mean_ms: latency,
  latency_p99_ms: latency * 3,
  cpu_percent: cpu,
  memory_mib: memory,
});
const dataset = datasetOf([
  row("node-ws", 1, 60, 1, figures(100, 99, 60)),
  row("node-cluster", 1, 60, 1, figures(25, 180, 170)),
  row("node-ws", 1, 10, 1, figures(0.4, 12, 58)),
  row("node-cluster", 1, 10, 1, { ...figures(0.9, 30, 160), memory_mib: undefined }),
]);

test("the efficient frontier is who is not beaten in everything", () => {
  const all = [
    [1, 5, 5],
    [5, 1, 5],
    [5, 5, 5],
    [1, 5, 5],
    [2, 6, 5],
  ];
  const figuresOf = (one) => one;
  assert.deepEqual(frontier(all, figuresOf, ["lower", "lower", "lower"]), [all[0], all[1], all[3]]);
  assert.deepEqual(frontier(all, figuresOf, ["higher", "lower", "lower"]), [all[1]]);
  assert.deepEqual(frontier([], figuresOf, ["lower"]), []);
});

test("the frontier has thick rims and is told in words", () => {
  const { config, frontier } = bubbleChart(dataset, spec, view, look);
  assert.deepEqual(
    config.data.datasets.map(({ borderWidth }) => borderWidth),
    [4, 4],
  );
  assert.match(
    frontier,
    /^Efficient frontier \(thick rims\): Node\.js, Node\.js cluster\. .* in memory, CPU and latency,/,
  );
});

test("both axes follow the scale", () => {
  const types = (scale) =>
    Object.values(bubbleChart(dataset, spec, { ...view, scale }, look).config.options.scales).map(({ type }) => type);
  assert.deepEqual(types("linear"), ["linear", "linear"]);
  assert.deepEqual(types("log"), ["logarithmic", "logarithmic"]);
});

test("each axis opens as its own metric says in the data", () => {
  const { scales } = bubbleChart(dataset, { ...spec, y: "latency" }, { ...view, scale: "own" }, look).config.options;
  assert.deepEqual([scales.x.type, scales.y.type], ["linear", "logarithmic"]);
});

test("a bubble's area, not its radius, is proportional to its value", () => {
  const area = (value) => Math.PI * bubbleRadius(value, 800) ** 2;
  for (const value of [1, 10, 50, 200, 400]) assert.ok(Math.abs(area(2 * value) / area(value) - 2) < 1e-12);
  assert.equal(bubbleRadius(800, 800), LARGEST_RADIUS);
});

test("bubbles stand at memory and CPU of the chosen cell", () => {
  const { drawn } = bubbles(dataset, spec, view);
  assert.deepEqual(
    drawn.map(({ point: { x, y, r } }) => [x, y, r]),
    [
      [60, 99, LARGEST_RADIUS],
      [170, 180, LARGEST_RADIUS / 2],
    ],
  );
});

test("hiding a technology leaves the size of the others as it is", () => {
  const [cluster] = bubbles(dataset, spec, { ...view, shown: ["node-cluster"] }).drawn;
  assert.equal(cluster.point.r, LARGEST_RADIUS / 2);
});

test("a technology without all three figures is named as missing, not drawn at zero", () => {
  const { drawn, missing } = bubbles(dataset, spec, { ...view, cell: { rooms: 1, users: 10 } });
  assert.deepEqual(
    drawn.map(({ technology }) => technology.id),
    ["node-ws"],
  );
  assert.deepEqual(
    missing.map(({ id }) => id),
    ["node-cluster"],
  );
});

test("the area follows the statistic and says so", () => {
  const { config, sizeKey } = bubbleChart(dataset, spec, { ...view, statistic: "p99" }, look);
  assert.equal(config.data.datasets[0].data[0].size, 300);
  assert.equal(sizeKey.title, "Area: Latency, p99 (ms)");
});

test("the readout gives the cell, its figures with units, its iterations and its file", () => {
  const { reading } = bubbleChart(dataset, spec, view, look);
  const { heading, rows } = readoutOf(reading, reading.places[0]);
  assert.equal(heading, "Node.js");
  assert.deepEqual(
    rows.map(({ name, figure }) => [name, figure]),
    [
      ["Cell", "1 room, 60 users"],
      ["Messages delivered", "1,800,000"],
      ["Memory, mean", "60.0\u00a0MiB"],
      ["CPU, mean", "99.0\u00a0%"],
      ["Latency, mean", "100\u00a0ms"],
      ["Iterations", "1, no interval"],
      ["File", "data/chat/node-ws.json"],
    ],
  );
});

test("arrow keys go from bubble to bubble along the x axis, and the pointer to the nearest rim", () => {
  const { reading } = bubbleChart(dataset, spec, view, look);
  const [left, right] = reading.places;
  assert.deepEqual(
    [left, right].map((cell) => reading.valueAt(cell).x),
    [60, 170],
  );
  const pixels = { getPixelForValue: (value) => value };
  const under = (x, y) => reading.placeUnder({ scales: { x: pixels, y: pixels } }, { x, y });
  assert.equal(under(60, 99), left);
  assert.equal(under(170, 180), right);
  // Nearer to the right one's middle; the left one, of four times the area, ends closer.
  assert.equal(under(118, 142), left);
});

test("the size key has round values whose radii are the bubbles' own", () => {
  const entries = sizeKeyEntries(812, "ms");
  assert.deepEqual(
    entries.map(({ text }) => text),
    ["500\u00a0ms", "200\u00a0ms", "50.0\u00a0ms"],
  );
  for (const [i, value] of [500, 200, 50].entries()) assert.equal(entries[i].radius, bubbleRadius(value, 812));
  assert.deepEqual(sizeKeyEntries(0, "ms"), []);
});

test("a label that fits on neither side of its bubble stays whole, above or below it", () => {
  const area = { left: 60, right: 290, top: 0, bottom: 300 };
  const named = [
    { x: 130, y: 50, r: 26, width: 48 },
    { x: 255, y: 50, r: 32, width: 94 },
  ];
  const [, { left, top, width }] = placeLabels(named, area);
  assert.ok(left >= area.left && left + width <= area.right);
  assert.ok(top >= 50 + 32);
});

test("labels keep clear of each other and of the chart's edges", () => {
  const area = { left: 0, top: 0, right: 300, bottom: 200 };
  const named = [
    { x: 100, y: 100, r: 5, width: 80 },
    { x: 104, y: 102, r: 5, width: 80 },
    { x: 280, y: 50, r: 5, width: 80 },
  ];
  const placed = placeLabels(named, area);
  for (const { left, width } of placed) assert.ok(left >= 0 && left + width <= 300);
  const clear = (a, b) => a.left + a.width <= b.left || b.left + b.width <= a.left || Math.abs(a.top - b.top) >= 16;
  assert.ok(clear(placed[0], placed[1]));
});

test("fourteen bubbles on a phone have their names, clear of each other, of the bubbles and of the edges", () => {
  const area = { left: 60, top: 0, right: 340, bottom: 340 };
  const named = Array.from({ length: 14 }, (_, i) => ({
    x: area.left + 30 + ((i * 67) % 230),
    y: 40 + ((i * 31) % 90),
    r: 6 + ((i * 5) % 14),
    width: 40 + ((i * 17) % 80),
  }));
  const placed = placeLabels(named, area);
  placed.forEach((label, i) => {
    assert.ok(label.left >= area.left && label.left + label.width <= area.right, `${i} within the sides`);
    assert.ok(label.top >= area.top && label.top + 16 <= area.bottom, `${i} within top and bottom`);
    for (const other of placed.slice(i + 1)) {
      const apart = label.left + label.width <= other.left || other.left + other.width <= label.left;
      assert.ok(apart || Math.abs(label.top - other.top) >= 16, `${i} overlaps another name`);
    }
    for (const { x, y, r } of named) {
      const aside = x - Math.min(Math.max(x, label.left), label.left + label.width);
      const above = y - Math.min(Math.max(y, label.top), label.top + 16);
      assert.ok(Math.hypot(aside, above) >= r, `${i} lies on a bubble`);
    }
  });
  assert.ok(placed.some(({ far }) => far));
});

test("a name with room beside its bubble stands there, and needs no line to it", () => {
  const [{ left, far }] = placeLabels([{ x: 100, y: 100, r: 5, width: 80 }], {
    left: 0,
    top: 0,
    right: 300,
    bottom: 200,
  });
  assert.deepEqual([left, far], [111, false]);
});

test("of many bubbles a screen reader hears the range of each figure", () => {
  const ids = ["node-ws", "akka-play", "vertx", "go-coder", "bun"];
  const rows = ids.map((id, i) => row(id, 1, 60, 1, figures(10 + i, 90 - i, 20 * (i + 1))));
  const { summary } = bubbleChart(datasetOf(rows), spec, { ...view, shown: ids }, look);
  assert.match(summary, /5 technologies\. Memory: 20\.0\u00a0MiB \(Node\.js\) to 100\u00a0MiB \(Bun\)\. CPU: /);
  assert.match(summary, /Latency: 10\.0\u00a0ms \(Node\.js\) to 14\.0\u00a0ms \(Bun\)\.$/);
});

test("a screen reader hears every bubble's three figures", () => {
  const { summary } = bubbleChart(dataset, spec, view, look);
  assert.match(summary, /^Bubble chart\. 1 room, 60 users: Memory, mean \(MiB\) against CPU, mean \(%\)/);
  assert.match(summary, /Node\.js: Memory 60\.0\u00a0MiB, CPU 99\.0\u00a0%, Latency 100\u00a0ms\./);
});
