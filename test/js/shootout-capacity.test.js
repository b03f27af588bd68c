// Searches for the clients that a broadcast may go to (shootout_capacity_row): the file that the client writes, and what pages make of it.

import assert from "node:assert/strict";
import test from "node:test";
import { fittingComparisons } from "../../assets/js/results/comparison.js";
import { registry, results } from "./data-folder.js";
import { read, readYaml, schemas } from "./sample.js";

const comparisons = readYaml("data/comparisons.yml");
const text = read("test/fixtures/shootout-capacity/searches.json").toString();
const folder = (content) => results({ "shootout-capacity/searches.json": content }, { with: { comparisons } });

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

test("a cell has the mean of its searches, and how many the plan's greatest load has ended", () => {
  const { technologies, metrics, cells } = folder(text).datasets["shootout-capacity"];
  const [nodeWs, rust] = ["node-ws", "rust-axum"].map((wanted) =>
    cells.technology.findIndex((one) => technologies[one].id === wanted),
  );
  assert.equal(metrics[0].statistics.mean, "carried_clients");
  assert.equal(cells.carried_clients.mean[nodeWs], 4329);
  assert.deepEqual([cells.n[rust], cells.saturated_iterations[rust]], [3, 3]);
});

const faults = {
  "a column of another length": [
    ({ series }) => series[0].seconds.pop(),
    /series\[0\]\.seconds: has 1 values \(expected 2, as clients has\)/,
  ],
  "a load that failed below the one that is carried": [
    ({ results: [row] }) => Object.assign(row, { failed_clients: 4000 }),
    /results\[0\]\.failed_clients: 4000 is below the carried_clients of 4300 \(expected no less\)/,
  ],
  "a search that doesn't say whether the client was its limit": [
    ({ results: [row] }) => delete row.client_saturated,
    /results\[0\]\.client_saturated: is missing/,
  ],
  "users of a chat among the probes": [
    ({ series }) => Object.assign(series[0], { users: [1, 2] }),
    /series\[0\]\.users: is not a field of this file/,
  ],
};
for (const [what, [change, message]] of Object.entries(faults)) {
  test(`refused: ${what}`, () => assert.match(toldWith(change).join("\n"), message));
}

test("a row of searches is of no comparison but theirs", () => {
  const [search] = JSON.parse(text).results;
  const fitting = fittingComparisons(Object.keys(search), { ...registry, comparisons }, schemas.definitions);
  assert.deepEqual(
    fitting.map(({ id }) => id),
    ["shootout-capacity", "shootout-capacity-cores"],
  );
});
