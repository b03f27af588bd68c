// Which iterations a cell has, and where they were read.

import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { Iterations } from "../../assets/js/results/iterations.js";

test("iterations are counted and found where they were read, in whatever order they come", () => {
  const order = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom("a.tsv", "b.tsv")), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 3 }), (numbers, step) => {
      const iterations = new Iterations();
      const known = new Map();
      numbers.forEach(([number, path], i) => {
        const place = { path, row: i * step };
        assert.deepEqual(iterations.add(number, path, place.row), known.get(number) ?? null);
        if (!known.has(number)) known.set(number, place);
      });
      assert.equal(iterations.length, known.size);
      for (let number = 0; number <= 61; number++) assert.deepEqual(iterations.find(number), known.get(number) ?? null);
    }),
  );
});

test("iterations that go on evenly are one span, also where the rows of other cells are between", () => {
  const iterations = new Iterations();
  for (let number = 1; number <= 1000; number++) iterations.add(number, "a.tsv", 7 * number);
  assert.equal(iterations.spans.length, 1);
  assert.deepEqual(iterations.find(500), { path: "a.tsv", row: 3500 });
});
