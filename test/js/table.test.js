// The comparison table and A versus B: order, yardstick and words.

import assert from "node:assert/strict";
import test from "node:test";
import { tableColumns } from "../../assets/js/table/columns.js";
import { figureHeadings, figureRows } from "../../assets/js/table/figures.js";
import { nextSort, tableRows, yardstick } from "../../assets/js/table/rows.js";
import { differenceWords, intervalWords, verdictSummary } from "../../assets/js/table/versus-words.js";
import { datasetOf, row } from "./sample.js";

const dataset = datasetOf([
  row("node-ws", 1, 10, 1, { latency_mean_ms: 3, cpu_percent: 20 }),
  row("node-cluster", 1, 10, 1, { latency_mean_ms: 1, cpu_percent: 30, lost_deliveries: 2, expected_deliveries: 9 }),
  row("vertx", 1, 10, 1, { cpu_percent: 10 }),
  row("go-coder", 2, 10, 1, { latency_mean_ms: 9, cpu_percent: 5 }),
]);
const place = { rooms: 1, users: 10 };
const columns = tableColumns(dataset);
const view = { shown: ["node-ws", "node-cluster", "vertx", "go-coder"], sort: null };
const order = (change) => tableRows(dataset, { ...view, ...change }, place, columns).map(({ id }) => id);
const by = (column, descending = false) => order({ sort: { column, descending } });

test("unsorted, the table has the technologies shown that have the cell, in the page's order", () => {
  assert.deepEqual(order(), ["node-ws", "node-cluster", "vertx"]);
  assert.deepEqual(order({ shown: ["vertx", "node-ws"] }), ["node-ws", "vertx"]);
  assert.deepEqual(order({ shown: [] }), []);
});

test("figures sort by number and words by letter, and what is missing comes last either way", () => {
  assert.deepEqual(by("latency-mean"), ["node-cluster", "node-ws", "vertx"]);
  assert.deepEqual(by("latency-mean", true), ["node-ws", "node-cluster", "vertx"]);
  assert.deepEqual(by("technology"), ["node-ws", "node-cluster", "vertx"]);
  assert.deepEqual(by("technology", true), ["vertx", "node-cluster", "node-ws"]);
  assert.deepEqual(by("remarks"), ["node-cluster", "node-ws", "vertx"]);
});

test("a column that this table lacks leaves the page's order", () => {
  assert.deepEqual(by("latency-p42"), ["node-ws", "node-cluster", "vertx"]);
});

test("the words of columns are those of metrics and statistics", () => {
  const words = columns.map(({ word }) => word);
  for (const word of ["technology", "iterations", "remarks", "latency-p999", "memory-max"])
    assert.ok(words.includes(word));
});

test("a header sorts up, then down, then not at all; another one starts anew", () => {
  const up = nextSort(null, "technology");
  assert.deepEqual(up, { column: "technology", descending: false });
  const down = nextSort(up, "technology");
  assert.deepEqual(down, { column: "technology", descending: true });
  assert.equal(nextSort(down, "technology"), null);
  assert.deepEqual(nextSort(down, "iterations"), { column: "iterations", descending: false });
});

test("the best is the lowest or the highest, as the metric says, and nothing measured has none", () => {
  assert.deepEqual(yardstick([3, null, 1], "lower"), { best: 1, largest: 3 });
  assert.deepEqual(yardstick([3, null, 1], "higher"), { best: 3, largest: 3 });
  assert.deepEqual(yardstick([null], "lower"), { best: null, largest: 0 });
});

const names = ["Go", "Node.js"];
const one = (change) => ({ means: [1, 3], difference: -2, ci95: 0.5, verdict: "lower", ...change });
const say = (change) => differenceWords(one(change), names, "ms");

test("a difference is told with its interval and its factor", () => {
  assert.equal(say(), "Go is lower by 2.00\u00a0ms (1.50 to 2.50), 3.00\u00a0×");
  assert.equal(
    say({ means: [3, 1], difference: 2, verdict: "higher" }),
    "Go is higher by 2.00\u00a0ms (1.50 to 2.50), 3.00\u00a0×",
  );
  assert.equal(say({ means: [0, 2] }), "Go is lower by 2.00\u00a0ms (1.50 to 2.50)");
});

