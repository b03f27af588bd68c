// Two technologies cell by cell: what their figures let one say, and no more.

import assert from "node:assert/strict";
import test from "node:test";
import { differences, tally } from "../../assets/js/results/versus.js";
import { datasetOf, row } from "./sample.js";

const PAIR = ["node-cluster", "node-ws"];
const iterations = (technology, users, values, rest = {}) =>
  values.map((value, i) => row(technology, 1, users, i + 1, { latency_mean_ms: value, ...rest }));

const dataset = datasetOf([
  ...iterations("node-ws", 10, [10, 11, 12]),
  ...iterations("node-cluster", 10, [2, 3, 4]),
  ...iterations("node-ws", 20, [10, 30, 50]),
  ...iterations("node-cluster", 20, [12, 29, 61]),
  ...iterations("node-ws", 30, [5]),
  ...iterations("node-cluster", 30, [7]),
  ...iterations("node-ws", 40, [5, 6]),
  row("node-cluster", 1, 50, 1, { latency_mean_ms: 1 }),
  ...iterations("node-ws", 60, [1, 2]),
  row("node-cluster", 1, 60, 1, { outcome: "server_exited" }),
]);
const found = differences(dataset, PAIR, "latency_mean_ms");
const at = (users) => found.find(({ place }) => place.users === users);

test("every cell that both have is there, and no other", () => {
  assert.deepEqual(
    found.map(({ place }) => place.users),
    [10, 20, 30, 60],
  );
});

test("a difference is the first's mean minus the second's, with Welch's interval", () => {
  const { means, difference, ci95, verdict } = at(10);
  assert.deepEqual(means, [3, 11]);
  assert.equal(difference, -8);
  // Equal variances and sizes: t(0.975, 4) · √(1/3 + 1/3)
  assert.ok(Math.abs(ci95 - 2.7764451051977987 * Math.sqrt(2 / 3)) < 1e-6);
  assert.equal(verdict, "lower");
});

test("the other way round the difference has the other sign, and the same interval", () => {
  const [other] = differences(dataset, [...PAIR].reverse(), "latency_mean_ms");
  assert.deepEqual([other.difference, other.ci95, other.verdict], [8, at(10).ci95, "higher"]);
});

test("an interval that includes zero decides nothing", () => {
  assert.equal(at(20).verdict, "undecided");
});

test("a single iteration leaves the difference untested", () => {
  const { difference, ci95, verdict } = at(30);
  assert.deepEqual([difference, ci95, verdict], [2, null, "untested"]);
});

test("a missing figure leaves no difference", () => {
  const { means, difference, verdict } = at(60);
  assert.deepEqual([means, difference, verdict], [[null, 1.5], null, "missing"]);
});

test("where an iteration is unfinished there is no interval, as its values can't be counted", () => {
  const rows = [
    ...iterations("node-ws", 10, [10, 11, 12]),
    ...iterations("node-cluster", 10, [2, 3]),
    row("node-cluster", 1, 10, 3, { outcome: "timeout" }),
  ];
  const [{ ci95, verdict }] = differences(datasetOf(rows), PAIR, "latency_mean_ms");
  assert.deepEqual([ci95, verdict], [null, "untested"]);
});

test("verdicts are counted", () => {
  assert.deepEqual(tally(found), { lower: 1, higher: 0, undecided: 1, untested: 1, missing: 1 });
});
