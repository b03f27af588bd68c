// The summary agrees with the golden vectors, which scipy wrote.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { studentT } from "../../assets/js/results/student-t.js";
import { meanWithInterval } from "../../assets/js/results/summary.js";
import { cellsOf, fields, readJson } from "./sample.js";

const folder = new URL("../fixtures/golden/", import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith(".json"));

test("there are golden vectors", () => assert.ok(vectors.length >= 6));

for (const name of vectors) {
  const { rows, cells } = readJson(`test/fixtures/golden/${name}`);

  test(`mean and interval of ${name} are the golden ones, to 1e-7`, () => {
    cells.forEach((cell) => {
      const own = rows.filter((row) => ["technology", "rooms", "users"].every((id) => row[id] === cell[id]));
      for (const field of fields) {
        const found = meanWithInterval(own.map((row) => row[field]).filter((value) => value !== undefined));
        for (const part of ["mean", "ci95"]) assertClose(found[part], cell[field][part], 1e-7, `${field}.${part}`);
      }
    });
  });

  test(`the cells of ${name} are the golden ones`, () => {
    const columns = cellsOf(rows);
    cells.forEach((cell, i) => {
      for (const [key, expected] of Object.entries(cell)) {
        if (!fields.includes(key)) assert.equal(columns[key][i], expected, key);
        else
          for (const part of ["mean", "ci95"]) assertClose(columns[key]?.[part][i] ?? null, expected[part], 1e-7, key);
      }
    });
    assert.equal(columns.n.length, cells.length);
  });
}

function assertClose(found, expected, tolerance, what) {
  if (expected === null) assert.equal(found, null, what);
  else assert.ok(Math.abs(found - expected) <= tolerance * Math.abs(expected), `${what}: ${found}, not ${expected}`);
}

test("one value has a mean and no interval, none has neither", () => {
  assert.deepEqual(meanWithInterval([3]), { mean: 3, ci95: null });
  assert.deepEqual(meanWithInterval([]), { mean: null, ci95: null });
});

test("Student's t is scipy's, for whole degrees of freedom and between them", () => {
  const { quantiles } = readJson("test/fixtures/student-t.json");
  assert.ok(quantiles.length > 60);
  for (const [freedom, expected] of quantiles) assertClose(studentT(freedom), expected, 1e-7, `${freedom} degrees`);
});

test("equal values have no interval, whatever their mean's last bit", () => {
  assert.deepEqual(meanWithInterval([0.1, 0.1, 0.1]), { mean: 0.1, ci95: 0 });
  assert.deepEqual(meanWithInterval([39920.003, 39920.003, 39920.003]), { mean: 39920.003, ci95: 0 });
});
