// The difference of two means agrees with scipy, whose values bench/client/tests/vectors/make_two_samples.py wrote
// for `rtbench compare`.

import assert from "node:assert/strict";
import test from "node:test";
import { meanWithInterval } from "../../assets/js/results/summary.js";
import { differenceOfMeans } from "../../assets/js/results/welch.js";
import { readJson } from "./sample.js";

const { samples } = readJson("bench/client/tests/vectors/two_samples.json");

const sample = (values) => ({ n: values.length, ...meanWithInterval(values) });
const near = (actual, expected, tolerance) => Math.abs(actual - expected) <= tolerance * Math.abs(expected);

for (const { about, a, b, welch } of samples) {
  test(`the interval of a difference is scipy's: ${about}`, () => {
    const { low, high } = welch.intervals.find(({ confidence }) => confidence === 0.95);
    const { difference, ci95 } = differenceOfMeans(sample(b), sample(a));
    assert.ok(near(difference - ci95, low, 1e-6), `${difference - ci95}, not ${low}`);
    assert.ok(near(difference + ci95, high, 1e-6), `${difference + ci95}, not ${high}`);
  });
}

test("a mean without an interval leaves the difference without one", () => {
  const several = sample([1, 2, 3]);
  assert.deepEqual(differenceOfMeans(sample([5]), several), { difference: 3, ci95: null });
  assert.deepEqual(differenceOfMeans(several, sample([5])), { difference: -3, ci95: null });
  assert.deepEqual(differenceOfMeans({ ...several, n: null }, several), { difference: 0, ci95: null });
});

test("without any spread the difference is certain", () => {
  assert.deepEqual(differenceOfMeans(sample([2, 2, 2]), sample([1.5, 1.5])), { difference: 0.5, ci95: 0 });
});
