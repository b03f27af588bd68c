// Bubbles' names stand where test/fixtures/labels.json says.

import assert from "node:assert/strict";
import test from "node:test";
import { placeLabels } from "../../assets/js/drawing/labels.js";
import { readJson } from "./sample.js";

const { area, cases } = readJson("test/fixtures/labels.json");

for (const { about, named, placed } of cases) {
  test(`names of bubbles: ${about}`, () => {
    const found = placeLabels(named, area);
    assert.equal(found.length, placed.length);
    for (const [i, { left, top, far }] of placed.entries()) {
      assert.ok(Math.hypot(found[i].left - left, found[i].top - top) < 1e-5, `${i}: ${found[i].left}, ${found[i].top}`);
      assert.equal(found[i].far, far);
    }
  });
}
