// Columns under other names than ours, and columns that may be missing.

import assert from "node:assert/strict";
import test from "node:test";
import { absentDefaults, fieldNames } from "../../assets/js/results/column-names.js";

const PROPERTIES = {
  technology: { column: "System" },
  requests_per_s: { column: "RequestsPerSec" },
  iteration: { default: 1 },
  outcome: {},
};

test("columns stand for fields, under the schema's name for them or under our own", () => {
  const header = ["System", "RequestsPerSec", "iteration", "outcome", "Other"];
  assert.deepEqual(fieldNames(header, PROPERTIES), ["technology", "requests_per_s", "iteration", "outcome", "Other"]);
  assert.deepEqual(fieldNames(["technology", "rooms"], { technology: {}, rooms: {} }), ["technology", "rooms"]);
});

test("a field with a default may be missing", () => {
  assert.deepEqual(absentDefaults(["technology", "outcome"], PROPERTIES), [["iteration", "1"]]);
  assert.deepEqual(absentDefaults(["technology", "iteration"], PROPERTIES), []);
});
