// Technologies that are shown together can be told apart, whoever they are.

import assert from "node:assert/strict";
import test from "node:test";
import { areAlike, distinct, spareLook } from "../../assets/js/results/looks.js";
import { palette } from "./sample.js";

const many = Array.from({ length: 200 }, (_, i) => ({ id: `t${i}`, name: `t${i}`, ...spareLook(i, palette) }));
const look = ({ color, shape }) => `${color.light} ${shape}`;

test("the spare looks of many repeat, and those shown together differ", () => {
  assert.ok(areAlike(many));
  const shown = [0, 16, 32, 48, 5, 21, 100, 199].map((i) => many[i]);
  assert.equal(new Set(distinct(shown, palette).map(look)).size, shown.length);
});

test("the first keeps its own look, and each has the same however often it is asked", () => {
  const shown = [many[0], many[16]];
  const [first, second] = distinct(shown, palette);
  assert.deepEqual(first, many[0]);
  assert.equal(second.id, "t16");
  assert.deepEqual(distinct(shown, palette), [first, second]);
});

test("the runs of a technology, and what a dropped file has of it, look like it but for the dash", () => {
  const run = { ...many[16], id: "t16@then", of: "t16", dash: [16, 5] };
  const yours = { ...many[16], id: "yours.1.t16", like: "t16", dash: [7, 4] };
  const [, own, then, mine] = distinct([many[0], many[16], run, yours], palette);
  assert.deepEqual([look(then), look(mine)], [look(own), look(own)]);
  assert.deepEqual([then.dash, mine.dash], [run.dash, yours.dash]);
});

test("when no spare is left the own look is kept", () => {
  const shown = distinct(many, palette);
  assert.equal(new Set(shown.map(look)).size, palette.length ** 2);
  assert.deepEqual(shown.at(-1), many.at(-1));
});
