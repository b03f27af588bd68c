// Names at lines' ends: as near to them as they can be without overlapping.

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { endOf, LEAST_WIDTH, leaderPath, namesRoom, placeNames } from "../../assets/js/drawing/line-names.js";

const LINE = 15;
const HEIGHT = 240;
const far = (middles, ends) => middles.reduce((sum, middle, i) => sum + (middle - ends[i]) ** 2, 0);
function close(found, expected) {
  for (const [i, one] of found.entries()) assert.ok(Math.abs(one - expected[i]) < 1e-9, `${found}`);
}

test("names that have room stand at their lines' ends", () => {
  assert.deepEqual(placeNames([100, 20, 60], HEIGHT), [100, 20, 60]);
});

test("names that would overlap part evenly about their ends", () => {
  close(placeNames([100, 100], HEIGHT), [92.5, 107.5]);
  close(placeNames([104, 100, 102], HEIGHT), [117, 87, 102]);
});

test("names at the plot's edges stay in it, and push others on", () => {
  close(placeNames([0, 0, 240], HEIGHT), [7.5, 22.5, 232.5]);
  close(placeNames([230, 240], HEIGHT), [217.5, 232.5]);
});

test("whatever the ends, names keep their order, a line's height and the plot's bounds, and none nearer do", () => {
  const ends = fc.array(fc.double({ min: 0, max: HEIGHT, noNaN: true }), { minLength: 1, maxLength: HEIGHT / LINE });
  const isPlaced = (sorted) =>
    sorted[0] >= LINE / 2 - 1e-6 &&
    sorted.at(-1) <= HEIGHT - LINE / 2 + 1e-6 &&
    sorted.every((middle, i) => i === 0 || middle - sorted[i - 1] >= LINE - 1e-6);
  fc.assert(
    fc.property(
      ends,
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 }),
      (from, moves) => {
        const sortedEnds = [...from].sort((a, b) => a - b);
        const placed = placeNames(sortedEnds, HEIGHT);
        assert.ok(isPlaced(placed));
        for (const step of [0.01, 1, 20]) {
          const other = placed.map((middle, i) => middle + step * moves[i]);
          if (isPlaced(other)) assert.ok(far(other, sortedEnds) >= far(placed, sortedEnds) - 1e-3);
        }
        const back = placeNames([...sortedEnds].reverse(), HEIGHT).reverse();
        if (new Set(sortedEnds).size === sortedEnds.length) close(back, placed);
      },
    ),
  );
});

test("names take the room of the longest, in charts that are wide and high enough for them", () => {
  const room = namesRoom(["Go", "Node.js cluster"], 800, HEIGHT);
  assert.ok(room > 90 && room < 140, room);
  assert.equal(namesRoom(["Go", "Node.js cluster"], LEAST_WIDTH - 1, HEIGHT), 0);
  assert.equal(namesRoom(["Go", "x".repeat(60)], 800, HEIGHT), 0);
  assert.equal(namesRoom([], 800, HEIGHT), 0);
  const many = Array.from({ length: 17 }, () => "Go");
  assert.equal(namesRoom(many, 800, HEIGHT), 0);
  assert.ok(namesRoom(many.slice(1), 800, HEIGHT) > 0);
});

test("a line ends at its last point in sight that was measured, and a leader goes from there to the name", () => {
  const points = [3, 5, null, 9].map((y, x) => ({ x, y }));
  assert.deepEqual(endOf(points, { min: 0, max: 2 }), { x: 1, y: 5 });
  assert.equal(endOf(points, { min: 4, max: 9 }), undefined);
  assert.equal(leaderPath(-40, 100, 107.5), "M-33 100H7L20 107.5");
});
