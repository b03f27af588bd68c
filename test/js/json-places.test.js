// JSON is taken at its word, and its values are found by their keys.

import assert from "node:assert/strict";
import test from "node:test";
import { findOffsets } from "../../assets/js/results/json-places.js";
import { linesAndColumns } from "../../assets/js/results/lines.js";
import { jsonFault } from "../../assets/js/results/strict-json.js";

const text = `{ "run": {"command": "😀 \\" ]}", "machine": {}},
  "results": [ {"a": 1, "b": [true, {"c": -1.5e3}]}
             , {"größe": 2, "b" : "x"} ], "last":null }
`;
const places = (...paths) => linesAndColumns(text, findOffsets(text, paths));

test("values are found by their keys and indexes", () => {
  const paths = ["results/0/a", "results/0/b/1/c", "results/1/b", "last"].map((path) => path.split("/"));
  assert.deepEqual(places(...paths), [
    [2, 22],
    [2, 43],
    [3, 35],
    [3, 50],
  ]);
});

test("columns count characters, not UTF-16 units", () => {
  assert.deepEqual(places(["run", "machine"]), [[1, 44]]);
});

test("of what is not there, the innermost around it is found", () => {
  assert.deepEqual(places(["run", "machine", "kernel"], ["nothing"], ["results", "0", "a", "deeper"]), [
    [1, 44],
    [1, 1],
    [2, 22],
  ]);
});

test("a string of megabytes, plain or of escapes, is JSON", () => {
  for (const piece of ["a", "\\n", "\\u00e9"]) assert.equal(jsonFault(`["${piece.repeat(1_000_000)}"]`), null);
});

test("a list of a million numbers is JSON", () => {
  assert.equal(jsonFault(`[${"0,".repeat(999_999)}0]`), null);
});
