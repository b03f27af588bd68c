// What JMeter wrote becomes rows of the bookstore where that is asked for: with users, Apdex, and errors by kind.

import assert from "node:assert/strict";
import test from "node:test";
import { identify } from "../../assets/js/import/adapters.js";
import { apdexOf } from "../../assets/js/import/apdex.js";
import { errorKind } from "../../assets/js/import/jmeter-errors.js";
import { textOf } from "../../assets/js/import/place.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { read, readYaml, schemas } from "./sample.js";

const bookstore = readYaml("data/comparisons.yml").find(({ id }) => id === "bookstore");
const fixture = (name) => read(`test/fixtures/foreign/${name}`).toString();

/** A foreign text as rows of the bookstore, held to the checker. */
function imported(text, fileName, known = {}) {
  const origin = { fileName, lastModified: "2026-03-04T05:06:07Z", comparison: "bookstore", ...known };
  const document = identify(text, fileName).read(text, origin);
  const bytes = new TextEncoder().encode(textOf(document));
  assert.deepEqual(checkResultFile("a.json", bytes, bookstore, { schemas }).faults, []);
  return document;
}

const NO_CODE = "Non HTTP response code: ";
/** When, for how long, status or Java's exception, its message, whether it succeeded. */
const SAMPLES = [
  [0, 40, "200", "OK", true],
  [10, 100, "200", "OK", true],
  [20, 101, "200", "OK", true],
  [30, 500, "200", "OK", true],
  [40, 501, "200", "OK", true],
  [50, 1500, "200", "OK", true],
  [60, 1501, "200", "OK", true],
  [70, 20, "503", '"Unavailable, try again"', false],
  [80, 30_000, `${NO_CODE}java.net.SocketTimeoutException`, "Read timed out", false],
  [90, 1, `${NO_CODE}org.apache.http.conn.HttpHostConnectException`, '"Connection refused, sorry"', false],
];
const START = 1_764_061_200_000;
const TRANSACTION = '"Number of samples in transaction : 1, number of failing samples : 0"';
const LOG = [
  "timeStamp,elapsed,label,responseCode,responseMessage,success,allThreads",
  ...SAMPLES.map(([at, elapsed, code, message, success]) =>
    [START + at, elapsed, "GET books", code, message, success, 10].join(","),
  ),
  [START, 40, "Visit", "200", TRANSACTION, true, 10].join(","),
  "",
].join("\n");

test("of a log's samples, Apdex, errors by kind and latencies are what they come to by hand", () => {
  const { results, run } = imported(LOG, "slow.jtl");
  const [{ requests_per_s, latency_mean_ms, ...row }] = results;
  assert.equal(requests_per_s.toFixed(3), (7 / 30.08).toFixed(3));
  assert.equal(latency_mean_ms.toFixed(3), (34_263 / 9).toFixed(3));
  assert.deepEqual(row, {
    technology: "slow",
    users: 10,
    iteration: 1,
    outcome: "failed_requests",
    requests: 10,
    window_s: 30.08,
    latency_min_ms: 20,
    latency_p50_ms: 500,
    latency_p90_ms: 30_000,
    latency_p95_ms: 30_000,
    latency_p99_ms: 30_000,
    latency_p999_ms: 30_000,
    latency_max_ms: 30_000,
    failed_requests: 3,
    status_errors: 1,
    timed_out_requests: 1,
    refused_connections: 1,
    broken_connections: 0,
    unavailable_responses: 1,
    // JMeter 5.6.3's own report of these samples has the same Apdex, 0.3 and 0.5.
    // 40 and 100 ms satisfy, 101 and 500 ms are tolerated: (2 + 2 / 2) / 10.
    apdex_100_500: 0.3,
    // The first four satisfy, 501 and 1,500 ms are tolerated: (4 + 2 / 2) / 10.
    apdex_500_1500: 0.5,
  });
  assert.match(run.notes.join("\n"), /Users are the most threads/);
  assert.match(run.notes.join("\n"), /Left out are 1 transactions/);
});

test("a log's course is that of its samples, a time-out in the second in which it was given up", () => {
  const [{ users, requests, failed_requests, latency_max_ms }] = imported(LOG, "slow.jtl", { users: 2000 }).series;
  assert.equal(users, 2000);
  assert.deepEqual([requests[0], requests[1], requests.at(-1)], [7, 2, 1]);
  assert.deepEqual([failed_requests[0], failed_requests.at(-1)], [2, 1]);
  assert.deepEqual([latency_max_ms[0], latency_max_ms[2], latency_max_ms.at(-1)], [501, null, 30_000]);
});

test("both of Apdex's thresholds count as within, and an error is frustrated however fast", () => {
  const sample = (time, success = true) => ({ start: 0, end: time, success });
  assert.equal(apdexOf([sample(100), sample(500)], [100, 500]), 0.75);
  assert.equal(apdexOf([sample(100.5), sample(500.5)], [100, 500]), 0.25);
  assert.equal(apdexOf([sample(1, false), sample(1)], [100, 500]), 0.5);
});

