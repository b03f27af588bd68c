// Result files are read strictly, and refused in plain words.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { checkResultFile } from "../../assets/js/results/check.js";
import { resultOfTsv, tsvReader } from "../../assets/js/results/read.js";
import { chat, read, readYaml, rowsOf, schemas, technologies } from "./sample.js";

const bytes = (text) => new TextEncoder().encode(text);
const check = (file, text) => checkResultFile(file, typeof text === "string" ? bytes(text) : text, chat, { schemas });

const header = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tclient_saturated";
const line = "node-ws\t1\t10\t1\t500\t0.31\tfalse";
const tsv = (...lines) => [header, ...lines, ""].join("\n");

const run = {
  started_at: "2026-01-01T12:00:00Z",
  command: "rtbench run",
  client: { name: "rtbench", version: "0.1.0" },
  machine: { cpu_model: "x", cpu_count: 2, memory_mib: 4096, kernel: "Linux" },
};
const row = { technology: "node-ws", rooms: 1, users: 10, iteration: 1, messages_per_user: 500, latency_mean_ms: 0.31 };
const json = (rows, text = (value) => JSON.stringify(value)) => text({ run, results: rows });

test("a good TSV file becomes typed rows, an empty cell an absent field", () => {
  const { result, faults } = check("a.tsv", tsv(line, "node-ws\t1\t10\t2\t500\t1e3\t"));
  assert.deepEqual(faults, []);
  assert.deepEqual(rowsOf(result), [
    { ...row, client_saturated: false },
    { ...row, iteration: 2, latency_mean_ms: 1000 },
  ]);
});

test("a good JSON file gives its run and its rows", () => {
  const { result, faults, doubts } = check("a.json", json([row]));
  assert.deepEqual([result.run, rowsOf(result), faults, doubts], [run, [row], [], []]);
});

test("the invented results of the fixtures are good", () => {
  for (const name of ["node-ws", "node-cluster"]) {
    const file = `test/fixtures/results/chat/${name}.json`;
    assert.deepEqual(check(file, read(file)).faults, []);
  }
});

test("the course of iterations may stand beside the rows", () => {
  const file = "test/fixtures/accepted/series.json";
  assert.deepEqual(check(file, read(file)).faults, []);
});

test("a byte order mark and CRLF line ends are accepted", () => {
  assert.deepEqual(check("a.tsv", `\uFEFF${tsv(line).replaceAll("\n", "\r\n")}`).faults, []);
  assert.deepEqual(check("a.json", `\uFEFF${json([row])}`).faults, []);
});

