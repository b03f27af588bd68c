// Contract 2, and the document that the reader hands to the site.

import assert from "node:assert/strict";
import test from "node:test";
import Ajv from "ajv";
import { withScaled } from "../../assets/js/results/scaled.js";
import { dataset, json, jsonRow, line, registry, results, statement, tsv } from "./data-folder.js";
import { protocolsOf, read, readJson, readYaml, technologies } from "./sample.js";

const schema = readJson("schema/dataset.json");
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(schema);
const isDataset = ajv.getSchema(schema.$id);
const isDocument = ajv.getSchema(`${schema.$id}#/definitions/document`);
const ids = ({ technologies }) => technologies.map(({ id }) => id);
const fixtures = Object.fromEntries(
  ["node-ws", "node-cluster"].map((name) => [
    `chat/${name}.json`,
    read(`test/fixtures/results/chat/${name}.json`).toString(),
  ]),
);

test("datasets and the whole document are as the schema describes them", () => {
  for (const files of [fixtures, {}, { "chat/bare.tsv": tsv([line()]) }]) {
    const document = JSON.parse(JSON.stringify(results(files)));
    assert.ok(isDocument(document), JSON.stringify(isDocument.errors));
    for (const one of Object.values(document.datasets)) assert.ok(isDataset(one), JSON.stringify(isDataset.errors));
    for (const { "dataset.json": merged } of Object.values(document.data_packages))
      assert.ok(isDataset(JSON.parse(merged)));
  }
  assert.ok(isDocument(JSON.parse(JSON.stringify(results({ "chat/a.json": "{" })))));
});

test("the schema notices a dataset without iterations", () => {
  const { n, ...cells } = dataset(fixtures).cells;
  assert.ok(!isDataset({ ...dataset(fixtures), cells }));
});

test("columns are of one length", () => {
  const columns = Object.values(dataset(fixtures).cells).flatMap((column) =>
    column.mean ? Object.values(column) : [column],
  );
  assert.deepEqual([...new Set(columns.map(({ length }) => length))], [27]);
});

test("without results a dataset has no cells", () => {
  const { technologies, runs, cells } = dataset({});
  assert.deepEqual([technologies, runs, cells.n], [[], [], []]);
});

test("known technologies come first and unknown ones get a spare look", () => {
  const rows = ["zig", "ada", "node-cluster"].map((technology) => line({ technology }));
  const made = dataset({ "chat/a.tsv": tsv(rows) });
  assert.deepEqual(ids(made), ["node-cluster", "ada", "zig"]);
  const looks = made.technologies.slice(1).map(({ color, shape, dash }) => ({ color, shape, dash }));
  assert.deepEqual(looks, registry.palette.slice(0, 2));
});

test("more unknown technologies than spare looks still differ", () => {
  const rows = [..."abcdefghijklmnop"].map((letter) => line({ technology: `new-${letter}` }));
  const looks = dataset({ "chat/a.tsv": tsv(rows) }).technologies.map(({ color, shape }) => `${color.light} ${shape}`);
  assert.equal(new Set(looks).size, 16);
});

const CHOSEN = registry.comparisons[0].shown;
const KNOWN = registry.technologies.map(({ id }) => id);
const shownOf = (technologies, options) =>
  dataset({ "chat/a.tsv": tsv(technologies.map((technology) => line({ technology }))) }, options).shown;

test("of many technologies the chosen ones are shown at first, in the order of all, and what nobody knows", () => {
  assert.ok(KNOWN.length > CHOSEN.length);
  const chosen = KNOWN.filter((id) => CHOSEN.includes(id));
  assert.deepEqual(shownOf([...KNOWN].reverse()), chosen);
  assert.deepEqual(shownOf([...KNOWN, "my-server"]), [...chosen, "my-server"]);
});

test("all are shown where they are no more than chosen, none is chosen, or none of the chosen is there", () => {
  const others = KNOWN.filter((id) => !CHOSEN.includes(id));
  const few = [...others.slice(0, CHOSEN.length - 1), CHOSEN[0]];
  assert.deepEqual(
    shownOf(few),
    KNOWN.filter((id) => few.includes(id)),
  );
  const eight = [...others.slice(0, 6), "my-server", "your-server"];
  assert.deepEqual(shownOf(eight), eight);
  const comparisons = registry.comparisons.map(({ shown, ...rest }) => rest);
  assert.deepEqual(shownOf(KNOWN.slice(0, 8), { with: { comparisons } }), KNOWN.slice(0, 8));
});

test("of more than eight the best are shown at first: of all without a choice, else of those that nobody knows", () => {
  const names = Array.from({ length: 12 }, (_, i) => `${"abcdefghijkl"[i].repeat(9)}`);
  const rows = (ids) => ids.map((technology, i) => line({ technology, latency: 100 - i }));
  const shown = (ids) => dataset({ "chat/a.tsv": tsv(rows(ids)) }).shown;
  assert.deepEqual(shown(names), names.slice(4));
  const chosen = KNOWN.filter((id) => CHOSEN.includes(id));
  assert.deepEqual(shown([...chosen, ...names]), [...chosen, ...names.slice(chosen.length - 8)]);
});

test("one technology of every platform of the study is among the published choice", () => {
  const published = readYaml("data/comparisons.yml")[0].shown;
  const chats = technologies.filter((one) => protocolsOf(one).includes("chat"));
  const families = new Set(chats.map(({ family }) => family));
  for (const family of families) {
    const members = chats.filter((one) => one.family === family).map(({ id }) => id);
    if (members.length > 1)
      assert.ok(
        members.some((id) => published.includes(id)),
        family,
      );
  }
});

test("a run says where it comes from, and tells its noise floor", () => {
  const noise_floor = { method: "echo", latency_p50_ms: 0.05, latency_p99_ms: 0.12 };
  const client = { name: "rtbench", version: "1", commit: "abcdef0-dirty" };
  const run = { ...statement(), client, noise_floor };
  assert.deepEqual(dataset({ "chat/a.json": json([jsonRow()], run) }).runs, [
    {
      id: "2024-05-01-1000",
      name: "1 May 2024",
      files: ["data/chat/a.json"],
      started_at: "2024-05-01T10:00:00Z",
      client: { name: "rtbench", version: "1" },
      commit: "abcdef0-dirty",
      command: "rtbench run",
      machine: run.machine,
      source: null,
      noise_floor,
    },
  ]);
});

test("a page carries what scripts read, and what they work out is the same again", () => {
  const { datasets, page_datasets } = results(fixtures, {
    with: { metrics: readYaml("data/metrics.yml"), comparisons: readYaml("data/comparisons.yml") },
  });
  const { chat } = page_datasets;
  assert.equal("memory_per_user_mib" in chat.cells, false);
  assert.deepEqual(withScaled(chat).cells, datasets.chat.cells);
  assert.deepEqual(Object.keys(chat.technologies[0]), ["id", "name", "color", "shape", "dash"]);
});
