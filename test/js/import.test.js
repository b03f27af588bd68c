// Files of other tools become result files that pass every check, and say what was assumed.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { adapters, identify } from "../../assets/js/import/adapters.js";
import { combine } from "../../assets/js/import/combine.js";
import { nameOf, textOf } from "../../assets/js/import/place.js";
import { ForeignFault } from "../../assets/js/import/run.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { read, readYaml } from "./sample.js";

const WILD = fileURLToPath(new URL("../../../shared/results-in-the-wild/", import.meta.url));
const LAST_MODIFIED = "2026-03-04T05:06:07Z";

const comparisons = readYaml("data/comparisons.yml");
const comparisonOf = ({ comparison }) => comparisons.find(({ id }) => id === comparison);
const fixture = (name) => read(`test/fixtures/foreign/${name}`).toString();

/** A foreign text as its adapter reads it, held to the checker. */
function imported(text, origin) {
  const adapter = identify(text, origin.fileName);
  assert.ok(adapter, `${origin.fileName} is recognised`);
  const document = adapter.read(text, { lastModified: LAST_MODIFIED, ...origin });
  const bytes = new TextEncoder().encode(textOf(document));
  const { rows, faults } = checkResultFile(`${origin.fileName}.json`, bytes, comparisonOf(adapter));
  assert.deepEqual(faults, []);
  assert.deepEqual(rows, document.results);
  return { adapter, ...document };
}

const importFixture = (name, origin) => imported(fixture(name), { fileName: name, ...origin });
const fixtures = readdirSync(new URL("../fixtures/foreign/", import.meta.url)).filter((name) => name !== "README.md");

for (const name of fixtures) {
  test(`${name} is of one format, and what it makes passes the checks`, () => {
    const text = fixture(name);
    assert.equal(adapters.filter((adapter) => adapter.recognises(text, name)).length, 1);
    const { run } = importFixture(name);
    assert.deepEqual(run.source.files, [name]);
    assert.equal(run.machine, undefined);
    assert.ok(run.notes.length > 0);
  });
}

test("what is of no known format is recognised by no adapter", () => {
  const strangers = [
    "",
    "\n",
    "null",
    "[]",
    "{}",
    "[1, 2]",
    '{"metrics": {}}',
    '{"metrics": "http_reqs"}',
    "System\tConcurrency",
    "trial,missing",
    '"chatSize"',
    "per-rtt:",
  ];
  for (const text of strangers) assert.equal(identify(text, "a.json"), undefined, text);
});

test("a result file of ours is of no foreign format", () => {
  for (const name of ["node-ws", "node-cluster"]) {
    assert.equal(identify(read(`test/fixtures/results/chat/${name}.json`).toString(), `${name}.json`), undefined);
  }
});

test("TFG-WebChat's latencies of several rooms are divided by the number of rooms, and the notes say so", () => {
  const { run, results } = importFixture("tfg-webchat.json");
  const latencies = (rooms) => results.filter((row) => row.rooms === rooms && row.technology === "node-ws");
  assert.deepEqual(
    [1, 2, 4].map((rooms) => latencies(rooms).map(({ latency_mean_ms }) => latency_mean_ms)),
    [[2, 0, 1], [155, 165], [100.5]],
  );
  assert.match(run.notes.join("\n"), /Latencies of 2 and 4 rooms are divided by the number of rooms/);
});

test("TFG-WebChat's CPU and memory, known of a cell, stand in its first iteration", () => {
  const { results } = importFixture("tfg-webchat.json");
  const [first, second] = results;
  assert.deepEqual([first.cpu_percent, first.memory_mib], [41.5, 50]);
  assert.deepEqual([second.cpu_percent, second.memory_mib], [undefined, undefined]);
});

test("TFG-WebChat's technologies have the ids of ours, unknown ones their own name", () => {
  const { run, results } = importFixture("tfg-webchat.json");
  assert.deepEqual([...new Set(results.map(({ technology }) => technology))], ["node-ws", "springboot-undertow"]);
  assert.equal(run.source.study, "TFG-WebChat, 2017");
});

test("the table of Akka against Node.js gives a row a system and concurrency, repeated ones as iterations", () => {
  const { results } = importFixture("akka-vs-node.tsv");
  assert.deepEqual(results[0], {
    technology: "akka",
    concurrency: 1,
    iteration: 1,
    requests_per_s: 2100,
    latency_mean_ms: 1.95,
    latency_p50_ms: 0.42,
    latency_p90_ms: 0.51,
    latency_p99_ms: 98.4,
  });
  const repeated = results.filter((row) => row.technology === "node" && row.concurrency === 4);
  assert.deepEqual(
    repeated.map(({ iteration, requests_per_s }) => [iteration, requests_per_s]),
    [
      [1, 5900],
      [2, 6100],
    ],
  );
});

