// Figures have the digits that pages carry.

import assert from "node:assert/strict";
import test from "node:test";
import { roundedDeep, roundedStatistic } from "../../assets/js/results/rounding.js";

const EXAMPLES = [
  { mean: 123.456789, ci95: 45.6789123 },
  { mean: 123.456789, ci95: 1.23456789 },
  { mean: 0.99999999, ci95: 0.0123456789 },
  { mean: 5.4321, ci95: 12345.6 },
  { mean: 5, ci95: 0 },
  { mean: null, ci95: null },
  { mean: 0, ci95: 0.123456 },
];

test("means have four significant digits, half-widths three, and no half-width is finer than its mean", () => {
  const rounded = EXAMPLES.map(roundedStatistic);
  assert.deepEqual(
    rounded.map(({ mean }) => mean),
    [123.5, 123.5, 1, 5.432, 5, null, 0],
  );
  assert.deepEqual(
    rounded.map(({ ci95 }) => ci95),
    [45.7, 1.2, 0.012, 12346, 0, null, 0.123],
  );
});

test("what a run states keeps its whole numbers", () => {
  const run = { machine: { memory_mib: 123456 }, noise_floor: { method: "x", latency_p50_ms: 0.123456 }, files: ["a"] };
  assert.deepEqual(roundedDeep(run), { ...run, noise_floor: { method: "x", latency_p50_ms: 0.1235 } });
});
