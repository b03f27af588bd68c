// The bookstore's rows and courses (bookstore_row, bookstore_series), and how a load that failed is told: with its reason, last of all,
// never as the best.

import assert from "node:assert/strict";
import test from "node:test";
import { bubbleScene } from "../../assets/js/drawing/bubble-scene.js";
import { lineScene } from "../../assets/js/drawing/line-scene.js";
import { noteLines } from "../../assets/js/drawing/words.js";
import { droppedTechnologies, withDropped } from "../../assets/js/drop/dropped-dataset.js";
import { readDroppedFile } from "../../assets/js/drop/read-file.js";
import { bestFirst } from "../../assets/js/results/best.js";
import { fittingComparisons } from "../../assets/js/results/comparison.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { errorsOf, failureOf, unfinishedIn } from "../../assets/js/results/failure.js";
import { exceptionWords, failedWords, remarkWords } from "../../assets/js/words.js";
import { registry, results } from "./data-folder.js";
import { palette, read, readYaml, schemas, technologies } from "./sample.js";

const REASON =
  "25\u00a0% of requests timed out, 20\u00a0% were not sent, 2\u00a0% were refused a connection, " +
  "<1\u00a0% lost their connection, <1\u00a0% got another status";

const comparisons = readYaml("data/comparisons.yml");
const text = read("test/fixtures/bookstore/failed-run.json").toString();
const folder = (content) => results({ "bookstore/run.json": content }, { with: { comparisons } });
const dataset = readDataset(folder(text).datasets.bookstore);
const [go, failed] = ["go-nethttp", "slow-server"].map((id) => dataset.cellsOf(id, { users: 2000 })[0]);

/** What is told of the fixture with something changed. */
function toldWith(change) {
  const file = JSON.parse(text);
  change(file);
  const { faults, doubts } = folder(JSON.stringify(file));
  return [...faults, ...doubts];
}

test("a file of loads with their courses is sound, though some failed", () => {
  assert.deepEqual(
    toldWith(() => {}),
    [],
  );
});

const faults = {
  "a course that is of no cell": [
    ({ series }) => delete series[0].users,
    /series\[0\]: has none of users, rate_percent, books \(expected at least one\)/,
  ],
  "a column of another length": [
    ({ series }) => series[0].failed_requests.pop(),
    /series\[0\]\.failed_requests: has 1 values \(expected 2, as requests has\)/,
  ],
  "kinds of errors that don't add up": [
    ({ results: [, , row] }) => Object.assign(row, { broken_connections: 61 }),
    /results\[2\]\.failed_requests: 4000 is not the 4001 of status_errors \+ .* \(expected their sum\)/,
  ],
  "an Apdex above 1": [
    ({ results: [row] }) => Object.assign(row, { apdex_500_1500: 1.01 }),
    /results\[0\]\.apdex_500_1500: 1\.01 is too large \(expected a part of 1, ≥ 0, ≤ 1\)/,
  ],
};
for (const [what, [change, message]] of Object.entries(faults)) {
  test(`refused: ${what}`, () => assert.match(toldWith(change).join("\n"), message));
}

test("rows of rates and of books are of their own comparisons, though lookups have rates too", () => {
  const owners = (fields) => {
    const fitting = fittingComparisons(fields, { ...registry, comparisons }, schemas.definitions);
    return fitting.map(({ id }) => id);
  };
  const row = ["technology", "iteration", "requests_per_s"];
  assert.deepEqual(owners([...row, "users"]), ["bookstore"]);
  assert.equal(owners([...row, "rate_percent", "target_requests_per_s"])[0], "bookstore-rate");
  assert.equal(owners([...row, "rate_percent", "target_requests_per_s", "concurrency"])[0], "lookup-rate");
  assert.deepEqual(owners([...row, "books"]), ["bookstore-mix"]);
});

test("a load that failed has its reason, of the counts of all iterations, and one that was complete has none", () => {
  assert.deepEqual([dataset.failure(go), dataset.failure(failed)], [null, REASON]);
  assert.deepEqual(remarkWords(dataset.caveats(failed)), [REASON]);
  assert.deepEqual(remarkWords(dataset.caveats(go)), []);
});

const cell = (outcomes, sums) => ({
  iterations: { length: 3 },
  outcomes,
  sums: { requests: null, failed_requests: null, ...sums },
});

test("a load of which no more than 1 % of the requests failed did not fail: its errors are told", () => {
  const of = (outcomes, failed_requests) => {
    const one = cell(outcomes, { requests: 180000, failed_requests, timed_out_requests: failed_requests });
    return [unfinishedIn(one), failureOf(one), errorsOf(one)];
  };
  assert.deepEqual(of({}, 0), [0, null, null]);
  assert.deepEqual(of({ failed_requests: 1 }, 1), [0, null, "1 of 180,000 requests failed"]);
  assert.deepEqual(of({ failed_requests: 3 }, 1800), [0, null, "1,800 of 180,000 requests failed"]);
  assert.deepEqual(of({ failed_requests: 3 }, 1801), [3, "1\u00a0% of requests timed out", null]);
  assert.deepEqual(of({ incomplete: 1 }, 0), [1, "1 of 3 iterations unfinished", null]);
  assert.deepEqual(of({ failed_requests: 2, server_exited: 1 }, 1), [
    1,
    "the server exited in 1 of 3 iterations; <1\u00a0% of requests timed out",
    null,
  ]);
});

