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

test("of two runs the newer one tells", () => {
  const older = MEASURED.replace("2001-01-01", "2000-01-01").replaceAll('"cpu_percent": 9', '"cpu_percent": 1');
  const found = results({ "chat/run.json": MEASURED, "chat/a.json": older }).processes.chat;
  assert.deepEqual(
    found.map(({ processes: [first] }) => first.cpu_percent.mean),
    [92],
  );
});
