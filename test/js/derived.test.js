// Figures made of what result files hold: the formulas of data/metrics.yml, and the charts that show them.

import assert from "node:assert/strict";
import test from "node:test";
import { lineChart } from "../../assets/js/charts/line.js";
import { ColumnTally } from "../../assets/js/results/column-tally.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { evaluator, withDerived } from "../../assets/js/results/derived.js";
import { summarise } from "../../assets/js/results/summarise.js";
import { chat, look, readYaml } from "./sample.js";

const metrics = readYaml("data/metrics.yml");
const formulas = new Map(
  metrics.filter(({ derived }) => derived).map(({ statistics, derived }) => [Object.values(statistics)[0], derived]),
);
const ROW = { technology: "node-ws", rooms: 2, users: 10, iteration: 1, messages_per_user: 500 };
/** Half a core for 5 s of sending and 1 s of draining, for 600,000 deliveries. */
const BUSY = { ...ROW, cpu_percent: 50, memory_mib: 80, window_s: 5, drain_s: 1, received_deliveries: 600_000 };

test("each formula gives what it says", () => {
  const [made] = withDerived([BUSY], formulas);
  assert.equal(made.deliveries_per_s, 100_000);
  assert.equal(made.cpu_s_per_million_deliveries, 5);
  assert.equal(made.memory_per_user_mib, 4);
});

test("a row that lacks a part, or that nothing was delivered in, has no such figure", () => {
  const [bare, idle] = withDerived([ROW, { ...BUSY, received_deliveries: 0 }], formulas);
  assert.deepEqual(bare, ROW);
  assert.equal(idle.deliveries_per_s, 0);
  assert.equal("cpu_s_per_million_deliveries" in idle, false);
});

test("a part in brackets is a sum", () => {
  assert.equal(evaluator({ factor: 2, times: ["a", ["b", "c"]], per: ["d"] })({ a: 3, b: 1, c: 2, d: 9 }), 2);
});

test("read as columns they are the same figures", () => {
  const fields = [...formulas.keys()];
  const rows = [1, 2, 3].map((iteration) => ({ ...BUSY, iteration, drain_s: iteration, cpu_percent: 40 + iteration }));
  const header = Object.keys(BUSY);
  const tally = new ColumnTally(chat, header, fields, formulas);
  for (const row of rows) {
    const tokens = header.map((field) => String(row[field]));
    const values = header.map((field) => (field === "technology" ? 0 : row[field]));
    assert.ok(tally.take(values, tokens));
  }
  const [columns] = tally.summarise();
  const [objects] = summarise(withDerived(rows, formulas), chat, fields);
  for (const field of fields) assert.deepEqual(columns[field], objects[field], field);
});

const dataset = () => {
  const ids = ["latency", "cpu", "memory", "deliveries", "cpu_cost", "memory_per_user"];
  const own = metrics.filter(({ id }) => ids.includes(id));
  const fields = own.flatMap(({ statistics }) => Object.values(statistics));
  const [cell] = summarise(withDerived([BUSY], formulas), chat, fields);
  const cells = Object.fromEntries(
    Object.entries(cell).map(([key, value]) => [
      key,
      value?.mean === undefined ? [value] : { mean: [value.mean], ci95: [value.ci95] },
    ]),
  );
  Object.assign(cells, { technology: [0], run: [0], file: ["data/chat/a.json"] });
  const technologies = readYaml("data/technologies.yml").filter(({ id }) => id === "node-ws");
  return readDataset({ comparison: chat, metrics: own, technologies, shown: ["node-ws"], runs: [], cells });
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
