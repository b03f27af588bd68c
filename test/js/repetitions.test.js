// Runs that repeat a technology's newest are shown with it as one; any other stays beside.

import assert from "node:assert/strict";
import test from "node:test";
import Ajv from "ajv";
import { readoutOf } from "../../assets/js/charts/readout.js";
import { lineSeries } from "../../assets/js/drawing/line-scene.js";
import { daysMeasured } from "../../assets/js/drawing/words.js";
import { recordsOf } from "../../assets/js/export/figures.js";
import { carried } from "../../assets/js/results/carried.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { judge } from "../../assets/js/results/held.js";
import { overRuns } from "../../assets/js/results/over-runs.js";
import { withRepetitions } from "../../assets/js/results/repetitions.js";
import { roundedStatistic } from "../../assets/js/results/rounding.js";
import { selectRuns } from "../../assets/js/results/runs.js";
import { meanWithInterval } from "../../assets/js/results/summary.js";
import { differences } from "../../assets/js/results/versus.js";
import { differenceOfMeans } from "../../assets/js/results/welch.js";
import { json, jsonRow, results, statement } from "./data-folder.js";
import { readJson } from "./sample.js";

const PARAMETERS = { messages_per_user: 500, iterations: 3, server_cpus: "0" };
const VERSIONS = { node: "20.20.2", ws: "8.23.0" };
const FIRST = [1, 1.2, 1.1];
const SECOND = [1.6, 1.5, 1.7];
const SIGNATURE = "family 26, model 2, stepping 1";

/** What a run of a day of May 2024 states of how it measured its technologies; `machine` is of `statement`. */
function stated(day, { technologies = ["node-ws"], versions = VERSIONS, parameters = PARAMETERS, ...machine } = {}) {
  const servers = technologies.map((technology) => ({ technology, versions }));
  return {
    ...statement({ started_at: `2024-05-0${day}T10:00:00Z`, cpu_signature: SIGNATURE, ...machine }),
    servers,
    ...(parameters && { parameters }),
  };
}

/** Rows of one technology under one load, an iteration a latency. */
const rows = (latencies, fields = {}) =>
  latencies.map((latency, i) =>
    jsonRow({ iteration: i + 1, latency_mean_ms: latency, latency_p99_ms: latency, ...fields }),
  );

/** Two runs of Node.js, what the older one states changed. */
const twice = (change = {}, fields = {}) => ({
  "chat/new.json": json(rows(SECOND), stated(2)),
  "chat/old.json": json(rows(FIRST, fields), stated(1, change)),
});
const published = (files) => JSON.parse(results(files).data_packages.chat["dataset.json"]);

test("a repeated cell has both runs, both files and all iterations, and its figure is over the runs", () => {
  const { runs, cells } = results(twice()).datasets.chat;
  assert.deepEqual(
    runs.map(({ id }) => id),
    ["2024-05-02-1000", "2024-05-01-1000"],
  );
  assert.deepEqual([cells.run, cells.file, cells.n], [[[0, 1]], [["data/chat/new.json", "data/chat/old.json"]], [6]]);
  const { mean, ci95 } = roundedStatistic(
    overRuns([SECOND, FIRST].map((values) => ({ n: 3, ...meanWithInterval(values) }))),
  );
  assert.deepEqual(cells.latency_mean_ms, { mean: [mean], ci95: [ci95], highest: [1.6] });
});

test("counts of a repeated cell are of all its runs", () => {
  const counts = { expected_deliveries: 100, lost_deliveries: 2, outcome: "drain_timeout", client_saturated: true };
  const { cells } = results(twice({}, counts)).datasets.chat;
  assert.deepEqual(
    [cells.expected_deliveries, cells.lost_deliveries, cells.unfinished_iterations, cells.saturated_iterations],
    [[300], [6], [3], [3]],
  );
});

for (const [what, change] of [
  ["at another time alone", {}],
  ["with another client's version", { version: "1.0.1" }],
  ["that doesn't say of which generation its processor is", { cpu_signature: undefined }],
  ["with a repaired kernel and nearly as much memory", { kernel: "Linux 6.18.45", memory_mib: 4090 }],
]) {
  test(`a run ${what} repeats the newest`, () => {
    const files = {
      ...twice(change),
      "chat/new.json": json(rows(SECOND), stated(2, { kernel: kernelBeside(change) })),
    };
    assert.deepEqual(results(files).datasets.chat.cells.n, [6]);
  });
}

test("a run whose servers took their turns in another order repeats the newest", () => {
  const listed = (day, order_seed) => {
    const said = stated(day, { parameters: { ...PARAMETERS, order_seed } });
    const run = { statement: said, statements: new Map([["node-ws", said]]), cells: new Map() };
    return { run, technologies: ["node-ws"] };
  };
  const runs = [listed(2, 7), listed(1, 8)];
  assert.deepEqual(withRepetitions(runs[0], runs), runs);
});

const kernelBeside = ({ kernel }) => (kernel ? "Linux 6.18.44-fc-v669" : "Linux");

