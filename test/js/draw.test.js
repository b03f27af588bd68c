// A chart that is drawn already shows another view: lines come and go without anything being worked out anew, whatever else
// differs has it done.

import assert from "node:assert/strict";
import test from "node:test";
import { drawChart } from "../../assets/js/charts/draw.js";
import { lineChart } from "../../assets/js/charts/line.js";
import { namesRoom } from "../../assets/js/drawing/line-names.js";
import { canvas } from "./canvas.js";
import { datasetOf, look, row } from "./sample.js";

const dataset = datasetOf(
  [
    ["node-ws", 10, 3],
    ["node-ws", 20, 4],
    ["vertx", 10, 1],
    ["vertx", 20, 2],
    ["spring-tomcat", 10, 1],
    ["spring-tomcat", 20, 2],
    ["bun", 10, 1],
    ["bun", 30, 1],
  ].map(([technology, users, latency_mean_ms]) => row(technology, 1, users, 1, { latency_mean_ms })),
  (technology) => (technology === "bun" ? 1 : 0),
  [{ name: "one" }, { name: "other" }],
);
const spec = { kind: "line", comparison: "chat", x: "users", y: "latency", fixed: { rooms: 1 }, title: "Latency" };

function config(shown, change) {
  const view = { shown, statistic: "mean", scale: "linear", cell: null, ...change };
  const { options, ...rest } = lineChart(dataset, spec, view, look).config;
  return { ...rest, options: { ...options, responsive: false } };
}

/** A chart of these technologies, and how often it has been worked out anew since. */
function drawn(shown, ...size) {
  const chart = drawChart(canvas(...size), config(shown), null);
  const update = chart.update.bind(chart);
  const counted = { chart, updates: 0 };
  chart.update = (...how) => {
    counted.updates++;
    update(...how);
  };
  return counted;
}

const roomOf = (name) => Math.round(namesRoom([name], 901, 242));

const visible = (chart) => chart.getSortedVisibleDatasetMetas().map(({ label }) => label);

test("lines are hidden and shown again without an update where the axes stay", () => {
  const counted = drawn(["node-ws", "vertx"]);
  const { chart } = counted;
  const both = visible(chart);
  assert.equal(drawChart(chart.canvas, config(["node-ws"]), chart), chart);
  assert.deepEqual(visible(chart), both.slice(0, 1));
  drawChart(chart.canvas, config(["node-ws", "vertx"]), chart);
  assert.deepEqual(visible(chart), both);
  assert.equal(counted.updates, 0);
});

test("lines whose names take other room beside a chart are worked out, and so they are in another size of it", () => {
  globalThis.Path2D ??= class {};
  for (const [width, updates] of [
    [378, 0],
    [900, 1],
  ]) {
    const counted = drawn(["node-ws", "spring-tomcat"], width);
    const { chart } = counted;
    drawChart(chart.canvas, config(["node-ws"]), chart);
    assert.equal(counted.updates, updates);
    const right = () => {
      chart.resize(901, 304);
      return Math.round(901 - chart.chartArea.right);
    };
    assert.equal(right(), roomOf("Node.js"));
    drawChart(chart.canvas, config(["node-ws", "spring-tomcat"]), chart);
    assert.equal(right(), roomOf("Spring Boot (Tomcat)"));
  }
});

test("another range of either axis, another look, and a line that was not there are worked out", () => {
  for (const [from, to, change] of [
    [["node-ws", "vertx"], ["vertx"], {}],
    [["node-ws", "bun"], ["node-ws"], {}],
    [["node-ws", "vertx"], ["node-ws"], { scale: "log" }],
    [["node-ws"], ["node-ws", "vertx"], {}],
  ]) {
    const counted = drawn(from);
    drawChart(counted.chart.canvas, config(to, change), counted.chart);
    assert.equal(counted.updates, 1, `${from} to ${to}`);
    assert.equal(visible(counted.chart).length, to.length);
  }
});
