// The processes of a server, told apart.

import assert from "node:assert/strict";
import test from "node:test";
import { results } from "./data-folder.js";
import { read } from "./sample.js";

const MEASURED = read("test/fixtures/processes.json").toString();

test("each process has its means over the iterations, and together those of their sum", () => {
  const [{ processes, total }] = results({ "chat/run.json": MEASURED }).processes.chat;
  assert.deepEqual(
    processes.map(({ process, name, n, cpu_percent }) => [process, name, n, cpu_percent]),
    [
      [0, "node", 2, { mean: 92, ci95: 25.4 }],
      [1, "node", 2, { mean: 63, ci95: 38.1 }],
    ],
  );
  assert.equal(total.cpu_percent.mean, 155);
});

test("an iteration in which a process could not be read has no sum", () => {
  const [{ total }] = results({ "chat/run.json": MEASURED }).processes.chat;
  assert.deepEqual(total.memory_mib, { mean: 120, ci95: null });
});

test("of two runs that don't repeat each other the newer one tells", () => {
  const older = MEASURED.replace("2001-01-01", "2000-01-01").replaceAll('"cpu_percent": 9', '"cpu_percent": 1');
  const found = results({ "chat/run.json": MEASURED, "chat/a.json": older }).processes.chat;
  assert.deepEqual(
    found.map(({ processes: [first] }) => first.cpu_percent.mean),
    [92],
  );
});

test("runs that repeat each other tell together", () => {
  const newest = JSON.parse(MEASURED);
  const servers = newest.results.map(({ technology }) => ({ technology, versions: { node: "26" } }));
  Object.assign(newest.run, { parameters: { iterations: 2 }, servers });
  const older = structuredClone(newest);
  older.run.started_at = "2001-01-01T08:00:00Z";
  for (const entry of older.processes) entry.cpu_percent += 10;
  const files = { "chat/run.json": JSON.stringify(newest), "chat/a.json": JSON.stringify(older) };
  const [{ processes, total }] = results(files).processes.chat;
  assert.deepEqual(
    processes.map(({ n, cpu_percent }) => [n, cpu_percent.mean]),
    [
      [4, 97],
      [4, 68],
    ],
  );
  assert.ok(processes[0].cpu_percent.ci95 >= 5, "no less than the runs lie apart");
  assert.equal(total.cpu_percent.mean, 165);
});