const refusals = {
  "an empty file": ["a.tsv", "", /^a\.tsv: is empty/],
  "a header without rows": ["a.tsv", tsv(), /^a\.tsv:1: has a header and no rows/],
  "bytes that are not UTF-8": ["a.tsv", Uint8Array.of(0x61, 0xff), /^a\.tsv:1:2: the byte 0xFF is not UTF-8/],
  "a ragged row": ["a.tsv", tsv(line, "node-ws\t1"), /^a\.tsv:3: has 2 tokens \(expected 7/],
  "a blank row": ["a.tsv", tsv(line, "", line), /^a\.tsv:3: is blank/],
  "a stray quote": ["a.tsv", tsv(line.replace("0.31", '"0.31"')), /^a\.tsv:2: latency_mean_ms: .* has a quote/],
  "text for a number": [
    "a.tsv",
    tsv(line.replace("0.31", "fast")),
    /^a\.tsv:2: latency_mean_ms: "fast" is not a number \(expected milliseconds, ≥ 0\)/,
  ],
  "a negative latency": [
    "a.tsv",
    tsv(line.replace("0.31", "-1")),
    /^a\.tsv:2: latency_mean_ms: -1 is too small \(expected milliseconds, ≥ 0\)/,
  ],
  "NaN in TSV": ["a.tsv", tsv(line.replace("0.31", "NaN")), /"NaN" is not a number/],
  "infinity from too large an exponent": [
    "a.json",
    json([row]).replace("0.31", "1e999"),
    /1e999 is too large a number/,
  ],
  "a number that JSON would not write": ["a.tsv", tsv(line.replace("0.31", ".31")), /"\.31" is not a number/],
  "an unknown column": ["a.tsv", tsv(line).replace("client_saturated", "colour"), /^a\.tsv:1: colour: is not a field/],
  "a missing column": [
    "a.tsv",
    tsv(line).replace(/\trooms|(?<=ws)\t1/g, ""),
    /^a\.tsv:1: rooms: is missing \(expected a column of chat rooms, ≥ 1\)/,
  ],
  "a column twice": ["a.tsv", tsv(line).replace("client_saturated", "rooms"), /^a\.tsv:1: rooms: is there twice/],
  "the same iteration of a cell twice": [
    "a.tsv",
    tsv(line, line),
    /^a\.tsv:3: iteration: 1 of technology node-ws, rooms 1, users 10 is already in a\.tsv:2 /,
  ],
  "broken JSON": ["a.json", json([row]).slice(0, -5), /^a\.json:1:\d+: .* where a value should be/],
  "a trailing comma": ["a.json", json([row]).replace("}]", "},]"), /^a\.json:1:\d+: a trailing comma before \]/],
  "NaN in JSON": ["a.json", json([row]).replace("0.31", "NaN"), /`NaN` where a value should be/],
  "a key twice": ["a.json", json([row]).replace('"rooms":1', '"rooms":1,"rooms":2'), /the key "rooms" a second time/],
  "an unknown field": ["a.json", json([{ ...row, colour: 1 }]), /^a\.json:1:\d+: results\[0\]\.colour: is not a field/],
  "a wrong type": [
    "a.json",
    json([{ ...row, users: "10" }]),
    /^a\.json:1:\d+: results\[0\]\.users: "10" is not a whole number \(expected users per room, ≥ 1\)/,
  ],
  "a missing run": ["a.json", JSON.stringify({ results: [row] }), /^a\.json:1:1: run: is missing/],
  "a row without a measurement": [
    "a.json",
    json([{ ...row, latency_mean_ms: undefined }]),
    /^a\.json:1:\d+: results\[0\]: has none of latency_mean_ms, cpu_percent, memory_mib, outcome/,
  ],
  "an unknown outcome": [
    "a.json",
    json([{ ...row, outcome: "fine" }]),
    /"fine" is not one of the known words \(expected complete,/,
  ],
  "a date without an offset": ["a.json", json([{ ...row, started_at: "2026-01-01T12:00:00" }]), /is not well-formed/],
};

for (const [what, [file, text, message]] of Object.entries(refusals)) {
  test(`refused: ${what}`, () => {
    const { result, faults } = check(file, text);
    assert.equal(result, null);
    assert.ok(
      faults.some((fault) => message.test(fault)),
      faults.join("\n"),
    );
  });
}

test("all faults of a file are told, not the first alone", () => {
  const { faults } = check("a.tsv", tsv(line.replace("0.31", "-1"), "node-ws\t0\t10\tx\t500\t1\tmaybe"));
  assert.equal(faults.length, 4);
});

const known = { schemas, technologies: technologies.map(({ id }) => id), now: new Date("2026-11-01T00:00:00Z") };

for (const folder of ["broken", "doubtful"]) {
  test(`every ${folder} file has its messages stated`, () => {
    const files = readdirSync(new URL(`../fixtures/${folder}/`, import.meta.url)).filter(
      (name) => name !== "expected.yml",
    );
    const stated = readYaml(`test/fixtures/${folder}/expected.yml`);
    assert.deepEqual(stated.map(({ file }) => file).sort(), files.sort());
    assert.ok(stated.every((one) => one[folder === "broken" ? "faults" : "doubts"].length > 0));
  });

  for (const { file, faults = [], doubts = [] } of readYaml(`test/fixtures/${folder}/expected.yml`)) {
    test(`the ${folder} file ${file} is told word for word`, () => {
      const found = checkResultFile(`data/chat/${file}`, read(`test/fixtures/${folder}/${file}`), chat, known);
      assert.deepEqual({ faults: found.faults, doubts: found.doubts }, { faults, doubts });
      assert.equal(found.result === null, folder === "broken");
    });
  }
}

for (const file of readdirSync(new URL("../fixtures/accepted/", import.meta.url))) {
  test(`the unusual but sound file ${file} is read`, () => {
    const { result, faults } = check(file, read(`test/fixtures/accepted/${file}`));
    assert.deepEqual(faults, []);
    assert.ok(result.rowCount > 0);
  });
}

const rowsOfFixture = (file) => rowsOf(check(file, read(`test/fixtures/accepted/${file}`)).result);
const latencies = (file) => rowsOfFixture(file).map((one) => one.latency_mean_ms);

test("what is unusual and sound is read right", () => {
  assert.deepEqual(latencies("byte-order-mark.tsv"), [1.5]);
  assert.deepEqual(latencies("no-last-line-end.tsv"), [1.5]);
  assert.deepEqual(latencies("columns-in-another-order.tsv"), [1.5]);
  assert.deepEqual(latencies("byte-order-mark-and-crlf.json"), [1.5]);
  assert.deepEqual(
    rowsOfFixture("crlf.tsv").map((one) => one.cpu_percent),
    [40, undefined],
  );
  for (const file of ["exponents.tsv", "exponents.json"]) {
    assert.ok(latencies(file).every((value) => value > 0));
    assert.equal(new Set(rowsOfFixture(file).map(({ users }) => users)).size, 1);
  }
  const { result } = check("escapes.json", read("test/fixtures/accepted/escapes.json"));
  assert.equal(result.run.command, 'a "quoted" é 😀 path\\');
});

test("rows of a JSON file may have different fields", () => {
  const others = [
    { ...row, latency_mean_ms: undefined, memory_mib: 60, iteration: 2 },
    { ...row, cpu_percent: 30, iteration: 3 },
  ];
  const expected = [row, ...others].map((one) => JSON.parse(JSON.stringify(one)));
  assert.deepEqual(rowsOf(check("a.json", json([row, ...others])).result), expected);
});

test("a TSV is read alike whatever pieces it comes in", () => {
  const rows = Array.from({ length: 5000 }, (_, i) => line.replace("\t1\t500", `\t${i + 1}\t500`));
  const text = tsv(...rows);
  const whole = rowsOf(check("a.tsv", text).result);
  assert.equal(whole.length, 5000);
  for (const lines of [1, 7, 4999]) {
    const reader = tsvReader("a.tsv", chat.row, schemas);
    for (const piece of text.match(new RegExp(`(?:[^\\n]*\\n){1,${lines}}`, "g"))) reader.take(piece);
    assert.deepEqual(rowsOf(resultOfTsv(reader).result), whole);
  }
});
