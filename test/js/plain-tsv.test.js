// The fast reader of TSV: it takes only what check.js accepts without a doubt, and gives the same figures.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import validators from "../../assets/build/validators.js";
import { packCells } from "../../assets/js/drop/pack.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { plainChecks } from "../../assets/js/results/plain-rules.js";
import { decimal, PlainTsv } from "../../assets/js/results/plain-tsv.js";
import { summarise } from "../../assets/js/results/summarise.js";
import { chat, fields, readJson } from "./sample.js";

const HEADER =
  "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tlatency_p99_ms\toutcome\tclient_saturated";
const sound = (rows = 6) =>
  [
    HEADER,
    ...Array.from({ length: rows }, (_, i) => `node-ws\t1\t10\t${i + 1}\t500\t${i}.5\t${i + 2}\tcomplete\tfalse`),
    "",
  ].join("\n");

const check = (text) => checkResultFile("x.tsv", new TextEncoder().encode(text), chat);

/** What the fast reader makes of a text, handed over in pieces of so many lines; null if it leaves it to check.js. */
function plain(text, lines = 2) {
  const context = {
    definition: validators.definitions.chat_row,
    rules: validators.rules ?? [],
    fields,
    isSound: (one) => isSound(check(one)),
  };
  const reader = new PlainTsv(chat, context);
  const pieces = text.match(new RegExp(`(?:[^\\n]*\\n){1,${lines}}|[^\\n]+$`, "g")) ?? [];
  return pieces.length > 0 && pieces.every((piece) => reader.take(piece)) ? reader.finish() : null;
}

const isSound = ({ rows, doubts = [] }) => rows !== null && doubts.length === 0;

/** Cells with what has no figure left out, as a page gets them. */
const packed = (cells) => packCells(cells, fields);

test("a plainly sound file is taken, with the cells that the rows give", () => {
  const text = sound();
  const { rows, cells } = plain(text);
  assert.equal(rows, 6);
  assert.deepEqual(packed(cells), packed(summarise(check(text).rows, chat, fields)));
});

test("it matters neither where the pieces end nor how lines do", () => {
  for (const lines of [1, 3, 100]) assert.deepEqual(plain(sound(), lines), plain(sound()));
  assert.deepEqual(plain(sound().replaceAll("\n", "\r\n")), plain(sound()));
  assert.deepEqual(plain(sound().slice(0, -1)), plain(sound()));
});

const golden = readdirSync(new URL("../fixtures/golden/", import.meta.url))
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, ...readJson(`test/fixtures/golden/${name}`) }))
  .filter(({ rows }) => rows.every((row) => row.latency_mean_ms !== undefined));

test("golden vectors are there to be compared with", () => assert.ok(golden.length > 1));

for (const { name, rows, cells } of golden) {
  test(`the columns' arithmetic agrees with the golden vectors of ${name}`, () => {
    const header = Object.keys(validators.definitions.chat_row.properties);
    const lines = rows.map((row) => header.map((field) => token(row[field] ?? "")).join("\t"));
    const taken = plain([header.join("\t"), ...lines, ""].join("\n"));
    assert.equal(taken.cells.length, cells.length);
    taken.cells.forEach((cell, i) => {
      for (const [key, expected] of Object.entries(cells[i])) assertClose(cell[key], expected, key);
    });
  });
}

/** Twelve digits: all that the comparison needs, and no more than the fast reader takes. */
function token(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(12))) : String(value);
}

function assertClose(found, expected, what) {
  if (expected !== null && typeof expected === "object") {
    for (const part of ["mean", "ci95"]) assertClose(found?.[part] ?? null, expected[part], `${what}.${part}`);
  } else if (typeof expected === "number") {
    assert.ok(Math.abs(found - expected) <= 1e-9 * Math.abs(expected), `${what}: ${found} is not ${expected}`);
  } else assert.equal(found, expected, what);
}