test("a load with few errors is drawn and ranked as any other, and every table tells them", () => {
  const file = JSON.parse(text);
  const [, , first, second] = file.results;
  const few = {
    timed_out_requests: 1,
    refused_connections: 0,
    broken_connections: 0,
    status_errors: 0,
    unavailable_responses: 0,
  };
  Object.assign(first, { ...few, failed_requests: 1 });
  Object.assign(second, { ...few, failed_requests: 1, outcome: "failed_requests", unsent_requests: 0 });
  const made = folder(JSON.stringify(file));
  const joined = readDataset(made.datasets.bookstore);
  const [slow] = joined.cellsOf("slow-server", { users: 2000 });
  assert.deepEqual(remarkWords(joined.caveats(slow)), ["2 of 20,000 requests failed"]);
  assert.deepEqual(bestFirst(joined, [{ metric: "memory", at: { users: 2000 } }]), ["slow-server", "go-nethttp"]);
  const [, series] = lineScene(joined, line, view).series;
  assert.equal(series.points[0].unfinished, false);
  assert.ok(made.data_packages.bookstore["dataset.csv"].includes('"2 of 20,000 requests failed"'));
});

test("the reason is of what was counted", () => {
  assert.equal(failureOf(cell({ drain_timeout: 1 }, {})), null, "a chat counts no requests");
  assert.equal(failureOf(cell({}, { requests: 10, failed_requests: 1 })), null, "every iteration was complete");
  assert.equal(
    failureOf(cell({ incomplete: 1 }, { requests: 10 })),
    "1 of 3 iterations unfinished",
    "nobody counted why",
  );
  assert.equal(
    failureOf(cell({ requests_failed: 3 }, { requests: 1000, failed_requests: 994 })),
    ">99\u00a0% of requests failed",
  );
  assert.equal(
    failureOf(cell({ server_exited: 2 }, { requests: 200, failed_requests: 68, timed_out_requests: 68 })),
    "the server exited in 2 of 3 iterations; 34\u00a0% of requests timed out",
  );
});

test("who failed comes last, whatever the figure", () => {
  assert.deepEqual(bestFirst(dataset, [{ metric: "memory", at: { users: 2000 } }]), ["go-nethttp", "slow-server"]);
});

const view = { shown: ["go-nethttp", "slow-server"], statistic: "mean", scale: "own", cell: { users: 2000 }, x: null };
const line = { kind: "line", comparison: "bookstore", x: "users", y: "memory", fixed: {}, title: "Memory" };
const bubble = { ...line, kind: "bubble", x: "memory", y: "cpu", size: "latency", fixed: { users: 2000 } };

test("a line chart marks who failed, says why, and calls none of them the lowest", () => {
  const scene = lineScene(dataset, line, view);
  assert.deepEqual(
    scene.series.map(({ points }) => points.map(({ y, unfinished }) => [y, unfinished])),
    [[[41, false]], [[20, true]]],
  );
  assert.equal(exceptionWords(scene.words), `Failed: slow-server, 2,000 users (${REASON}).`);
  assert.ok(scene.words.summary.includes(REASON));
  assert.equal(scene.words.lead, "");
  assert.ok(noteLines(scene, { measured: "", publisher: null, source: "" })[1].includes(REASON));
});

test("a bubble chart does likewise, and has nobody on its frontier who failed", () => {
  const { bubbles, words } = bubbleScene(dataset, bubble, view);
  assert.deepEqual(
    bubbles.map(({ unbeaten, point }) => [unbeaten, point.unfinished]),
    [
      [true, false],
      [false, true],
    ],
  );
  assert.equal(exceptionWords(words), `Failed: slow-server (${REASON}).`);
});

test("who failed and has no figure is told as failed, not as missing", () => {
  const file = JSON.parse(text);
  for (const row of file.results.slice(2)) delete row.memory_mib;
  const without = readDataset(folder(JSON.stringify(file)).datasets.bookstore);
  for (const { words } of [lineScene(without, line, view), bubbleScene(without, bubble, view)]) {
    assert.deepEqual(words.missing, []);
    assert.match(exceptionWords(words), /^Failed: slow-server.* \(25/);
  }
});

test("of many that failed the names stand there, and the table has the reasons", () => {
  const failed = ["A", "B", "C", "D", "E"].map((name) => ({ technology: { name }, place: "", failure: "x" }));
  assert.equal(failedWords(failed), "Failed, as the table says why: A, B, C, D, E.");
  assert.equal(failedWords([]), "");
});

test("the published table has the reasons", () => {
  const { "dataset.csv": csv } = folder(text).data_packages.bookstore;
  assert.ok(csv.split("\n")[0].split(",").includes("failure"));
  assert.ok(csv.includes(`"${REASON}"`));
});

test("a dropped file's reasons join the page's cells", async () => {
  const whole = { comparisons, metrics: readYaml("data/metrics.yml"), technologies, palette };
  const outcome = await readDroppedFile(new File([text], "mine.json"), { registry: whole, schemas });
  assert.deepEqual([outcome.faults, outcome.comparison], [[], "bookstore"]);
  const dropped = droppedTechnologies(1, outcome, technologies, palette);
  const joined = withDropped(dataset.own, [dropped]);
  assert.deepEqual(joined.cells.failure, [null, REASON, null, REASON]);
});
