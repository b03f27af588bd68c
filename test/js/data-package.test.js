// Published datasets: a table with a line a cell, and the Frictionless data package that describes it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import Papa from "papaparse";
import { json, jsonRow, line, results, tsv } from "./data-folder.js";
import { read, schemas } from "./sample.js";

const names = ["node-ws", "node-cluster"];
const fixtures = Object.fromEntries(
  names.map((name) => [`chat/${name}.json`, read(`test/fixtures/results/chat/${name}.json`).toString()]),
);
const { chat: files } = results(fixtures).data_packages;
const descriptor = JSON.parse(files["datapackage.json"]);
const tableOf = ({ "dataset.csv": csv }) => Papa.parse(csv.trimEnd(), { header: true }).data;
const fields = new Map(descriptor.resources[0].schema.fields.map((field) => [field.name, field]));

test("the CSV has a line a cell with the figures of the JSON", () => {
  const { cells, technologies } = JSON.parse(files["dataset.json"]);
  const table = tableOf(files);
  const numbers = (column) => table.map((one) => (one[column] === "" ? null : Number(one[column])));
  assert.equal(table.length, cells.n.length);
  assert.deepEqual(numbers("latency_p99_ms"), cells.latency_p99_ms.mean);
  assert.deepEqual(numbers("cpu_percent_ci95"), cells.cpu_percent.ci95);
  assert.deepEqual(
    table.map(({ technology }) => technology),
    cells.technology.map((index) => technologies[index].id),
  );
});

test("each line of the CSV says of which run and machine it is", () => {
  const several = {
    "chat/a.json": json([jsonRow(), jsonRow({ iteration: 2, latency_mean_ms: 2.5 })]),
    "chat/b.tsv": tsv([line({ technology: "zig", latency: "1e-05" })]),
  };
  const told = tableOf(results(several).data_packages.chat).map((one) => [
    one.run,
    one.run_started_at,
    one.run_machine_cpu_count,
    one.file,
  ]);
  assert.deepEqual(told, [
    ["2024-05-01-1000", "2024-05-01T10:00:00Z", "2", "data/chat/a.json"],
    ["undated", "", "", "data/chat/b.tsv"],
  ]);
});

test("the table schema names the columns in their order, with the units and descriptions of the schema", () => {
  assert.deepEqual([...fields.keys()], Object.keys(tableOf(files)[0]));
  assert.deepEqual(descriptor.resources[0].schema.primaryKey, ["technology", "rooms", "users", "run"]);
  const { properties } = schemas.definitions.chat_row;
  assert.equal(fields.get("users").unit, properties.users.unit);
  assert.equal(fields.get("users").description, properties.users.description);
  assert.equal(fields.get("technology").constraints.pattern, properties.technology.pattern);
  assert.equal(fields.get("latency_p99_ms").title, "Latency, p99");
  assert.match(fields.get("cpu_percent").description, /100 % is one core/);
});

test("every field says what it is", () => {
  const bare = [...fields.values()].filter(({ description, title, unit }) => !description && !title && !unit);
  assert.deepEqual(
    bare.map(({ name }) => name),
    ["run_client_name", "run_client_version", "run_machine_cpu_model", "run_machine_kernel"],
  );
});

test("each file is described by its length and its hash", () => {
  for (const { path, bytes, hash } of descriptor.resources) {
    assert.equal(bytes, Buffer.byteLength(files[path]));
    assert.equal(hash, `sha256:${createHash("sha256").update(files[path]).digest("hex")}`);
  }
});

test("a comparison without results has no package", () => assert.deepEqual(results({}).data_packages, {}));
