// What a page of many technologies carries, and how one of them is found.

import assert from "node:assert/strict";
import test from "node:test";
import { found, isFound } from "../../assets/js/crowd/search.js";
import { carries } from "../../assets/js/results/carries.js";

const TECHNOLOGIES = [
  { id: "node-ws", name: "Node.js", family: "Node.js", language: "JavaScript" },
  { id: "node-cluster", name: "Node.js cluster", family: "Node.js", language: "JavaScript" },
  { id: "vertx", name: "Vert.x", family: "Vert.x", language: "Java" },
  { id: "cluster-one", name: "cluster-one" },
];
const labels = (typed) => found(TECHNOLOGIES, typed).map(({ label }) => label);

test("a technology is found by name, id, family and language, by every word typed", () => {
  assert.ok(isFound(TECHNOLOGIES[0], "node-ws"));
  assert.ok(isFound(TECHNOLOGIES[1], "javascript CLUSTER"));
  assert.ok(!isFound(TECHNOLOGIES[2], "javascript"));
  assert.ok(isFound(TECHNOLOGIES[3], ""));
});

test("names that begin so come first, families and languages of several before them", () => {
  assert.deepEqual(labels("cluster"), ["cluster-one", "Node.js cluster"]);
  assert.deepEqual(labels("node"), ["Node.js, all 2", "Node.js", "Node.js cluster"]);
  assert.deepEqual(labels("java"), ["JavaScript, all 2", "Node.js", "Node.js cluster", "Vert.x"]);
  assert.deepEqual(labels(""), ["Node.js", "Node.js cluster", "Vert.x", "cluster-one"]);
});

const own = { whole: "/whole.json", technologies: TECHNOLOGIES, cells: { technology: [0, 0, 2] } };
const VIEW = { shown: ["node-ws", "vertx"], relative: null, versus: null, need: null };

test("a page that carries some technologies lacks what a view asks of the others", () => {
  assert.ok(carries({ own }, VIEW));
  for (const change of [
    { shown: ["node-cluster"] },
    { relative: "node-cluster" },
    { versus: ["node-ws", "cluster-one"] },
    { need: { load: {}, limits: {}, by: "latency" } },
    { shown: ["yours.1.node-ws"] },
  ])
    assert.ok(!carries({ own }, { ...VIEW, ...change }), JSON.stringify(change));
  assert.ok(carries({ own }, { ...VIEW, shown: ["of-another-comparison"] }));
});

test("a page that carries all lacks nothing", () => {
  const { whole, ...all } = own;
  assert.ok(carries({ own: all }, { ...VIEW, shown: ["node-cluster"] }));
});
