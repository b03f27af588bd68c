// A reader's own load: who held it, by measured cells alone.

import assert from "node:assert/strict";
import test from "node:test";
import { judge } from "../../assets/js/results/held.js";
import { limitedField, limitedMetrics } from "../../assets/js/results/limited.js";
import { failingWords, placesWords, verdictWords } from "../../assets/js/your-load/words.js";
import { datasetOf, row } from "./sample.js";

const figures = (p99, memory, rest = {}) => ({
  latency_mean_ms: p99 / 2,
  latency_p99_ms: p99,
  cpu_percent: 10,
  memory_mib: memory,
  ...rest,
});
const dataset = datasetOf([
  row("node-ws", 1, 10, 1, figures(1, 60)),
  row("node-ws", 1, 20, 1, figures(9, 70)),
  row("node-ws", 2, 20, 1, figures(800, 90)),
  row("node-cluster", 1, 20, 1, figures(30, 110)),
  row("node-cluster", 2, 20, 1, figures(5, 120)),
  row("vertx", 1, 20, 1, figures(2, 190, { lost_deliveries: 3 })),
  row("vertx", 2, 20, 1, { outcome: "server_exited" }),
  row("go-coder", 1, 10, 1, figures(1, 30)),
]);
const need = (load, limits = {}, by = "latency") => ({ load, limits, by });
const ids = (verdicts) => verdicts.map(({ technology }) => technology.id);
const places = (verdicts) => verdicts.map(({ cell }) => dataset.place(cell));

test("what can be limited is measured and better the lower it is, latency by its p99", () => {
  assert.deepEqual(limitedMetrics(dataset).map(limitedField), ["latency_p99_ms", "cpu_percent", "memory_mib"]);
});

test("each counts by the lightest cell that is at least as heavy and holds the load", () => {
  const { held, failed, unmeasured } = judge(dataset, need({ rooms: 1, users: 15 }, { latency: 10 }));
  assert.deepEqual(ids(held), ["node-cluster", "node-ws"]);
  assert.deepEqual(places(held), [
    { rooms: 2, users: 20 },
    { rooms: 1, users: 20 },
  ]);
  assert.deepEqual(ids(failed), ["vertx"]);
  assert.deepEqual(
    unmeasured.map(({ id }) => id),
    ["go-coder"],
  );
});

test("a cell lighter in any dimension says nothing", () => {
  const { places: looked, held, unmeasured } = judge(dataset, need({ rooms: 2, users: 15 }, { latency: 10 }));
  assert.deepEqual(looked, [{ rooms: 2, users: 20 }]);
  assert.deepEqual(ids(held), ["node-cluster"]);
  assert.deepEqual(
    unmeasured.map(({ id }) => id),
    ["go-coder"],
  );
});

test("those that held it are sorted by what the reader cares for, lowest first", () => {
  const all = need({ rooms: 1, users: 10 }, { latency: 10 }, "memory");
  assert.deepEqual(ids(judge(dataset, all).held), ["go-coder", "node-ws", "node-cluster"]);
});

test("a load was not held where messages were lost or an iteration did not finish, whatever the limits", () => {
  const { failed } = judge(dataset, need({ rooms: 1, users: 20 }));
  assert.deepEqual(ids(failed), ["vertx"]);
  assert.equal(failingWords(failed[0]), "messages were lost");
  const [heavier] = judge(dataset, need({ rooms: 2, users: 20 })).failed;
  assert.equal(failingWords(heavier), "an iteration did not finish");
});

test("beyond what was measured nothing is said of anyone", () => {
  const wanted = need({ rooms: 8, users: 10 });
  const judged = judge(dataset, wanted);
  assert.deepEqual([judged.places, judged.held, judged.failed], [[], [], []]);
  assert.match(verdictWords(dataset, wanted, judged), /^Nothing as heavy as 8 rooms, 10 users was measured/);
});

test("the words name the load, the limits, and the cells looked at", () => {
  const wanted = need({ rooms: 1, users: 15 }, { latency: 10, cpu: 50 });
  const judged = judge(dataset, wanted);
  assert.equal(
    verdictWords(dataset, wanted, judged),
    "2 of 3 technologies held 1 room, 15 users with latency p99 at most 10\u00a0ms and CPU at most 0.5\u00a0cores.",
  );
  assert.equal(
    placesWords(dataset, judged.places),
    "Looked at, as at least as heavy: 1 room, 20 users; 2 rooms, 20 users.",
  );
  assert.equal(
    failingWords(judge(dataset, need({ rooms: 2, users: 20 }, { latency: 10 })).failed[0]),
    "Latency p99 800\u00a0ms",
  );
});
