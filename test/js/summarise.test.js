// The summary agrees with the golden vectors, which a third implementation wrote.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { studentT } from "../../assets/js/results/student-t.js";
import { meanWithInterval, summarise } from "../../assets/js/results/summarise.js";
import { chat, fields, readJson } from "./sample.js";

const folder = new URL("../fixtures/golden/", import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith(".json"));

function assertAlike(actual, expected, place) {
  if (typeof expected === "number") {
    const tolerance = 1e-9 * Math.max(Math.abs(expected), Math.abs(actual));
    assert.ok(Math.abs(actual - expected) <= tolerance, `${place}: ${actual}, not ${expected}`);
  } else if (expected !== null && typeof expected === "object") {
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), place);
    for (const key of Object.keys(expected)) assertAlike(actual[key], expected[key], `${place}.${key}`);
  } else {
    assert.equal(actual, expected, place);
  }
}

test("there are golden vectors", () => assert.ok(vectors.length >= 6));

for (const name of vectors) {
  test(`the summary of ${name} is the golden one, to 1e-9`, () => {
    const { rows, cells } = readJson(`test/fixtures/golden/${name}`);
    assertAlike(summarise(rows, chat, fields), cells, name);
  });
}

test("cells come in the order of the technologies given", () => {
  const { rows } = readJson("test/fixtures/golden/several-technologies.json");
  const order = summarise(rows, chat, fields, ["node-ws", "node-cluster"]).map(({ technology }) => technology);
  assert.deepEqual(order, ["node-ws", "node-ws", "node-cluster"]);
});

test("one value has a mean and no interval, none has neither", () => {
  assert.deepEqual(meanWithInterval([3]), { mean: 3, ci95: null });
  assert.deepEqual(meanWithInterval([]), { mean: null, ci95: null });
});

test("Student's t falls without a step where the table ends and the series begins", () => {
  const { by_degrees_of_freedom: table, normal_quantile: normal } = readJson("schema/student-t.json");
  const [last, next] = [studentT(table.length), studentT(table.length + 1)];
  assert.equal(last, table.at(-1));
  assert.ok(next < last && last - next < table.at(-2) - table.at(-1));
  assert.ok(Math.abs(studentT(1e9) - normal) < 1e-8);
});