test("where the interval doesn't bear a difference out, none is claimed", () => {
  assert.equal(say({ ci95: 5, verdict: "undecided" }), "No difference shown");
  assert.match(say({ ci95: null, verdict: "untested" }), /^Go is lower by 2\.00\u00a0ms, 3\.00\u00a0×; no interval/);
  assert.match(say({ means: [2, 2], difference: 0, ci95: null, verdict: "untested" }), /^Go is the same; no interval/);
  assert.equal(say({ means: [null, 2], verdict: "missing" }), "Go not measured");
});

test("an interval is written from its lower to its upper end", () => {
  assert.equal(intervalWords({ difference: -2, ci95: 0.5 }), "−2.50 to −1.50");
  assert.equal(intervalWords({ difference: 1, ci95: null }), "–");
});

test("all cells are told in a sentence, with the range of the factors", () => {
  const all = [
    one(),
    one({ means: [1, 31] }),
    one({ means: [3, 1], difference: 2, verdict: "higher" }),
    one({ verdict: "undecided" }),
    one({ verdict: "untested" }),
    one({ verdict: "missing" }),
  ];
  assert.equal(
    verdictSummary(all, names),
    "of 6 cells, Go is lower than Node.js in 2 (3.00 to 31.0\u00a0×), higher in 1 (3.00\u00a0×); no difference is shown in 1; " +
      "there is no interval to judge by in 1; a figure is missing in 1.",
  );
  assert.equal(verdictSummary([one({ verdict: "undecided" })], names), "of 1 cell, no difference is shown in 1.");
  assert.equal(verdictSummary([], names), "no cell was measured with both.");
});

const texts = (spec, wanted = view) => ({
  headings: figureHeadings(dataset, spec, wanted).map(({ text }) => text),
  rows: figureRows(dataset, spec, wanted).map((one) => one.texts),
});

test("a line chart's table has its cells, with all statistics of its metric, of every technology", () => {
  const { headings, rows } = texts({ kind: "line", comparison: "chat", x: "messages", y: "cpu", fixed: { rooms: 1 } });
  assert.deepEqual(headings, [
    "Technology",
    "Users per room",
    "Messages delivered",
    "Iterations",
    "Mean (%)",
    "Remarks",
  ]);
  assert.deepEqual(rows, [
    ["Node.js", "10", "50,000", "1", "20.0", ""],
    ["Node.js cluster", "10", "50,000", "1", "30.0", "2 of 9 deliveries lost"],
    ["Vert.x", "10", "50,000", "1", "10.0", ""],
  ]);
});

test("a bubble chart's table has all cells, with what it shows", () => {
  const spec = { kind: "bubble", comparison: "chat", x: "memory", y: "cpu", size: "latency", fixed: place };
  const { headings, rows } = texts(spec);
  assert.deepEqual(headings, [
    "Technology",
    "Rooms",
    "Users per room",
    "Messages delivered",
    "Iterations",
    "Latency, mean (ms)",
    "CPU, mean (%)",
    "Memory, mean (MiB)",
    "Remarks",
  ]);
  assert.deepEqual(rows.at(-1), ["Go", "2", "10", "100,000", "1", "9.00", "5.00", "–", ""]);
});

test("the rows of dropped files are told apart", () => {
  const own = datasetOf([row("node-ws", 1, 10, 1, { cpu_percent: 1 }), row("vertx", 1, 10, 1, { cpu_percent: 2 })]);
  own.technologies[1] = { ...own.technologies[1], id: "yours.1.vertx" };
  const spec = { kind: "line", comparison: "chat", x: "messages", y: "cpu", fixed: { rooms: 1 } };
  const rows = figureRows(own, spec, view);
  assert.deepEqual(
    rows.map(({ yours }) => yours),
    [false, true],
  );
});
