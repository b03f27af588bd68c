// schema/rules.json declares what is checked; what the checks say is in the galleries of the fixtures.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { readText } from "../../assets/js/results/read.js";
import { ruleFaults } from "../../assets/js/results/rules.js";
import { decode } from "../../assets/js/results/text.js";
import { read, readJson, schemas } from "./sample.js";

const { rules } = readJson("schema/rules.json");
const CONTEXT = { dimensions: ["rooms", "users"], technologies: ["node-ws"], now: new Date("2026-11-01T00:00:00Z") };

test("every rule names a level and known fields", () => {
  const known = Object.values(schemas.definitions).flatMap(({ properties }) => Object.keys(properties));
  const { run } = readJson("schema/result.json").definitions;
  const inRun = (name) =>
    name
      .split(".")
      .slice(1)
      .reduce((schema, key) => schema?.properties?.[key], run);
  for (const { level, field = [], fields = [], of = [] } of rules) {
    assert.ok(["fault", "doubt"].includes(level));
    const named = [field, fields, of].flat();
    assert.ok(named.length > 0);
    for (const name of named) assert.ok(name.startsWith("run.") ? inRun(name) : known.includes(name), name);
  }
});

/** Folders of the fixtures whose files break rules, and what rows they are of. */
const GALLERIES = {
  broken: "chat_row",
  doubtful: "chat_row",
  "chat-capacity": "chat_capacity_row",
  bookstore: "bookstore_row",
  relay: "relay_row",
  "shootout-rate": "shootout_rate_row",
  "shootout-capacity": "shootout_capacity_row",
};

test("every rule is tried by a file of the galleries", () => {
  const sound = Object.entries(GALLERIES).flatMap(([folder, row]) =>
    readdirSync(new URL(`../fixtures/${folder}/`, import.meta.url))
      .filter((name) => /\.(tsv|json)$/.test(name))
      .flatMap((name) => {
        const { text } = decode(name, read(`test/fixtures/${folder}/${name}`));
        return (text && readText(name, text, row, schemas).result) ?? [];
      }),
  );
  const silent = rules.filter((rule) => sound.every((file) => ruleFaults([rule], file, CONTEXT).length === 0));
  assert.deepEqual(silent, []);
});
