// Several runs of a technology: which is shown, how each is named, and that their rows stay apart.

import assert from "node:assert/strict";
import test from "node:test";
import { dataset, json, jsonRow, line, results, statement, tsv } from "./data-folder.js";

/** A result file of a run that began on this day of May 2024, a row a technology. */
function runFile(day, technologies, { latency = day, time = "10:00:00Z", cpu_model = "CPU" } = {}) {
  const run = statement({ started_at: `2024-05-0${day}T${time}`, cpu_model });
  return json(
    technologies.map((technology) => jsonRow({ technology, latency_mean_ms: latency })),
    run,
  );
}

/** Technology id to the mean latency that a dataset has of it. */
const latencies = ({ technologies, cells }) =>
  Object.fromEntries(cells.technology.map((index, i) => [technologies[index].id, cells.latency_mean_ms.mean[i]]));
const BOTH = ["node-ws", "node-cluster"];
const merged = (files) => JSON.parse(results(files).data_packages.chat["dataset.json"]);

test("a newer run on the page's machine takes the older one's place", () => {
  const made = dataset({ "chat/a.json": runFile(1, BOTH), "chat/b.json": runFile(2, ["node-ws"]) });
  assert.deepEqual(latencies(made), { "node-ws": 2, "node-cluster": 1 });
});

test("a newer run from another machine does not", () => {
  const files = { "chat/a.json": runFile(1, BOTH), "chat/b.json": runFile(2, ["node-ws"], { cpu_model: "Other" }) };
  assert.deepEqual(latencies(dataset(files)), { "node-ws": 1, "node-cluster": 1 });
  assert.deepEqual(
    results(files).files.chat.map(({ shown }) => shown),
    [true, false],
  );
});

test("a technology that was measured elsewhere only is shown all the same", () => {
  const made = dataset({
    "chat/a.json": runFile(1, BOTH),
    "chat/b.json": runFile(2, ["vertx"], { cpu_model: "Other" }),
    "chat/c.tsv": tsv([line({ technology: "bun", latency: 9 })]),
  });
  assert.deepEqual(latencies(made), { "node-ws": 1, "node-cluster": 1, vertx: 2, bun: 9 });
});

test("the page's machine is that of the newest run with most technologies", () => {
  const files = { "chat/a.json": runFile(1, BOTH), "chat/c.json": runFile(3, ["node-ws"], { cpu_model: "Third" }) };
  assert.equal(latencies(dataset(files))["node-ws"], 1);
  const more = { ...files, "chat/b.json": runFile(2, BOTH, { cpu_model: "Second" }) };
  assert.equal(latencies(dataset(more))["node-ws"], 2);
});

test("rows of several runs are never averaged", () => {
  const { cells } = merged({
    "chat/a.json": runFile(1, ["node-ws"], { latency: 1 }),
    "chat/b.json": runFile(2, ["node-ws"], { latency: 5 }),
  });
  assert.deepEqual(
    [cells.latency_mean_ms.mean, cells.run, cells.n],
    [
      [5, 1],
      [0, 1],
      [1, 1],
    ],
  );
});

test("the merged dataset has every cell that is shown", () => {
  const files = {
    "chat/a.json": runFile(1, BOTH),
    "chat/b.json": runFile(2, ["node-ws"]),
    "chat/c.tsv": tsv([line()]),
  };
  const cells = ({ technologies, runs, cells: { technology, run, latency_mean_ms } }) =>
    technology.map((index, i) => [technologies[index].id, runs[run[i]].id, latency_mean_ms.mean[i]].join());
  const all = cells(merged(files));
  const shown = cells(dataset(files));
  assert.deepEqual([shown.length, all.length], [2, 4]);
  assert.ok(shown.every((cell) => all.includes(cell)));
});

test("a run is named by its day, and by its time where a day has several; bare rows are undated and oldest", () => {
  const { runs } = results({
    "chat/a.json": runFile(1, ["node-ws"]),
    "chat/b.json": runFile(2, ["node-ws"], { time: "00:30:00+02:00" }),
    "chat/c.json": runFile(3, ["node-ws"]),
    "chat/d.tsv": tsv([line()]),
  });
  assert.deepEqual(
    runs.chat.map(({ id, name }) => [id, name]),
    [
      ["2024-05-03-1000", "3 May 2024"],
      ["2024-05-01-2230", "1 May 2024, 22:30 UTC"],
      ["2024-05-01-1000", "1 May 2024, 10:00 UTC"],
      ["undated", "undated"],
    ],
  );
});

test("runs of one minute are told apart", () => {
  const { runs } = results({
    "chat/a.json": runFile(1, ["node-ws"]),
    "chat/b.json": runFile(1, ["node-ws"], { cpu_model: "Other" }),
  });
  assert.deepEqual(runs.chat.map(({ id }) => id).sort(), ["2024-05-01-1000", "2024-05-01-1000-2"]);
  assert.equal(new Set(runs.chat.map(({ name }) => name)).size, 2);
});

test("an imported run may be without a machine, any other not; imports of other files are other runs", () => {
  const { machine, ...rest } = statement();
  const imported = { ...rest, source: { format: "oha", files: ["a.json"], study: "A study, 2015" } };
  const other = { ...imported, source: { ...imported.source, files: ["b.json"] } };
  const made = dataset({
    "chat/a.json": json([jsonRow()], imported),
    "chat/b.json": json([jsonRow({ technology: "vertx" })], other),
  });
  assert.deepEqual(
    made.runs.map((run) => [run.machine, run.source.study]),
    [
      [null, "A study, 2015"],
      [null, "A study, 2015"],
    ],
  );
  assert.match(made.runs[0].name, /A study, 2015/);
  assert.match(
    results({ "chat/a.json": json([jsonRow()], rest) }).faults[0],
    /run: has none of machine, source \(expected at least one\)$/,
  );
});
