// How the scoreboard is sorted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOrder, orderOf } from "../../assets/js/table/scoreboard.js";

test("a press on a head puts the best first, the next one the worst", () => {
  assert.equal(nextOrder(null, "higher"), "descending");
  assert.equal(nextOrder("descending", "higher"), "ascending");
  assert.equal(nextOrder("ascending", "higher"), "descending");
  assert.equal(nextOrder(null, "lower"), "ascending");
  assert.equal(nextOrder("ascending", "lower"), "descending");
  assert.equal(nextOrder(null, undefined), "ascending");
});

test("what is missing comes last either way, and equal rows stay as they were built", () => {
  assert.deepEqual(orderOf([3, null, 1, 3], "ascending"), [2, 0, 3, 1]);
  assert.deepEqual(orderOf([3, null, 1, 3], "descending"), [0, 3, 2, 1]);
  assert.deepEqual(orderOf(["Go", "Bun"], "ascending"), [1, 0]);
});
