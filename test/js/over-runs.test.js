// A figure over several runs is that of statsmodels, and never hides how far the runs lie apart.

import assert from "node:assert/strict";
import test from "node:test";
import { freedomOverRuns, overRuns } from "../../assets/js/results/over-runs.js";
import { meanWithInterval } from "../../assets/js/results/summary.js";
import { readJson } from "./sample.js";

const { cells } = readJson("test/fixtures/over-runs.json");
const over = (...runs) => overRuns(runs.map((values) => ({ n: values.length, ...meanWithInterval(values) })));

for (const [name, { runs, mean, half_width, reach }] of Object.entries(cells)) {
  test(`mean and interval of ${name} are the golden ones, to 1e-6`, () => {
    const found = over(...runs);
    assertClose(found.mean, mean);
    assertClose(found.ci95, Math.max(half_width, reach));
  });
}

test("the vectors have cells with and without a variance between runs, and one whose runs reach beyond the interval", () => {
  const all = Object.values(cells);
  assert.ok(all.some(({ variance_between }) => variance_between > 0));
  assert.ok(all.some(({ variance_between }) => variance_between === 0));
  assert.ok(all.some(({ half_width, reach }) => reach > half_width));
});

test("the mean of no run lies outside the interval", () => {
  for (const { runs } of Object.values(cells)) {
    const { mean, ci95 } = over(...runs);
    for (const own of runs.map((values) => meanWithInterval(values).mean)) assert.ok(Math.abs(own - mean) <= ci95);
  }
});

test("one run, or one that has a figure, is as it is by itself", () => {
  assert.deepEqual(over([1, 2, 4]), meanWithInterval([1, 2, 4]));
  assert.deepEqual(over([1, 2, 4], []), meanWithInterval([1, 2, 4]));
  assert.deepEqual(over([], []), { mean: null, ci95: null });
});

test("runs whose iterations are all equal have a variance of 0, and an interval as far as they lie apart", () => {
  assert.deepEqual(over([8, 8, 8], [8, 8, 8]), { mean: 8, ci95: 0 });
  assert.deepEqual(over([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]), { mean: 0.1, ci95: 0 });
  const apart = over([8, 8, 8], [9, 9, 9]);
  assert.equal(apart.mean, 8.5);
  // The variance between is half the squared difference, that of the mean a quarter of it; four degrees of freedom.
  assertClose(apart.ci95, 2.7764451051977987 * 0.5);
  // Variances of 0 and 1/3, so one of 1/3 between: the runs' weights are 3 and 1.5.
  const one = over([8, 8, 8], [8, 9, 10]);
  assertClose(one.mean, 8 + 1 / 3);
  assertClose(one.ci95, 2.7764451051977987 * Math.sqrt(1 / 4.5));
  assertClose(over([8, 8, 8], [7, 8, 9]).mean, 8);
});

test("runs of one iteration have no interval of their own: the runs are the sample", () => {
  assert.deepEqual(over([1], [2], [3]), meanWithInterval([1, 2, 3]));
  assert.equal(freedomOverRuns(3, 3), 2);
  assert.equal(freedomOverRuns(6, 2), 4);
});

/** The quantile, itself within 1e-7, makes a variance out of an interval, and an interval out of the variances. */
function assertClose(found, expected) {
  assert.ok(Math.abs(found - expected) <= 1e-6 * Math.abs(expected), `${found}, not ${expected}`);
}
