// Random bytes and mutated sound files: each is either read, and then keeps the schema, or refused with faults; nothing else
// happens. A failure prints its seed; FUZZ_SEED repeats that run, FUZZ_RUNS makes more of them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { checkResultFile } from "../../assets/js/results/check.js";
import { jsonFault } from "../../assets/js/results/strict-json.js";
import { chat, read, readJson, rowsOf, schemas } from "./sample.js";

/** The whole schema, as it stands: the reader judges envelope and rows apart. */
const ajv = addFormats(new Ajv({ strict: false }));
const keepsSchema = ajv.compile(readJson("schema/result.json"));
const RUN = {
  started_at: "2026-01-01T00:00:00Z",
  command: "x",
  client: { name: "x", version: "1" },
  machine: { cpu_model: "x", cpu_count: 1, memory_mib: 1, kernel: "x" },
};

const { FUZZ_RUNS = "1000", FUZZ_SEED } = process.env;
const options = { numRuns: Number(FUZZ_RUNS), ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}) };
const filesOf = (folder) =>
  readdirSync(new URL(`../fixtures/${folder}/`, import.meta.url))
    .filter((name) => /\.(json|tsv)$/.test(name))
    .map((name) => ({ name, bytes: read(`test/fixtures/${folder}/${name}`) }));
const sound = ["accepted", "doubtful"].flatMap(filesOf);
const files = [...sound, ...filesOf("broken")];
/** What readers stumble over. */
const PIECES = [
  "\0",
  "\t",
  "\n",
  "\r\n",
  '"',
  "\\",
  "\\u",
  "\\ud800",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "-",
  "0",
  "1e999",
].concat([
  "-0.0",
  "1e-400",
  "9".repeat(400),
  "null",
  "true",
  "NaN",
  "__proto__",
  "\uFEFF",
  "\u{1F600}",
  "=1+1",
  "[".repeat(70),
]);

const piece = fc.oneof(
  fc.constantFrom(...PIECES).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 4 }),
);
const mutation = fc.record({ at: fc.nat(), removed: fc.integer({ min: 0, max: 4 }), added: piece });

function mutated(bytes, mutations) {
  return mutations.reduce((text, { at, removed, added }) => {
    const start = at % (text.length + 1);
    return Buffer.concat([text.subarray(0, start), added, text.subarray(start + removed)]);
  }, bytes);
}

/** Sound, or refused with faults that name the file. */
function checked(name, bytes) {
  const { result, faults, doubts } = checkResultFile(name, bytes, chat, { schemas });
  assert.equal(result === null, faults.length > 0);
  for (const told of [...faults, ...doubts]) assert.ok(told.startsWith(`${name}:`), told);
  return result;
}

/** A TSV's rows by other means than the reader's. */
function rowsByHand(text) {
  const [header, ...lines] = text.split(/\r?\n/).map((line) => line.split("\t"));
  if (lines.at(-1).join() === "") lines.pop();
  const { properties } = schemas.definitions.chat_row;
  const typed = (field, token) =>
    ["number", "integer", "boolean"].includes(properties[field].type) ? JSON.parse(token) : token;
  return lines.map((tokens) =>
    Object.fromEntries(header.flatMap((field, i) => (tokens[i] === "" ? [] : [[field, typed(field, tokens[i])]]))),
  );
}

/** Rows with their fields in the order of the file's columns. */
function sorted({ columns }, rows) {
  const fields = [...columns.byField.keys()];
  return rows.map((row) =>
    Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, row[field]])),
  );
}

test("random bytes are refused without an exception", () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("x.tsv", "x.json"), (bytes, name) => {
    assert.equal(checked(name, bytes), null);
  });
  fc.assert(property, options);
});

test("what is accepted of mutated files keeps the schema", () => {
  let accepted = 0;
  const property = fc.property(
    fc.oneof(fc.constantFrom(...sound), fc.constantFrom(...files)),
    fc.array(mutation, { maxLength: 3 }),
    ({ name, bytes }, mutations) => {
      const text = mutated(bytes, mutations);
      const result = checked(name, text);
      if (result === null) return;
      accepted++;
      const rows = name.endsWith(".json") ? null : rowsByHand(new TextDecoder().decode(text));
      const document = rows ? { run: RUN, results: rows } : JSON.parse(new TextDecoder().decode(text));
      assert.ok(keepsSchema(document), JSON.stringify(keepsSchema.errors));
      assert.deepEqual(rowsOf(result), sorted(result, document.results));
    },
  );
  fc.assert(property, options);
  assert.ok(accepted > 0, "no file was accepted, so nothing was tested");
});

test("any JSON that JSON.stringify writes is JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      assert.equal(jsonFault(JSON.stringify(value, null, indent)), null);
    }),
    options,
  );
});

test("what strict JSON takes, JSON.parse takes", () => {
  const json = files.filter(({ name }) => name.endsWith(".json"));
  const property = fc.property(
    fc.constantFrom(...json),
    fc.array(mutation, { minLength: 1, maxLength: 2 }),
    ({ bytes }, mutations) => {
      const text = new TextDecoder().decode(mutated(bytes, mutations));
      if (jsonFault(text) === null) JSON.parse(text);
    },
  );
  fc.assert(property, options);
});
