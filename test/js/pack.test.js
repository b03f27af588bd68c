// A dropped file's figures have the digits that the page's own have: the same examples as in test/ruby/format_test.rb.

import assert from "node:assert/strict";
import test from "node:test";
import { packCells, unpacked } from "../../assets/js/drop/pack.js";

const EXAMPLES = [
  { mean: 123.456789, ci95: 45.6789123 },
  { mean: 123.456789, ci95: 1.23456789 },
  { mean: 0.99999999, ci95: 0.0123456789 },
  { mean: 5.4321, ci95: 12345.6 },
  { mean: 5, ci95: 0 },
  { mean: null, ci95: null },
  { mean: 0, ci95: 0.123456 },
];

test("means and half-widths have four significant digits, and no half-width is finer than its mean", () => {
  const cells = EXAMPLES.map((latency_mean_ms) => ({ technology: "node-ws", n: 3, latency_mean_ms }));
  const { figures } = packCells(cells, ["latency_mean_ms"]);
  assert.deepEqual(unpacked(figures.latency_mean_ms.mean), [123.5, 123.5, 1, 5.432, 5, null, 0]);
  assert.deepEqual(unpacked(figures.latency_mean_ms.ci95), [45.7, 1.2, 0.012, 12346, 0, null, 0.1235]);
});
