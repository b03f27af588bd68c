// Figures made of what result files hold: the formulas of data/metrics.yml, and the charts that show them.

import assert from "node:assert/strict";
import test from "node:test";
import { lineChart } from "../../assets/js/charts/line.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { derivedColumn } from "../../assets/js/results/derived.js";
import { withScaled } from "../../assets/js/results/scaled.js";
import { cellsOf, chat, fileOf, look, readYaml } from "./sample.js";

const metrics = readYaml("data/metrics.yml");
const formulas = new Map(
  metrics.filter(({ derived }) => derived).map(({ statistics, derived }) => [Object.values(statistics)[0], derived]),
);
const ROW = { technology: "node-ws", rooms: 2, users: 10, iteration: 1, messages_per_user: 500 };
/** Half a core for 5 s of sending and 1 s of draining, for 600,000 deliveries. */
const BUSY = { ...ROW, cpu_percent: 50, memory_mib: 80, window_s: 5, drain_s: 1, received_deliveries: 600_000 };

const made = (field, ...rows) => derivedColumn(fileOf(rows).columns, formulas.get(field));

test("each formula gives what it says", () => {
  assert.deepEqual([...made("deliveries_per_s", BUSY)], [100_000]);
  assert.deepEqual([...made("cpu_s_per_million_deliveries", BUSY)], [5]);
});

test("a row that lacks a part, or that nothing was delivered in, has no such figure", () => {
  const idle = { ...BUSY, iteration: 2, received_deliveries: 0 };
  assert.equal(made("deliveries_per_s", ROW), null);
  assert.deepEqual([...made("deliveries_per_s", ROW, BUSY, idle)], [Number.NaN, 100_000, 0]);
  assert.deepEqual([...made("cpu_s_per_million_deliveries", idle)], [Number.NaN]);
});

test("a part in brackets is a sum", () => {
  const formula = { factor: 2, times: ["cpu_percent", ["window_s", "drain_s"]], per: ["users"] };
  assert.deepEqual([...derivedColumn(fileOf([BUSY]).columns, formula)], [60]);
});

test("what is made of a whole cell's is worked out of its mean", () => {
  assert.deepEqual(dataset().cells.memory_per_user_mib, { mean: [4], ci95: [null] });
});

const dataset = () => {
  const ids = ["latency", "cpu", "memory", "deliveries", "cpu_cost", "memory_per_user"];
  const own = metrics.filter(({ id }) => ids.includes(id));
  const cells = { ...cellsOf([BUSY]), technology: [0], run: [0], file: ["data/chat/a.json"] };
  const technologies = readYaml("data/technologies.yml").filter(({ id }) => id === "node-ws");
  const data = { comparison: chat, metrics: own, technologies, shown: ["node-ws"], runs: [], cells };
  return readDataset(withScaled(data));
};
const SPEC = { kind: "line", comparison: "chat", x: "messages", y: "cpu", fixed: { rooms: 2 }, title: "CPU, 2 rooms" };
const VIEW = {
  shown: ["node-ws"],
  statistic: "mean",
  scale: "linear",
  x: null,
  relative: null,
  zoom: null,
  range: "own",
};

test("a chart shows what is made of its metric where the reader wants that", () => {
  const own = lineChart(dataset(), SPEC, { ...VIEW, measure: "own" }, look);
  assert.deepEqual([own.title, own.unit, own.config.data.datasets[0].data[0].y], ["CPU, 2 rooms", "%", 50]);
  const made = lineChart(dataset(), SPEC, { ...VIEW, measure: "derived" }, look);
  assert.equal(made.title, "CPU time per million deliveries, 2 rooms");
  assert.deepEqual([made.unit, made.better, made.config.data.datasets[0].data[0].y], ["s", "lower", 5]);
});

test("where there is no such figure it shows its own", () => {
  const without = dataset();
  delete without.cells.cpu_s_per_million_deliveries;
  const chart = lineChart(without, SPEC, { ...VIEW, measure: "derived" }, look);
  assert.equal(chart.title, "CPU, 2 rooms");
});
