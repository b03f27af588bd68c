// A data folder: which files are read, into which comparison, and what files say against each other.

import assert from "node:assert/strict";
import test from "node:test";
import { dataset, faults, json, jsonRow, line, results, statement, tsv } from "./data-folder.js";

const ids = ({ technologies }) => technologies.map(({ id }) => id);

test("all faults of all files are told at once, in the order of the files", () => {
  const found = faults({ "chat/a.tsv": tsv([line({ latency: "fast" })]), "chat/b.json": "{", "chat/c.csv": "" });
  assert.deepEqual(
    found.map((fault) => /^[^ ]+(?=:)/.exec(fault)[0]),
    ["data/chat/a.tsv:2", "data/chat/b.json:1:2", "data/chat/c.csv"],
  );
});

test("a cell that two files of one run have is refused", () => {
  assert.deepEqual(faults({ "chat/a.json": json([jsonRow()]), "chat/b.json": json([jsonRow()]) }), [
    "data/chat/b.json:1:263: results[0].iteration: 1 of technology node-ws, rooms 1, users 10 is already in " +
      "data/chat/a.json: results[0] (expected each iteration of a cell once in a run)",
  ]);
});

test("bare rows of several files are one run", () => {
  const found = faults({ "chat/a.tsv": tsv([line()]), "chat/deeper/b.tsv": tsv([line({ iteration: 2 }), line()]) });
  assert.equal(found.length, 1);
  assert.match(found[0], /^data\/chat\/deeper\/b\.tsv:3: iteration: 1 of .* is already in data\/chat\/a\.tsv:2 /);
});

test("iterations of a cell under different load are refused, also in several files", () => {
  const other = line({ iteration: 2 }).map((token) => (token === 500 ? 300 : token));
  assert.deepEqual(faults({ "chat/a.tsv": tsv([line()]), "chat/b.tsv": tsv([other]) }), [
    "data/chat/b.tsv:2: messages_per_user: 300 differs from the 500 of the same cell in data/chat/a.tsv:2 " +
      "(expected one value in all iterations of a cell)",
  ]);
});

test("a file of an unknown comparison is refused", () => {
  assert.deepEqual(faults({ "echo/a.tsv": tsv([line()]) }), [
    "data/echo/a.tsv: echo is not a comparison (expected one of chat, chat-latency, lookup, as in comparisons.yml)",
  ]);
});

test("a file beside the registries belongs to the comparison of its dimensions", () => {
  assert.deepEqual(ids(dataset({ "mine.tsv": tsv([line()]) })), ["node-ws"]);
  assert.deepEqual(ids(dataset({ "mine.json": json([jsonRow()]) })), ["node-ws"]);
});

test("one whose rows fit no comparison is refused", () => {
  assert.deepEqual(faults({ "a.tsv": "technology\tconnections\nnode-ws\t1\n" }), [
    "data/a.tsv: has the dimensions of no comparison " +
      "(expected those of one: rooms and users for chat; rooms and users for chat-latency; concurrency for lookup)",
  ]);
});

test("files that are no result files are refused", () => {
  const files = {
    "chat/UPPER.TSV": tsv([line()]),
    "chat/notes.txt": "",
    "chat/registry.yml": "",
    "chat/link.tsv": null,
  };
  assert.deepEqual(faults(files, { folders: ["chat/elsewhere"] }), [
    "data/chat/UPPER.TSV: ends in .TSV (expected .tsv, in lower case)",
    "data/chat/elsewhere: is a link to a folder (expected result files or a real folder)",
    "data/chat/link.tsv: is a link to nothing (expected a result file)",
    "data/chat/notes.txt: is not a result file (expected a tab-separated .tsv)",
    "data/chat/registry.yml: is not a result file (expected .tsv or .json)",
  ]);
});

test("readmes and unfinished files are passed over", () => {
  const files = {
    "README.md": "",
    "chat/README.md": "",
    "chat/a.json.partial": "{",
    "chat/a.tsv~": "x",
    "palette.yml": "",
  };
  assert.deepEqual(faults(files), []);
});

test("names that Jekyll would map to one key are all read", () => {
  const names = ["run.v1.2.tsv", "runv12.tsv", "runv12.json", "_x.tsv", "größe ü.tsv", "deep/er/run.tsv"];
  const files = names.map((name, i) => {
    const technology = `t-${i}`;
    return [`chat/${name}`, name.endsWith("json") ? json([jsonRow({ technology })]) : tsv([line({ technology })])];
  });
  assert.equal(dataset(Object.fromEntries(files)).technologies.length, 6);
});