test("Java's exceptions are told apart by what became of the connection", () => {
  const kinds = {
    "java.net.ConnectException/Connection refused": "refused_connections",
    "org.apache.http.conn.ConnectTimeoutException/Connect to a:1 failed: connect timed out": "refused_connections",
    "java.net.SocketTimeoutException/connect timed out": "refused_connections",
    "java.net.SocketException/Socket operation on nonsocket: connect": "refused_connections",
    "java.net.SocketTimeoutException/Read timed out": "timed_out_requests",
    "java.net.SocketException/Connection reset": "broken_connections",
    "org.apache.http.NoHttpResponseException/failed to respond": "broken_connections",
  };
  for (const [exception, kind] of Object.entries(kinds)) {
    const [code, message] = exception.split("/");
    assert.equal(errorKind(NO_CODE + code, `Non HTTP response message: ${message}`), kind, exception);
  }
  assert.equal(errorKind("200", "OK"), "status_errors", "an assertion failed");
});

test("a dashboard gives what statistics.json does, and Apdex at its thresholds, and errors by kind", () => {
  const { results, run } = imported(fixture("symfony-dashboard.js"), "symfony-dashboard.js", { users: 2000 });
  assert.deepEqual(results, [
    {
      technology: "symfony",
      users: 2000,
      iteration: 1,
      requests_per_s: 73.875,
      latency_min_ms: 3,
      latency_mean_ms: 512.25,
      latency_p50_ms: 498,
      latency_p90_ms: 801,
      latency_p95_ms: 870,
      latency_p99_ms: 1009,
      latency_max_ms: 1510,
      requests: 240,
      failed_requests: 60,
      outcome: "failed_requests",
      status_errors: 20,
      timed_out_requests: 25,
      refused_connections: 10,
      broken_connections: 5,
      unavailable_responses: 12,
      apdex_500_1500: 0.40625,
    },
  ]);
  assert.match(run.notes.join("\n"), /GET - books \(samples 240, mean 512 ms\)/);
});

test("an Apdex at thresholds of its own is left out", () => {
  const text = fixture("symfony-dashboard.js").replaceAll("500, 1500", "400, 1600");
  const [row] = imported(text, "symfony-dashboard.js", { users: 2000 }).results;
  assert.deepEqual([row.apdex_100_500, row.apdex_500_1500, row.requests], [undefined, undefined, 240]);
});

test("a dashboard that is cut off, twice or at odds with itself is refused with the reason", () => {
  const text = fixture("symfony-dashboard.js");
  const refused = (changed, reason) => assert.throws(() => imported(changed, "a.js", { users: 2000 }), reason);
  refused(text.slice(0, text.indexOf("// Create error table")), /has 0 whole tables errorsTable/);
  refused(text + text, /has 2 whole tables apdexTable \(expected the dashboard of one run\)/);
  refused(text.replace('Unavailable", 12', 'Unavailable", 11'), /errorsTable: has 59 errors \(expected 60,/);
  refused(text.replaceAll("512.25", "512,25"), /statisticsTable\.overall: has not a value for each of 14 titles/);
});

test("statistics.json gives what it has, and needs to be told the users", () => {
  const text = fixture("spring-statistics.json");
  const [row] = imported(text, "spring-statistics.json", { users: 2000 }).results;
  assert.deepEqual([row.users, row.outcome, row.failed_requests], [2000, "failed_requests", 12]);
  assert.deepEqual([row.timed_out_requests, row.apdex_500_1500], [undefined, undefined]);
  assert.throws(() => imported(text, "spring-statistics.json"), /states no number of users \(expected it to be told/);
});

test("a load without an error is complete", () => {
  const text = fixture("spring-statistics.json").replaceAll('"errorCount" : 12', '"errorCount" : 0');
  assert.equal(imported(text, "spring-statistics.json", { users: 2000 }).results[0].outcome, "complete");
});

test("a study's own words of its figures are among the notes, and its name is the run's", () => {
  const study = { name: "A study, 2019", date: "2019-10-12", notes: ["2,000 users, as it says."] };
  const known = { users: 2000, study, sourceName: "result/spring/statistics.json" };
  const { run } = imported(fixture("spring-statistics.json"), "spring-statistics.json", known);
  assert.equal(run.started_at, "2019-10-12T00:00:00Z");
  assert.deepEqual([run.source.study, run.source.files], ["A study, 2019", ["result/spring/statistics.json"]]);
  assert.ok(run.notes.includes("2,000 users, as it says."));
});

test("a report's percentiles are its curve's, over all samples, where that is there", () => {
  const curve = (points) =>
    `var responseTimePercentilesInfos = {\n  data: ${JSON.stringify({ result: { series: [{ data: points, label: "HP" }] } })},\n};\n`;
  const points = [
    [50, 490],
    [90, 500],
    [95, 810],
    [99, 1500],
    [99.9, 1505],
  ];
  const read = (text, label = "HP") =>
    imported(fixture("symfony-dashboard.js"), "dashboard.js", { users: 2000, graph: { text, label } });
  const { results, run } = read(curve(points));
  assert.deepEqual(
    [results[0].latency_p50_ms, results[0].latency_p99_ms, results[0].latency_p999_ms],
    [490, 1500, 1505],
  );
  assert.match(run.notes.join("\n"), /Percentiles are those of the report's curve, over all samples of HP/);
  assert.throws(() => read(curve(points), "Total"), /graph\.js: has no curve of percentiles of Total/);
  assert.throws(() => read(curve(points.slice(1))), /graph\.js: has no percentile 50 of HP/);
});

test("of a report without it they are of the last 20,000 samples, and the notes say so", () => {
  const { run } = imported(fixture("spring-statistics.json"), "statistics.json", { users: 2000 });
  assert.match(
    run.notes.join("\n"),
    /Percentiles are taken as the report has them: of its last 20,000 samples, .* of 30001\./,
  );
});
