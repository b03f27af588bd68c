// Searches for the load that a server carries (chat_capacity_row): the file that the client writes, and what pages make of it.

import assert from "node:assert/strict";
import test from "node:test";
import { coursesAt } from "../../assets/js/cell-views/course-files.js";
import { fittingComparisons } from "../../assets/js/results/comparison.js";
import { registry, results } from "./data-folder.js";
import { read, readYaml, schemas } from "./sample.js";

const comparisons = readYaml("data/comparisons.yml");
const text = read("test/fixtures/chat-capacity/searches.json").toString();
const folder = (content) => results({ "chat-capacity/searches.json": content }, { with: { comparisons } });

/** What is told of the fixture with something changed. */
function toldWith(change) {
  const file = JSON.parse(text);
  change(file);
  const { faults, doubts } = folder(JSON.stringify(file));
  return [...faults, ...doubts];
}

test("a file of searches with all of their probes is sound", () => {
  assert.deepEqual(
    toldWith(() => {}),
    [],
  );
});

test("a cell has the mean and the interval of its searches, and how many the client may have limited", () => {
  const { technologies, metrics, cells } = folder(text).datasets["chat-capacity"];
  const [nodeWs, rust] = ["node-ws", "rust-axum"].map((wanted) =>
    cells.technology.findIndex((one, i) => technologies[one].id === wanted && cells.interval_ms[i] === 10),
  );
  assert.equal(metrics[0].statistics.mean, "carried_users");
  assert.deepEqual([cells.carried_users.mean[nodeWs], cells.carried_users.ci95[nodeWs]], [43.33, 1.43]);
  assert.deepEqual([cells.n[rust], cells.saturated_iterations[rust]], [3, 1]);
});

const faults = {
  "a column of another length": [
    ({ series }) => series[0].seconds.pop(),
    /series\[0\]\.seconds: has 7 values \(expected 8, as users has\)/,
  ],
  "a load that failed below the one that is carried": [
    ({ results: [row] }) => Object.assign(row, { failed_users: 40 }),
    /results\[0\]\.failed_users: 40 is below the carried_users of 43 \(expected no less\)/,
  ],
  "a search that doesn't say whether the client was its limit": [
    ({ results: [row] }) => delete row.client_saturated,
    /results\[0\]\.client_saturated: is missing/,
  ],
  "part of a user": [
    ({ results: [row] }) => Object.assign(row, { carried_users: 43.5 }),
    /results\[0\]\.carried_users: 43\.5 is not a whole number \(expected users per room, ≥ 0\)/,
  ],
  "words for whether a probe held": [
    ({ series }) => series[0].held.splice(0, 1, "yes"),
    /series\[0\]\.held\[0\]: "yes" is not true or false/,
  ],
  "a parameter of the search that is none": [
    ({ run }) => Object.assign(run.parameters.search, { limit_s: 1 }),
    /run\.parameters\.search\.limit_s: is not a field of this file/,
  ],
  "seconds of a chat among the probes": [
    ({ series }) => series.push({ technology: "node-ws", rooms: 1, users: 10, iteration: 1, held: [true] }),
    /series\[1\]\.deliveries: is missing/,
  ],
};
for (const [what, [change, message]] of Object.entries(faults)) {
  test(`refused: ${what}`, () => assert.match(toldWith(change).join("\n"), message));
}

test("a row of searches is of no comparisons but theirs, and one of a chat of the chat's first", () => {
  const fitting = (fields) => fittingComparisons(fields, { ...registry, comparisons }, schemas.definitions);
  const [search] = JSON.parse(text).results;
  const ids = (fields) => fitting(fields).map(({ id }) => id);
  assert.deepEqual(ids(Object.keys(search)), ["chat-capacity", "chat-capacity-100ms", "chat-runtimes-capacity"]);
  assert.equal(ids(["technology", "rooms", "users", "iteration", "messages_per_user", "interval_ms"])[0], "chat");
});

test("probes are no course of a cell by second, of the chat's or their own", () => {
  const { series } = JSON.parse(text);
  const [probes] = series;
  const seconds = { ...probes, held: undefined };
  const place = { rooms: 1, interval_ms: 10 };
  assert.deepEqual(coursesAt(series, { id: "node-ws" }, { rooms: 1, users: 10 }), []);
  assert.deepEqual(coursesAt(series, { id: "node-ws" }, place), []);
  assert.equal(coursesAt([seconds], { id: "node-ws" }, place).length, 1);
});