for (const [what, change, fields] of [
  ["other parameters", { parameters: { ...PARAMETERS, server_cpus: "0-1" } }],
  ["other versions of the server", { versions: { ...VERSIONS, node: "22.1.0" } }],
  ["another processor", { cpu_model: "Other" }],
  ["a processor of another generation", { cpu_signature: "family 25, model 17, stepping 1" }],
  ["another kernel", { kernel: "Linux 5.10" }],
  ["much less memory", { memory_mib: 2048 }],
  ["no parameters", { parameters: null }],
  ["no word of the server", { technologies: ["vertx"] }],
  ["another cell", {}, { users: 20 }],
  ["another load in the cell", {}, { messages_per_user: 400 }],
]) {
  test(`a run with ${what} repeats nothing, and stays beside`, () => {
    const files = twice(change, fields);
    const { cells } = results(files).datasets.chat;
    assert.deepEqual([cells.run, cells.n, "highest" in cells.latency_mean_ms], [[0], [3], false]);
    assert.deepEqual(published(files).cells.n, [3, 3]);
    assert.deepEqual(results(files).repetitions.chat, []);
  });
}

test("each technology has its own repetitions; each run alone has what it measured, and the rest as it is shown", () => {
  const technologies = ["node-ws", "vertx"];
  const vertx = (latencies) => rows(latencies, { technology: "vertx" });
  const { datasets, repetitions, files } = results({
    "chat/a.json": json([...rows(FIRST), ...vertx([3, 3, 3])], stated(1, { technologies })),
    "chat/b.json": json([...rows(SECOND), ...vertx([4, 4, 4])], stated(2, { technologies })),
    "chat/c.json": json(vertx([5, 5, 5]), stated(3, { technologies: ["vertx"], versions: { vertx: "6" } })),
  });
  assert.deepEqual(
    [datasets.chat.cells.run, datasets.chat.cells.n],
    [
      [[1, 2], 0],
      [6, 3],
    ],
  );
  assert.deepEqual(
    repetitions.chat.map(({ run, dataset }) => [run, dataset.cells.latency_mean_ms.mean, dataset.cells.n]),
    [
      ["2 May 2024", [1.6, 5], [3, 3]],
      ["1 May 2024", [1.1, 5], [3, 3]],
    ],
  );
  assert.deepEqual(
    files.chat.map(({ shown, repeats }) => [shown, repeats]),
    [
      [true, true],
      [true, false],
      [true, false],
    ],
  );
});

test("a run in which another server changed stays beside as a whole, so that no server has a day that the others lack", () => {
  const technologies = ["node-ws", "vertx"];
  const both = (latencies) => [...rows(latencies), ...rows(latencies, { technology: "vertx" })];
  const { servers, ...changed } = stated(2, { technologies });
  const { datasets, repetitions } = results({
    "chat/a.json": json(both(FIRST), stated(1, { technologies })),
    "chat/b.json": json(both(SECOND), {
      ...changed,
      servers: [servers[0], { ...servers[1], versions: { vertx: "6" } }],
    }),
  });
  assert.deepEqual([datasets.chat.cells.run, datasets.chat.cells.n, repetitions.chat], [[0, 0], [3, 3], []]);
});

test("a run that lacks a server of the newest stays beside as a whole; the newest may lack servers of an older one", () => {
  const technologies = ["node-ws", "vertx"];
  const measured = (...ids) =>
    json(
      ids.flatMap((technology) => rows(FIRST, { technology })),
      stated(ids.length, { technologies: ids }),
    );
  const grown = results({ "chat/a.json": measured("node-ws"), "chat/b.json": measured(...technologies) });
  assert.deepEqual([grown.datasets.chat.cells.run, grown.repetitions.chat], [[0, 0], []]);
  const again = json(rows(SECOND), stated(3));
  const { cells } = results({ "chat/b.json": measured(...technologies), "chat/c.json": again }).datasets.chat;
  assert.deepEqual(cells.run, [[0, 1], 1]);
});

test("the published dataset has each run by itself, and besides what is shown of several together", () => {
  const isDataset = new Ajv({ strict: false }).compile(readJson("schema/dataset.json"));
  const { technologies, cells } = published(twice());
  assert.deepEqual(
    [cells.run, cells.n],
    [
      [[0, 1], 0, 1],
      [6, 3, 3],
    ],
  );
  assert.equal(technologies.length, 1);
  assert.ok(isDataset(published(twice())), JSON.stringify(isDataset.errors));
  const [, together] = results(twice()).data_packages.chat["dataset.csv"].split("\n");
  assert.match(together, /,2024-05-02-1000; 2024-05-01-1000,.*,data\/chat\/new\.json; data\/chat\/old\.json,/);
});

test("a reader's choice of runs has the newest as the page has it, and a run by itself beside", () => {
  const own = results(twice()).page_datasets.chat;
  const { technologies, cells } = selectRuns(own, published(twice()), ["newest", "2024-05-01-1000"]);
  assert.deepEqual(
    technologies.map(({ name }) => name),
    ["Node.js", "Node.js, 1 May 2024"],
  );
  assert.deepEqual(
    [cells.n, cells.latency_mean_ms.mean],
    [
      [6, 3],
      [own.cells.latency_mean_ms.mean[0], 1.1],
    ],
  );
});

