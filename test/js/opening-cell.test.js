// The cell that a page opens with where it names none.

import assert from "node:assert/strict";
import test from "node:test";
import { dataset, json, jsonRow, line, registry, results, statement, tsv } from "./data-folder.js";

const pinned = (server_cpus) => ({ ...statement(), parameters: { server_cpus } });
const cell = (technology, users, fields = {}) => jsonRow({ technology, users, cpu_percent: 10, ...fields });

/** The opening cell's users of files with these rows. */
const opening = (rows, run = pinned("0")) => dataset({ "chat/a.json": json(rows, run) }).opening_cell?.users;

test("it is the heaviest cell", () => {
  assert.equal(opening([cell("node-ws", 10), cell("node-ws", 40), cell("node-ws", 20)]), 40);
});

test("no technology shown is at 90 % of its cores there, however many these are", () => {
  const rows = [
    cell("node-ws", 10),
    cell("node-ws", 20, { cpu_percent: 89 }),
    cell("node-ws", 40, { cpu_percent: 90 }),
  ];
  assert.equal(opening(rows), 20);
  assert.equal(opening(rows, pinned("0-1")), 40);
  assert.equal(opening(rows, pinned("0,2-3")), 40);
  assert.equal(opening(rows, statement({ cpu_count: 1 })), 20);
});

test("every technology shown has a figure there, and every iteration finished", () => {
  const both = [cell("node-ws", 10), cell("go-coder", 10)];
  assert.equal(opening([...both, cell("node-ws", 20)]), 10);
  assert.equal(opening([...both, cell("node-ws", 20), cell("go-coder", 20, { outcome: "server_exited" })]), 10);
});

test("the client may have been the limit in less than half of the iterations", () => {
  const iterations = (saturated) =>
    [1, 2, 3].map((iteration) => cell("node-ws", 40, { iteration, client_saturated: iteration <= saturated }));
  assert.equal(opening([cell("node-ws", 10), ...iterations(1)]), 40);
  assert.equal(opening([cell("node-ws", 10), ...iterations(2)]), 10);
});

test("technologies that aren't shown at first have no say", () => {
  const { shown } = registry.comparisons[0];
  const known = registry.technologies.map(({ id }) => id);
  const other = known.find((id) => !shown.includes(id));
  const rows = [...shown, other].flatMap((id) => [
    cell(id, 10),
    cell(id, 20, { cpu_percent: id === other ? 100 : 10 }),
  ]);
  assert.equal(opening(rows), 20);
});

test("it is the lightest where all are too heavy, and there is none without cells", () => {
  const busy = { cpu_percent: 100 };
  assert.equal(opening([cell("node-ws", 40, busy), cell("node-ws", 10, busy)]), 10);
  assert.equal(dataset({}).opening_cell, null);
});

test("rows without a run are asked for what they have", () => {
  assert.deepEqual(dataset({ "chat/a.tsv": tsv([line({ users: 10 }), line({ users: 20 })]) }).opening_cell, {
    rooms: 1,
    users: 20,
  });
});

test("pages don't carry it for their scripts, as each chart names its own", () => {
  const { page_datasets } = results({ "chat/a.tsv": tsv([line()]) });
  assert.ok(!("opening_cell" in page_datasets.chat));
});
