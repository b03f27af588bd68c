// Random bytes and mutated sound files: each is either read, and then keeps the schema, or refused with faults; nothing else
// happens. A failure prints its seed; FUZZ_SEED repeats that run, FUZZ_RUNS makes more of them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import fc from "fast-check";
import validators from "../../assets/build/validators.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { fileErrors } from "../../assets/js/results/file-errors.js";
import { jsonFault } from "../../assets/js/results/strict-json.js";
import { chat, read } from "./sample.js";

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
  const { rows, faults, doubts } = checkResultFile(name, bytes, chat);
  assert.equal(rows === null, faults.length > 0);
  for (const told of [...faults, ...doubts]) assert.ok(told.startsWith(`${name}:`), told);
  return rows;
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
      const rows = checked(name, text);
      if (rows === null) return;
      accepted++;
      for (const row of rows) assert.ok(validators.chat_row(row), JSON.stringify(validators.chat_row.errors));
      if (name.endsWith(".json"))
        assert.deepEqual(fileErrors(JSON.parse(new TextDecoder().decode(text)), chat.row), []);
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