test("a table of several systems can't be called one technology", () => {
  assert.throws(() => importFixture("akka-vs-node.tsv", { technology: "akka-http" }), ForeignFault);
});

test("websocket-bench's lines give a row a number of clients, and its command", () => {
  const { run, results } = importFixture("elixir-phoenix.txt");
  assert.equal(results.length, 3);
  assert.deepEqual(results[2], {
    technology: "elixir-phoenix",
    clients: 1500,
    iteration: 1,
    latency_min_ms: 17,
    latency_p50_ms: 88,
    latency_p95_ms: 402,
    latency_max_ms: 455,
  });
  assert.match(run.command, /^bin\/websocket-bench broadcast .* --server-type phoenix$/);
});

test("websocket-bench's times, fractions and other units are understood", () => {
  assert.equal(importFixture("go-timed.txt").run.started_at, "2025-03-04T09:30:00+01:00");
  const [first, second] = importFixture("rails-first-version.txt").results;
  assert.deepEqual([first.latency_min_ms, first.latency_p95_ms, second.latency_p95_ms], [0.95, 88.125, 1012.5]);
});

test("of JMeter's statistics the total is taken, and the labels are named in the notes", () => {
  const { run, results } = importFixture("spring-statistics.json");
  assert.deepEqual(results, [
    {
      technology: "spring",
      concurrency: 502,
      iteration: 1,
      requests_per_s: 980.5,
      latency_min_ms: 3,
      latency_mean_ms: 512.25,
      latency_p50_ms: 498,
      latency_p90_ms: 801,
      latency_p95_ms: 870,
      latency_p99_ms: 1009,
      latency_max_ms: 1510,
      requests: 30001,
      failed_requests: 12,
    },
  ]);
  assert.match(run.notes.join("\n"), /502 is throughput times mean response time.*Little's law/);
  assert.match(run.notes.join("\n"), /GET - books \(samples 30000, mean 512 ms\), POST - book/);
});

test("a concurrency that is given needs no assumption", () => {
  const { run, results } = importFixture("spring-statistics.json", { concurrency: 2000 });
  assert.equal(results[0].concurrency, 2000);
  assert.doesNotMatch(run.notes.join("\n"), /Little/);
});

test("k6's two kinds of summary give the same figures", () => {
  const [exported] = importFixture("k6-export-summary.json", { technology: "node" }).results;
  const [{ window_s, ...handled }] = importFixture("k6-handle-summary.json", { technology: "node" }).results;
  assert.deepEqual(handled, exported);
  assert.equal(window_s, 30.01875);
  assert.deepEqual(
    [exported.concurrency, exported.requests_per_s, exported.latency_p50_ms, exported.latency_p99_ms],
    [10, 799.5, 9.5, 110.5],
  );
  assert.deepEqual([exported.requests, exported.failed_requests], [24000, 30]);
});

test("a k6 summary without HTTP requests is refused with the reason", () => {
  const text = JSON.stringify({ metrics: { vus: { value: 1 }, ws_sessions: { count: 1, rate: 1 } } });
  assert.throws(() => imported(text, { fileName: "a.json" }), /http_req_duration/);
});

test("oha's seconds become milliseconds, and requests cut off at the end count neither way", () => {
  const [row] = importFixture("oha.json").results;
  assert.deepEqual(row, {
    technology: "oha",
    concurrency: 50,
    iteration: 1,
    requests_per_s: 10390.25,
    latency_min_ms: 0.21,
    latency_mean_ms: 4.8,
    latency_p50_ms: 4.6,
    latency_p90_ms: 6.6,
    latency_p95_ms: 7.5,
    latency_p99_ms: 10.5,
    latency_p999_ms: 21.3,
    latency_max_ms: 51.5,
    requests: 103930,
    failed_requests: 19,
    window_s: 10.0025,
  });
});

test("java-solace's trials are iterations, with both hops", () => {
  const { results } = importFixture("trials.csv");
  assert.deepEqual(results[1], {
    technology: "java-stomp",
    pause_ms: 0,
    iteration: 2,
    lost_deliveries: 3,
    broker_latency_min_ms: 16,
    broker_latency_mean_ms: 39.75,
    broker_latency_p50_ms: 36,
    broker_latency_max_ms: 290,
    page_latency_min_ms: 0,
    page_latency_mean_ms: 3.25,
    page_latency_p50_ms: 2,
    page_latency_max_ms: 98,
  });
});

test("a technology is the one given, else from the file's name, and the notes say which was assumed", () => {
  const given = importFixture("oha.json", { technology: "rust-axum" });
  assert.equal(given.results[0].technology, "rust-axum");
  assert.doesNotMatch(given.run.notes.join("\n"), /names no technology/);
  const named = imported(fixture("oha.json"), { fileName: "results/My Server (2).json" });
  assert.equal(named.results[0].technology, "my-server-2");
  assert.match(named.run.notes.join("\n"), /names no technology; my-server-2 is from the file's name/);
});

test("a name without letters or digits makes no technology", () => {
  assert.throws(() => imported(fixture("oha.json"), { fileName: "???.json" }), ForeignFault);
});

test("a run's date is the one given, else the study's, else the file's last change, and the notes say so", () => {
  const date = (name, origin) => importFixture(name, origin).run;
  assert.equal(date("oha.json", { startedAt: "2026-01-02T03:04:05Z" }).started_at, "2026-01-02T03:04:05Z");
  assert.equal(date("tfg-webchat.json").started_at, "2017-01-01T00:00:00Z");
  assert.match(date("tfg-webchat.json").notes[0], /2017 is when the study was published/);
  assert.equal(date("akka-vs-node.tsv").started_at, "2015-01-20T00:00:00Z");
  assert.equal(date("oha.json").started_at, LAST_MODIFIED);
  assert.match(date("oha.json").notes[0], /is when it changed last/);
});

test("a byte order mark and CRLF line ends make no difference", () => {
  for (const name of fixtures) {
    const changed = `\uFEFF${fixture(name).replaceAll("\n", "\r\n")}`;
    assert.deepEqual(imported(changed, { fileName: name }).results, importFixture(name).results, name);
  }
});

test("several files of one load are iterations of one run, of several loads its cells", () => {
  const at = (concurrency, day) =>
    importFixture("oha.json", { technology: "node", concurrency, startedAt: `2026-01-0${day}T00:00:00Z` });
  const { run, results } = combine([at(8, 3), at(16, 2), at(8, 4)], ["concurrency"]);
  assert.deepEqual(
    results.map(({ concurrency, iteration }) => [concurrency, iteration]),
    [
      [8, 1],
      [16, 1],
      [8, 2],
    ],
  );
  assert.equal(run.started_at, "2026-01-02T00:00:00Z");
  assert.deepEqual(run.source.files, ["oha.json"]);
});

test("a result file's name says day, format and, of one, its technology", () => {
  const { adapter, ...one } = importFixture("oha.json", { technology: "node" });
  assert.equal(nameOf(one, adapter.id), "2026-03-04-oha-node.json");
  const { adapter: table, ...several } = importFixture("akka-vs-node.tsv");
  assert.equal(nameOf(several, table.id), "2015-01-20-akka-vs-node.json");
});

test("a damaged file is refused, by its adapter or by the checks, and nothing else happens", () => {
  for (const name of fixtures) {
    const text = fixture(name);
    for (let at = 0; at < text.length; at += 7) {
      for (const damaged of [text.slice(0, at), text.slice(at), `${text.slice(0, at)}"${text.slice(at + 1)}`]) {
        const adapter = identify(damaged, name);
        try {
          const document = adapter?.read(damaged, { fileName: name, lastModified: LAST_MODIFIED });
          if (document) checkResultFile("a.json", new TextEncoder().encode(textOf(document)), comparisonOf(adapter));
        } catch (error) {
          assert.ok(error instanceof ForeignFault, `${name} at ${at}: ${error.stack}`);
        }
      }
    }
  }
});

test("adapters import nothing but each other, so that a browser can load them", () => {
  const folder = new URL("../../assets/js/import/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const imports = [...readFileSync(new URL(name, folder), "utf8").matchAll(/^import .* from "(.*)";$/gm)];
    for (const [, from] of imports) assert.match(from, /^\.\/[a-z0-9-]+\.js$/, name);
  }
});

test("every file that was found in the wild is imported", { skip: !existsSync(WILD) && `${WILD} is not here` }, () => {
  const files = readdirSync(WILD, { recursive: true }).filter((name) => statSync(join(WILD, name)).isFile());
  assert.ok(files.length > 0);
  for (const name of files) {
    const { results } = imported(readFileSync(join(WILD, name), "utf8"), { fileName: name });
    assert.ok(results.length > 0, name);
  }
});