const NASTY = [
  "",
  " ",
  "-1",
  "0",
  "-0",
  "1e3",
  "1.0",
  "01",
  ".5",
  "5.",
  "1e999",
  "NaN",
  "true",
  "fast",
  '"1"',
  "=1+1",
  "__proto__",
].concat([
  "\u0000",
  "\uFEFF",
  "\uFEFFnode-ws",
  "node-ws\t",
  "Node",
  "1\n",
  "\r",
  "9999999999999999",
  "2",
  "drain_timeout",
  "3.25",
  "0.0000001",
  "1",
  "3",
  "7.5",
  "complete",
  "false",
]);

test("of mutated files it takes none that check.js refuses or doubts, and gives the figures that check.js' rows give", () => {
  let seed = 20261121;
  const below = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const counts = { taken: 0, left: 0 };
  for (let run = 0; run < 3000; run++) {
    const lines = sound(1 + below(4))
      .split("\n")
      .map((line) => line.split("\t"));
    for (let mutations = 1 + below(2); mutations > 0; mutations--) {
      const line = lines[below(lines.length)];
      line[below(line.length)] = NASTY[below(NASTY.length)];
    }
    const text = lines.map((line) => line.join("\t")).join("\n");
    const taken = plain(text, 1 + below(3));
    counts[taken ? "taken" : "left"]++;
    if (!taken) continue;
    const { rows, faults, doubts = [] } = check(text);
    assert.deepEqual([...faults, ...doubts], [], JSON.stringify(text));
    assert.deepEqual(packed(taken.cells), packed(summarise(rows, chat, fields)), JSON.stringify(text));
  }
  assert.ok(counts.taken > 50 && counts.left > 50, JSON.stringify(counts));
});

test("what the schema lets a file leave out is not asked for, and what it asks for is", () => {
  const header = "technology\trooms\tusers\titeration\tmessages_per_user\tcpu_percent\tlatency_p99_ms";
  assert.ok(plain(`${header}\nnode-ws\t1\t10\t1\t500\t31.5\t\n`));
  assert.equal(plain(`${header}\nnode-ws\t1\t10\t1\t500\t\t3\n`), null);
});

test("decimals are read as JSON reads them, to the last bit", () => {
  for (let i = 0; i < 20000; i++) {
    const token = (((i * 7919.77) % 100003) / 10 ** (i % 9)).toFixed(i % 8);
    if (token.length <= 15) assert.equal(decimal(token), Number(token), token);
  }
  for (const token of ["0", "0.1", "0.30000000000000004", "1234567890123456", "99.99", "0.000001", "1e3", "1.5E-7"])
    assert.equal(decimal(token), Number(token));
  for (const token of ["", "-1", "1e", "1e999", ".5", "5.", "01", "1.2.3", " 1", "1 ", "Infinity", "0x10"]) {
    assert.ok(Number.isNaN(decimal(token)), token);
  }
});

const accepts = (rule, header, ...rows) => {
  const checks = plainChecks([rule], header);
  return rows.every((row) => checks.every((one) => one.row(row))) && checks.every((one) => one.file());
};

test("the declared rules hold for rows as numbers", () => {
  const ascending = { check: "ascending", fields: ["a", "b", "c"] };
  assert.ok(accepts(ascending, ["c", "b", "a"], [3, 2, 1], [3, Number.NaN, 3]));
  assert.ok(!accepts(ascending, ["c", "b", "a"], [1, Number.NaN, 2]));
  const atMost = { check: "at_most", field: "a", factor: 10, of: ["b", "c"] };
  assert.ok(accepts(atMost, ["a", "b", "c"], [30, 1, 2], [99, Number.NaN, 2]));
  assert.ok(!accepts(atMost, ["a", "b", "c"], [31, 1, 2]));
  assert.ok(accepts({ ...atMost, of: ["run.machine.cpu_count"] }, ["a"], [99]));
  const below = { check: "all_below", fields: ["a"], bound: 0.01 };
  assert.ok(accepts(below, ["a"], [0.001], [5]));
  assert.ok(!accepts(below, ["a"], [0.001], [0.002]));
  const above = { check: "all_above", fields: ["a"], bound: 100 };
  assert.ok(accepts(above, ["a"], [1], [500]));
  assert.ok(!accepts(above, ["a"], [200], [500]));
});

test("a rule that is not known here leaves every file to check.js", () => {
  assert.equal(plainChecks([{ check: "of_tomorrow" }], ["a"]), null);
});