test("pages know the highest of the runs of what a load is held against, and of nothing else", () => {
  const { cells } = results(twice()).page_datasets.chat;
  assert.deepEqual(cells.latency_p99_ms.highest, [1.6]);
  assert.ok(!("highest" in cells.latency_mean_ms));
});

test("a load is carried and held only if it is in every run", () => {
  const criterion = { field: "latency_p99_ms", limit: 1.5 };
  const need = { load: { rooms: 1, users: 10 }, limits: { latency: 1.5 }, by: "latency" };
  const together = readDataset(results(twice()).page_datasets.chat);
  assert.ok(together.figure(0, "latency_p99_ms").mean < 1.5);
  assert.equal(carried(together, "node-ws", { rooms: 1 }, criterion).most, null);
  assert.equal(judge(together, need).failed[0].failings[0].mean, 1.6);
  const old = readDataset(results({ "chat/old.json": twice()["chat/old.json"] }).page_datasets.chat);
  assert.equal(carried(old, "node-ws", { rooms: 1 }, criterion).most, 10);
  assert.equal(judge(old, need).held.length, 1);
});

test("the interval of a difference takes the iterations beyond the runs for its degrees of freedom", () => {
  const technologies = ["node-ws", "vertx"];
  const both = (own, other) => [...rows(own), ...rows(other, { technology: "vertx" })];
  const dataset = readDataset(
    results({
      "chat/a.json": json(both(FIRST, [3, 3.1, 3.2]), stated(1, { technologies })),
      "chat/b.json": json(both(SECOND, [3.3, 3.5, 3.4]), stated(2, { technologies })),
    }).datasets.chat,
  );
  const [{ ci95 }] = differences(dataset, technologies, "latency_mean_ms");
  const samples = [0, 1].map((cell) => ({ n: 5, ...dataset.figure(cell, "latency_mean_ms") }));
  assert.equal(ci95, differenceOfMeans(...samples).ci95);
});

test("charts and exports name both runs, days and files of a repeated cell", () => {
  const dataset = readDataset(results(twice()).datasets.chat);
  const spec = { kind: "line", comparison: "chat", x: "messages", y: "latency", fixed: { rooms: 1 }, title: "Latency" };
  const view = { shown: ["node-ws"], statistic: "mean", scale: "linear", cell: null };
  const [{ file, started_at, iterations }] = recordsOf(dataset, spec, view);
  assert.equal(file, "data/chat/new.json; data/chat/old.json");
  assert.equal(started_at, "2024-05-02T10:00:00Z; 2024-05-01T10:00:00Z");
  assert.equal(iterations, 6);
  assert.deepEqual(daysMeasured(dataset, [0]), ["2024-05-01", "2024-05-02"]);
  const series = lineSeries(dataset, spec, view);
  const [row] = readoutOf({ dataset, series, words: { xLabel: "Messages", unit: "ms" } }, 50_000).rows;
  assert.deepEqual(row.more, ["n = 6", "2 May 2024 and 1 May 2024, data/chat/new.json, data/chat/old.json"]);
});

test("a noise floor of several runs is the highest of theirs", () => {
  const floor = (latency_p99_ms) => ({ noise_floor: { method: "echo", latency_p50_ms: 0.05, latency_p99_ms } });
  const { datasets } = results({
    "chat/new.json": json(rows(SECOND), { ...stated(2), ...floor(0.1) }),
    "chat/old.json": json(rows(FIRST), { ...stated(1), ...floor(0.2) }),
  });
  assert.equal(readDataset(datasets.chat).noiseFloor(0, "latency_p99_ms"), 0.2);
});

test("the technologies of each run by itself stand beside as ones of their own", () => {
  const older = stated(3, { versions: { ...VERSIONS, node: "18.1.0" } });
  older.started_at = "2023-05-03T10:00:00Z";
  const { datasets, with_runs } = results({ ...twice(), "chat/older.json": json(rows([9, 9, 9]), older) });
  const { dataset, repetitions } = with_runs.chat;
  assert.deepEqual(
    dataset.technologies.map(({ id, name }) => [id, name]),
    [
      ["node-ws", "Node.js"],
      ["node-ws@2024-05-02-1000", "Node.js, 2 May 2024"],
      ["node-ws@2024-05-01-1000", "Node.js, 1 May 2024"],
      ["node-ws@2023-05-03-1000", "Node.js, 3 May 2023"],
    ],
  );
  const shown = datasets.chat.cells.latency_mean_ms.mean;
  assert.deepEqual(dataset.cells.latency_mean_ms.mean, [...shown, 1.6, 1.1, 9]);
  assert.deepEqual(
    repetitions.map(({ dataset: alone }) => alone.cells.latency_mean_ms.mean),
    [
      [1.6, 1.6, 1.1, 9],
      [1.1, 1.6, 1.1, 9],
    ],
  );
  assert.equal(results({ "chat/new.json": json(rows(SECOND), stated(2)) }).with_runs.chat, null);
});