const STUDY = "System\tConcurrency\tRequestsPerSec\tLatencyAvg\tLatency50\tLatency90\tLatency99";
const study = tsv(
  [
    ["akka", 1, 2316, 2.181, "0.400", "0.460", 140.828],
    ["node", 1, 3712, 0.283, 0.245, "0.300", 0.483],
  ],
  STUDY,
);
const runBeside = (more = {}) => JSON.stringify({ run: { ...statement(), tools: { oha: "1.16.0" }, ...more } });
const lookup = (files) => results(files).datasets.lookup;

test("a TSV may have its columns under the names of the study of 2015", () => {
  const { cells } = lookup({ "lookup/akka-vs-node.tsv": study });
  assert.deepEqual(
    [cells.n, cells.requests_per_s.mean, cells.latency_p99_ms.mean],
    [
      [1, 1],
      [2316, 3712],
      [140.8, 0.483],
    ],
  );
  assert.deepEqual(lookup({ "akka-vs-node.tsv": study }).cells.concurrency, [1, 1]);
});

test("iterations and our columns stand after those of the study", () => {
  const rows = [1, 2].map((iteration) => ["go", 16, 100 * iteration, 1, 1, 1, 1, iteration, "complete", 30]);
  const { cells } = lookup({ "lookup/a.tsv": tsv(rows, `${STUDY}\titeration\toutcome\tdatabase_cpu_percent`) });
  assert.deepEqual([cells.n, cells.requests_per_s.mean, cells.database_cpu_percent.mean], [[2], [150], [30]]);
});

test("a column twice under both of its names is a fault", () => {
  const table = tsv([["a", "b", 1, 1]], "System\ttechnology\tConcurrency\tRequestsPerSec");
  assert.match(faults({ "lookup/a.tsv": table })[0], /technology: is there twice/);
});

test("a TSV's run stands beside it; one without its table, or a faulty one, is a fault of its own", () => {
  const { runs } = lookup({ "lookup/a.tsv": study, "lookup/a.run.json": runBeside() });
  assert.deepEqual(
    runs.map(({ started_at }) => started_at),
    ["2024-05-01T10:00:00Z"],
  );
  assert.deepEqual(faults({ "lookup/a.run.json": runBeside() }), [
    "data/lookup/a.run.json: has no a.tsv beside it (expected the TSV whose run it is)",
  ]);
  const found = faults({ "lookup/a.tsv": study, "lookup/a.run.json": runBeside({ plans: "x" }) });
  assert.equal(found.length, 1);
  assert.match(found[0], /^data\/lookup\/a\.run\.json:\d+:\d+: run\.plans: /);
});

test("doubts stop nothing, and the list of files says what is doubtful about each", () => {
  const { files, faults: none } = results({
    "chat/a.tsv": tsv([line({ technology: "node-wss" })]),
    "chat/b.tsv": tsv([line()]),
  });
  assert.deepEqual(none, []);
  assert.deepEqual(
    files.chat.map(({ doubts }) => doubts),
    [['data/chat/a.tsv:2: technology: "node-wss" is not a known technology (did you mean node-ws?)'], []],
  );
});

test("figures that only rounding puts out of order are no fault", () => {
  const header =
    "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tlatency_p99_ms\tlatency_max_ms";
  const { faults: found, doubts } = results({
    "chat/a.tsv": tsv([[...line({ latency: 0.2184 }), 0.2185, 0.218]], header),
  });
  assert.deepEqual([found, doubts], [[], []]);
});

test("iterations of a cell may begin anywhere and stand in any order", () => {
  const rows = [5, 3, 4].map((iteration) => line({ iteration }));
  const { faults: found, doubts } = results({ "chat/a.tsv": tsv(rows) });
  assert.deepEqual([found, doubts], [[], []]);
});

test("tomorrow is not the future yet", () => {
  const files = { "chat/a.json": json([jsonRow()], statement({ started_at: "2024-05-02T09:00:00+14:00" })) };
  assert.deepEqual(results(files, { now: new Date("2024-05-01T20:00:00Z") }).doubts, []);
  assert.equal(results(files, { now: new Date("2024-04-30T20:00:00Z") }).doubts.length, 1);
});
