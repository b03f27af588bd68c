// How the scoreboard is sorted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scale } from "../../assets/js/table/refigure.js";
import { nextOrder, orderOf } from "../../assets/js/table/scoreboard.js";

test("a press on a head puts the best first, the next one the worst", () => {
  assert.equal(nextOrder(null, "higher"), "descending");
  assert.equal(nextOrder("descending", "higher"), "ascending");
  assert.equal(nextOrder("ascending", "higher"), "descending");
  assert.equal(nextOrder(null, "lower"), "ascending");
  assert.equal(nextOrder("ascending", "lower"), "descending");
  assert.equal(nextOrder(null, undefined), "ascending");
});

test("what is missing comes last either way, and equal rows stay as they stood", () => {
  const up = [{ place: 0, descending: false }];
  const down = [{ place: 0, descending: true }];
  assert.deepEqual(orderOf([[3], [null], [1], [3]], up), [2, 0, 3, 1]);
  assert.deepEqual(orderOf([[3], [null], [1], [3]], down), [0, 3, 2, 1]);
  assert.deepEqual(orderOf([["Go"], ["Bun"]], up), [1, 0]);
});

test("ties of one column are settled by the next", () => {
  const rows = [
    ["Bun", 40, 3],
    ["Go", 60, 2],
    ["Rust", 60, 1],
  ];
  const columns = [
    { place: 1, descending: true },
    { place: 2, descending: false },
  ];
  assert.deepEqual(orderOf(rows, columns), [2, 1, 0]);
});

test("of marks, bars begin at zero and dots at the smallest figure, each to the end of the longest interval", () => {
  const figures = [
    { value: 1, ci95: null },
    { value: 90, ci95: 10 },
  ];
  assert.deepEqual([0, 50, 100, 200].map(scale(figures, false)), [0, 0.5, 1, 1]);
  assert.deepEqual([1, 10, 100, 0.5, -3].map(scale(figures, true)), [0, 0.5, 1, 0, 0]);
  assert.equal(scale([figures[0]], true)(1), 0);
  assert.equal(scale([{ value: 0, ci95: null }], false)(0), 0);
});
