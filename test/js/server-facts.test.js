// data/servers.json is checked strictly, and not missed where it is absent.

import assert from "node:assert/strict";
import test from "node:test";
import { faults, results } from "./data-folder.js";

const facts = (technology = "node-ws", fields = {}) => ({
  technology,
  measured_at: "2026-01-02T03:04:05.678Z",
  client: { name: "rtbench", version: "0.1.0" },
  machine: { cpu_model: "A CPU", cpu_count: 2, memory_mib: 4096, kernel: "Linux 6.1" },
  server_cpus: "0-1",
  line_counter: "tokei 15.0.0",
  source_lines: 1093,
  configuration_lines: 18,
  lines_by_language: { JavaScript: 1093 },
  build_s: 2.345,
  build_caches: "warm",
  artifact_mib: 2.404,
  starts: 5,
  ready_median_ms: 123.4,
  ready_min_ms: 110,
  ready_max_ms: 150,
  idle_memory_mib: 34.53,
  idle_after_s: 5,
  ...fields,
});
const file = (...servers) => ({ "servers.json": JSON.stringify({ servers }) });

test("without the file, or a server in it, there are no facts and no fault", () => {
  assert.equal(results({}).server_facts, null);
  assert.deepEqual([results(file()).server_facts, faults(file())], [null, []]);
});

test("servers come in the registry's order, and unknown ones last by their id", () => {
  const { servers, machines } = results(
    file(facts("unheard-of"), facts("node-cluster"), facts("node-ws")),
  ).server_facts;
  assert.deepEqual(
    servers.map(({ look }) => look.name),
    ["Node.js", "Node.js cluster", "unheard-of"],
  );
  assert.equal(machines.length, 1);
});

test("each machine names the servers that were measured on it", () => {
  const other = { cpu_model: "Another CPU", cpu_count: 4, memory_mib: 4096, kernel: "Linux 6.1" };
  const { machines } = results(
    file(facts("bun", { machine: other }), facts("node-cluster"), facts("node-ws")),
  ).server_facts;
  assert.deepEqual(
    machines.map(({ cpu_model, technologies }) => [cpu_model, technologies]),
    [
      ["A CPU", ["node-ws", "node-cluster"]],
      ["Another CPU", ["bun"]],
    ],
  );
});

test("a field that is missing, unknown or of another kind is named with its place", () => {
  const { build_s, ...without } = facts();
  assert.deepEqual(faults(file(without)), [
    "data/servers.json:1:13: servers[0].build_s: is missing (expected seconds, ≥ 0)",
  ]);
  assert.match(
    faults(file(facts(), facts("bun", { ready_median_ms: "fast" })))[0],
    /^data\/servers\.json:1:\d+: servers\[1\]\.ready_median_ms: "fast" is not a number \(expected milliseconds, ≥ 0\)$/,
  );
  assert.match(
    faults(file(facts("bun", { bild_s: 1 })))[0],
    /servers\[0\]\.bild_s: is not a field of this file .*build_s/,
  );
});

test("a server that is there twice, and broken JSON, are faults", () => {
  assert.match(
    faults(file(facts("bun"), facts("bun")))[0],
    /servers\[1\]\.technology: "bun" is there twice \(expected each server once\)$/,
  );
  assert.match(faults({ "servers.json": '{\n"servers": [1,]}' })[0], /^data\/servers\.json:2:.*trailing comma/);
});
