// Files of other tools become result files that pass every check, and say what was assumed.
// One file for all formats, over 400 lines: a format has a few tests, and all share the samples and what reads them.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { adapters, identify, whyUnknown } from "../../assets/js/import/adapters.js";
import { combine } from "../../assets/js/import/combine.js";
import { percentile } from "../../assets/js/import/percentiles.js";
import { nameOf, textOf } from "../../assets/js/import/place.js";
import { ForeignFault, technologyId } from "../../assets/js/import/run.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { read, readYaml, schemas } from "./sample.js";

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
  const { result, faults } = checkResultFile(`${origin.fileName}.json`, bytes, comparisonOf(adapter), { schemas });
  assert.deepEqual(faults, []);
  assert.equal(result.rowCount, document.results.length);
  return { adapter, ...document };
}

/** Rows with rates of three digits behind the point. */
function rounded(rows) {
  return rows.map((row) => ({ ...row, requests_per_s: Math.round(row.requests_per_s * 1000) / 1000 }));
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

test("each output of a document is a technology, by the heading above it", () => {
  const { run, results } = importFixture("shootout-round.md");
  const clients = (id) => results.filter(({ technology }) => technology === id).map((row) => row.clients);
  assert.deepEqual(["clojure", "cpp-uwebsockets-1-thread", "elixir-phoenix"].map(clients), [
    [1000, 2000, 3000],
    [1000, 2000],
    [1000, 2000],
  ]);
  assert.ok(results.every(({ iteration }) => iteration === 1));
  assert.match(run.notes.join("\n"), /headings above the outputs: Clojure, C\+\+ \/ uWebSockets -- 1 thread, Elixir/);
});

test("a command that is broken over lines is one line", () => {
  const commands = importFixture("shootout-round.md").run.command.split("\n");
  assert.match(commands[0], /-w neptune:4000$/);
  assert.match(commands[1], /^bin\/websocket-bench broadcast ws:\/\/\S+ -c 4 --step-size 1000$/);
});

test("outputs without a heading of their own are refused, with the headings that are there", () => {
  const refused = (text) => () => imported(text, { fileName: "round.md" });
  const text = fixture("shootout-round.md");
  assert.throws(refused(text.replace(/^## .*$/gm, "")), /has 3 outputs .* headings: "Round 9" \(3 times\)/);
  assert.throws(refused(text.replaceAll("Elixir / Phoenix", "Clojure")), /headings: "Clojure" \(2 times\), "C\+\+ .*"/);
  assert.throws(
    refused(text.replaceAll("Elixir / Phoenix", "clojure")),
    /"Clojure" and "clojure" would both be clojure/,
  );
  assert.throws(refused(text.replace(/^#.*$/gm, "")), /headings: none \(3 times\)/);
  const outputs = fixture("go-timed.txt") + fixture("elixir-phoenix.txt");
  assert.throws(refused(outputs), /has 2 outputs of websocket-bench/);
});

test("a document of several servers can't be called one technology", () => {
  assert.throws(
    () => importFixture("shootout-round.md", { technology: "go" }),
    /names several technologies: "Clojure"/,
  );
});

test("websocket-bench's times, fractions and other units are understood", () => {
  assert.equal(importFixture("go-timed.txt").run.started_at, "2025-03-04T09:30:00+01:00");
  const [first, second] = importFixture("rails-first-version.txt").results;
  assert.deepEqual([first.latency_min_ms, first.latency_p95_ms, second.latency_p95_ms], [0.95, 88.125, 1012.5]);
});

test("of JMeter's statistics the total is taken, and the labels are named in the notes", () => {
  const { run, results } = importFixture("spring-statistics.json");
  assert.deepEqual(rounded(results), [
    {
      technology: "spring",
      concurrency: 502,
      iteration: 1,
      requests_per_s: 980.108,
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

test("a JMeter report in which every sample failed tells no request a second", () => {
  const text = fixture("spring-statistics.json").replace('"errorCount" : 12', '"errorCount" : 30001');
  const [row] = imported(text, { fileName: "spring-statistics.json" }).results;
  assert.deepEqual([row.requests_per_s, row.failed_requests, row.requests], [0, 30001, 30001]);
  assert.equal(row.concurrency, 502);
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
    [10, 799.5 * (1 - 0.00125), 9.5, 110.5],
  );
  assert.deepEqual([exported.requests, exported.failed_requests], [24000, 30]);
});

test("a k6 summary without HTTP requests is refused with the reason", () => {
  const text = JSON.stringify({ metrics: { vus: { value: 1 }, ws_sessions: { count: 1, rate: 1 } } });
  assert.throws(() => imported(text, { fileName: "a.json" }), /http_reqs is missing/);
});

test("oha's seconds become milliseconds, other statuses than 2xx fail, and requests cut off at the end count neither way", () => {
  const [row] = rounded(importFixture("oha.json").results);
  assert.deepEqual(row, {
    technology: "oha",
    concurrency: 50,
    iteration: 1,
    requests_per_s: 10387.403,
    latency_min_ms: 0.21,
    latency_mean_ms: 4.8,
    latency_p50_ms: 4.6,
    latency_p90_ms: 6.6,
    latency_p95_ms: 7.5,
    latency_p99_ms: 10.5,
    latency_p999_ms: 21.3,
    latency_max_ms: 51.5,
    requests: 103930,
    failed_requests: 30,
    unavailable_responses: 11,
    window_s: 10.0025,
  });
});

test("a JMeter log gives the statistics of its samples, transactions not among them", () => {
  const { run, results } = importFixture("node-http.jtl");
  assert.deepEqual(rounded(results), [
    {
      technology: "node-http",
      concurrency: 3,
      iteration: 1,
      requests_per_s: 20.274,
      latency_min_ms: 43,
      latency_mean_ms: 9056 / 69,
      latency_p50_ms: 131,
      latency_p90_ms: 211,
      latency_p95_ms: 220,
      latency_p99_ms: 252,
      latency_p999_ms: 252,
      latency_max_ms: 252,
      requests: 70,
      failed_requests: 2,
      unavailable_responses: 1,
      window_s: 3.354,
    },
  ]);
  assert.equal(run.started_at, "2025-11-25T09:00:00.000Z");
  assert.match(run.notes.join("\n"), /Left out are 16 transactions/);
});

test("a JMeter log's course adds up to its row, second by second", () => {
  const { results, series } = importFixture("node-http.jtl");
  const [{ requests, failed_requests, latency_p99_ms, ...cell }] = series;
  assert.deepEqual(
    [requests, failed_requests],
    [
      [21, 23, 20, 6],
      [2, 0, 0, 0],
    ],
  );
  assert.deepEqual(latency_p99_ms, [218, 211, 235, 252]);
  assert.deepEqual([cell.technology, cell.concurrency, cell.iteration], ["node-http", 3, 1]);
  assert.equal(
    requests.reduce((sum, one) => sum + one),
    results[0].requests,
  );
});

test("a second without an answer has no latency", () => {
  const [header, first, ...rest] = fixture("node-http.jtl").split("\n");
  const later = rest.slice(0, -1).map((line) => line.replace(/^\d+/, (time) => Number(time) + 2000));
  const [course] = imported([header, first, ...later, ""].join("\n"), { fileName: "a.jtl" }).series;
  assert.deepEqual(course.requests.slice(0, 3), [1, 0, 20]);
  assert.equal(course.latency_mean_ms[1], null);
});

test("a JMeter log whose samples all failed tells no request a second, and latencies of answers alone", () => {
  const failed = (code) =>
    fixture("node-http.jtl")
      .replace(/,200,OK,(.*),true,/g, `,${code},No,$1,false,`)
      .replaceAll(",503,", `,${code},`);
  const [refused] = imported(failed("500"), { fileName: "a.jtl" }).results;
  assert.deepEqual([refused.requests_per_s, refused.failed_requests, refused.latency_max_ms], [0, 70, 252]);
  const [lost] = imported(failed("Non HTTP response code: java.net.ConnectException"), { fileName: "a.jtl" }).results;
  assert.deepEqual([lost.requests_per_s, lost.failed_requests, lost.latency_max_ms], [0, 70, undefined]);
});

test("a JMeter log that is of no single run, or can't be read, is refused with the reason", () => {
  const text = fixture("node-http.jtl");
  const [header, ...lines] = text.split("\n");
  const refused = (changed, reason) => assert.throws(() => imported(changed, { fileName: "a.jtl" }), reason);
  const nextDay = lines.map((line) => line.replace(/^\d+/, (time) => Number(time) + 86_400_000));
  refused([header, ...lines.slice(0, -1), ...nextDay].join("\n"), /no sample was under way for 86396\.\d+ of/);
  refused(text + text, /line 88: the header comes again/);
  refused(lines.join("\n"), /line 1: is a sample \(expected JMeter's header/);
  refused(text.replace("responseMessage", "Antwort"), /has no column responseMessage/);
  refused(text.replace("1764061200000", "2025/11/25 09:00:00.000"), /line 2: timeStamp: .* milliseconds since 1970/);
  refused(text.replace(",true,", ",yes,"), /line 2: success: "yes"/);
  refused(text.slice(0, -30), /line 87: the file ends in the middle of a line/);
  refused(`${header}\n`, /has no samples/);
});

test("JMeter's other separators are understood", () => {
  const text = fixture("node-http.jtl").replaceAll(/"[^"]*"/g, "Words");
  const { results } = imported(text.replaceAll(",", ";"), { fileName: "node-http.jtl" });
  assert.equal(results[0].requests, 86, "transactions are told by their words alone");
});

test("several JMeter logs of one load are iterations, each with its course", () => {
  const one = () => importFixture("node-http.jtl", { technology: "node" });
  const { results, series } = combine([one(), one()], ["concurrency"]);
  assert.deepEqual(
    [results, series].map((list) => list.map(({ iteration }) => iteration)),
    [
      [1, 2],
      [1, 2],
    ],
  );
});

test("HttpArena's WebSocket profile gives a row a framework for the echo comparison, in our units", () => {
  const { adapter, run, results } = importFixture("echo-ws-512.json");
  assert.equal(adapter.comparison, "echo");
  assert.deepEqual(results[0], {
    technology: "axum-ws",
    connections: 512,
    iteration: 1,
    messages_per_s: 3100500,
    latency_mean_ms: 0.149,
    latency_p99_ms: 0.402,
    cpu_percent: 6368.9,
    memory_peak_mib: 53.5,
    messages: 15502500,
    reconnects: 0,
  });
  assert.deepEqual(
    results.map(({ technology, latency_p99_ms, memory_peak_mib }) => [technology, latency_p99_ms, memory_peak_mib]),
    [
      ["axum-ws", 0.402, 53.5],
      ["node-websocket", 2.7, 1331.2],
      ["fleck-net", 15.9, 512],
    ],
  );
  assert.equal(run.source.format, "HttpArena's profile echo-ws (JSON)");
});

test("HttpArena's profiles of one HTTP request at a time are lookups; statuses other than 2xx failed", () => {
  const { adapter, results } = importFixture("limited-conn-512.json");
  assert.equal(adapter.comparison, "lookup");
  assert.deepEqual(results[1], {
    technology: "apollo",
    concurrency: 512,
    iteration: 1,
    requests_per_s: 150250,
    latency_mean_ms: 3.05,
    latency_p99_ms: 1250,
    cpu_percent: 5800,
    memory_peak_mib: 2560,
    requests: 751562,
    failed_requests: 312,
  });
});

test("a profile of HttpArena that means something else, or that nobody can tell, is refused with the reason", () => {
  const refused = (fileName, reason, change = (text) => text) =>
    assert.throws(() => imported(change(fixture("limited-conn-512.json")), { fileName }), reason);
  refused("pipelined-512.json", /is of HttpArena's profile pipelined \(expected .*echo-ws, baseline/);
  refused("baseline-h2-512.json", /profile baseline-h2/);
  refused("echo-ws-pipeline-512.json", /profile echo-ws-pipeline/);
  refused("results.json", /does not say in its name of which profile/);
  refused("limited-conn-4096.json", /axum\.connections: is 512 \(expected 4096/);
  refused("limited-conn-512.json", /axum\.pipeline: is 16/, (text) => text.replace('"pipeline": 1', '"pipeline": 16'));
  refused("limited-conn-512.json", /framework axum twice/, (text) => text.replace("apollo", "axum"));
  refused("limited-conn-512.json", /"axum" and "Axum!" would both be axum/, (text) => text.replace("apollo", "Axum!"));
  refused("limited-conn-512.json", /axum\.avg_latency: "415" is no such quantity/, (text) =>
    text.replace("415us", "415"),
  );
});

test("percentiles are nearest ranks", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  assert.deepEqual(
    [0, 0.5, 0.55, 0.9, 0.99, 0.999, 1].map((part) => percentile(hundred, part)),
    [1, 50, 55, 90, 99, 100, 100],
  );
  assert.deepEqual(
    [0.5, 0.99].map((part) => percentile([7], part)),
    [7, 7],
  );
});

test("C++ and C# are not C", () => {
  assert.deepEqual(["C", "C++ / uWS", "C#", "F# (2)"].map(technologyId), ["c", "cpp-uws", "csharp", "fsharp-2"]);
});

test("a table that was cut off in its last line is refused, and told the line", () => {
  const cut = (name, end) => () => imported(fixture(name).slice(0, end), { fileName: name });
  assert.throws(cut("trials.csv", -12), /line 3: the file ends in the middle of a line/);
  assert.throws(cut("akka-vs-node.tsv", -3), /line 6: the file ends in the middle of a line/);
  assert.throws(cut("elixir-phoenix.txt", -3), /line 4: .* is no whole result/);
  assert.doesNotThrow(cut("node-http.jtl", -1), "nothing of a last column that is not read is missed");
});

test("what begins as JSON and is none is said to be cut off", () => {
  assert.match(whyUnknown('[{"framework": "actix"'), /begins as JSON and is none, as if cut off/);
  assert.doesNotMatch(whyUnknown("hello"), /JSON and is none/);
});

test("java-solace's trials are iterations, with both hops", () => {
  const { results } = importFixture("trials.csv");
  assert.deepEqual(results[1], {
    technology: "2018-java-solace",
    broker: "solace",
    pages: 1,
    messages: 1000,
    pause_ms: 0,
    expected_deliveries: 1000,
    iteration: 2,
    lost_deliveries: 3,
    broker_latency_min_ms: 16,
    broker_latency_mode_ms: 33,
    broker_latency_p50_ms: 36,
    broker_latency_mean_ms: 39.75,
    broker_latency_sd_ms: 18.5,
    broker_latency_max_ms: 290,
    page_latency_min_ms: 0,
    page_latency_mode_ms: 2,
    page_latency_p50_ms: 2,
    page_latency_mean_ms: 3.25,
    page_latency_sd_ms: 6.75,
    page_latency_max_ms: 98,
  });
});

test("java-solace's tables become a row a server and pause, with both hops", () => {
  const { results } = importFixture("broker-hops.md");
  assert.deepEqual(
    results.map(({ technology, pause_ms }) => [technology, pause_ms]),
    [
      ["2018-java-solace", 10],
      ["2018-java-solace", 25],
      ["2018-node-solace", 10],
      ["2018-java-solace", 0],
    ],
  );
  assert.deepEqual(results[3], {
    technology: "2018-java-solace",
    broker: "solace",
    pages: 1,
    messages: 1000,
    pause_ms: 0,
    iteration: 1,
    broker_latency_min_ms: 19,
    broker_latency_max_ms: 340,
    broker_latency_mode_ms: 35,
    broker_latency_p50_ms: 38,
    broker_latency_mean_ms: 44.5,
    broker_latency_sd_ms: 27.25,
    page_latency_max_ms: 108,
    page_latency_mode_ms: 2,
    page_latency_p50_ms: 2,
    page_latency_mean_ms: 3.125,
    page_latency_sd_ms: 7.75,
  });
});

test("java-solace's tables are refused where one says other figures again, is of nobody, or was cut off", () => {
  const damaged = (from, to) => () => imported(fixture("broker-hops.md").replace(from, to), { fileName: "a.md" });
  assert.throws(
    damaged("21.125    | 11.5       |\n\n##### [Table 6]", "21.5 | 11.5 |\n\n##### [Table 6]"),
    /line 40: broker_latency_mean_ms is 21\.5 \(expected 21\.125, as the document has it before\)/,
  );
  assert.throws(
    damaged("[Table 2] Time between Solace and NodeJS proxy server", "Two"),
    /line 18: is of a table under "Two \(over 2 trials\)"/,
  );
  assert.throws(damaged("| stdev (ms) |", "|"), /line 9: has the columns min \(ms\), .* \(expected min/);
  assert.throws(damaged("| **10** ", "| ten "), /line 11: "ten" is no pause/);
  assert.throws(damaged(/1\.875 +\|\n$/, "1.87"), /line 47: ends in the middle of a row/);
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
          if (document)
            checkResultFile("a.json", new TextEncoder().encode(textOf(document)), comparisonOf(adapter), { schemas });
        } catch (error) {
          assert.ok(error instanceof ForeignFault, `${name} at ${at}: ${error.stack}`);
        }
      }
    }
  }
});

test("adapters import nothing but each other and a library that is bundled, so that a browser can load them", () => {
  const folder = new URL("../../assets/js/import/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const imports = [...readFileSync(new URL(name, folder), "utf8").matchAll(/^import .* from "(.*)";$/gm)];
    for (const [, from] of imports) assert.match(from, /^(?:\.\/[a-z0-9-]+\.js|papaparse)$/, name);
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
