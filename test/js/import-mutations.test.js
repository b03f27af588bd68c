// Samples of every foreign format, damaged in every way that files of other tools come in: what is made of one is refused, or says
// nothing that the whole file did not say under the same names.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { identify } from "../../assets/js/import/adapters.js";
import { textOf } from "../../assets/js/import/place.js";
import { ForeignFault } from "../../assets/js/import/run.js";
import { checkResultFile } from "../../assets/js/results/check.js";
import { readYaml, rowsOf, schemas } from "./sample.js";

const FIXTURES = fileURLToPath(new URL("../fixtures/foreign/", import.meta.url));
const WILD = fileURLToPath(new URL("../../../shared/results-in-the-wild/", import.meta.url));
const LONGEST_MESSAGE = 600;

const comparisons = readYaml("data/comparisons.yml");

/** What is made of a text: `{message}`, or its rows' figures as `{figures: technology, cell and field => values}`. */
function imported(text, fileName) {
  const adapter = identify(text, fileName);
  if (!adapter) return { message: "is of no known format" };
  const comparison = comparisons.find(({ id }) => id === adapter.comparison);
  try {
    const document = adapter.read(text, { fileName, lastModified: "2026-03-04T05:06:07Z" });
    const { result, faults } = checkResultFile("a.json", new TextEncoder().encode(textOf(document)), comparison, {
      schemas,
    });
    return result ? { figures: figuresOf(rowsOf(result), comparison) } : { message: faults[0] };
  } catch (error) {
    assert.ok(error instanceof ForeignFault, `${fileName}: ${error.stack}`);
    return { message: error.message };
  }
}

function figuresOf(rows, { dimensions }) {
  const cellFields = ["technology", ...dimensions.map(({ id }) => id)];
  const figures = new Map();
  for (const { iteration: _, ...row } of rows) {
    const cell = cellFields.map((field) => row[field]).join(" ");
    for (const [field, value] of Object.entries(row)) {
      const key = `${cell} ${field}`;
      figures.set(key, [...(figures.get(key) ?? []), value]);
    }
  }
  return figures;
}

/** Holds a mutation to the file's head comment. */
function holds(whole, { what, text }, fileName) {
  const { message, figures } = imported(text, fileName);
  if (message !== undefined) {
    assert.ok(message.length < LONGEST_MESSAGE && !message.includes("\n"), `${what}: one line says why: ${message}`);
    return;
  }
  for (const [key, values] of figures) {
    const before = [...(whole.get(key) ?? [])];
    for (const value of values) {
      const at = before.indexOf(value);
      assert.ok(at >= 0, `${what}: ${key} is ${value} (the whole file has ${whole.get(key) ?? "no such figure"})`);
      before.splice(at, 1);
    }
  }
}

/** Some of many, evenly chosen. */
function some(list, most) {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, i) => list[Math.floor(i * step)]);
}

function* cuts(text) {
  // A log that ends with a line, or in a column of it that nobody reads, is the log of a shorter run.
  const isLog = text.startsWith("timeStamp");
  const lastLine = text.trimEnd().lastIndexOf("\n") + 1;
  const end = text.trimEnd().length;
  const places = [
    ...Array.from({ length: 20 }, (_, i) => Math.floor((text.length * (i + 1)) / 21)),
    ...Array.from({ length: 8 }, (_, i) => lastLine + 1 + Math.floor(((end - lastLine - 1) * i) / 8)),
    end - 1,
  ];
  for (const at of places) {
    if (isLog && /,\d*\n?$/.test(text.slice(0, at)) && /^\d*\n/.test(text.slice(at))) continue;
    yield { what: `cut at ${at}`, text: text.slice(0, at) };
  }
}

function* repeated(text) {
  yield { what: "twice", text: text + text };
  yield { what: "twice, with an empty line between", text: `${text}\n\n${text}` };
}

/** What a figure is written as instead; in each of them nobody can tell what it means. */
const SPOILT = [
  (figure) => `${figure.replace(".", ",")}${figure.includes(".") ? "" : ",5"}`,
  (figure) => `${figure}ms`,
  (figure) => `${figure} s`,
  () => "n/a",
  () => "NaN",
  (figure) => `-${figure}`,
];

/** The places of a JSON value that hold a figure, or a quantity with its unit: functions that put another value there. */
function leavesOf(value, put, path) {
  const isQuantity = typeof value === "string" && /^\d+(\.\d+)?([a-zµ%]+)$/i.test(value);
  if (typeof value === "number" || isQuantity) return [{ value: String(value), put, path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) =>
    leavesOf(
      value[key],
      (other) => {
        value[key] = other;
      },
      `${path}.${key}`,
    ),
  );
}

function* spoiltJson(text) {
  const places = leavesOf(JSON.parse(text), null, "").map(({ path }) => path);
  for (const path of some(places, 60)) {
    for (const spoil of SPOILT) {
      const document = JSON.parse(text);
      const leaf = leavesOf(document, null, "").find((one) => one.path === path);
      const spoilt = spoil(leaf.value);
      leaf.put(spoilt);
      yield { what: `${path} ${leaf.value} as ${JSON.stringify(spoilt)}`, text: JSON.stringify(document) };
      if (!/^-[\d.]+$/.test(spoilt)) continue;
      leaf.put(Number(spoilt));
      yield { what: `${path} ${leaf.value} as ${spoilt}`, text: JSON.stringify(document) };
    }
  }
}

/** What a tool has in its own words, or so rarely that nothing else of the file would miss it. */
const FREE_KEYS = new Set(["aborted due to deadline", "connection closed before message completed", "503"]);

function* renamedKeys(text) {
  const keys = new Set([...text.matchAll(/"([^"]+)"\s*:/g)].map(([, key]) => key));
  for (const key of keys) {
    if (FREE_KEYS.has(key)) continue;
    const quoted = `"${key}"`;
    yield { what: `first ${key} renamed`, text: text.replace(quoted, `"el_${key}"`) };
    yield { what: `every ${key} renamed`, text: text.replaceAll(quoted, `"el_${key}"`) };
    const without = (name, value) => (name === key ? undefined : value);
    yield { what: `${key} removed`, text: JSON.stringify(JSON.parse(text, without)) };
    yield {
      what: `${key} null`,
      text: JSON.stringify(JSON.parse(text, (name, value) => (name === key ? null : value))),
    };
  }
}

/** Of a table without quotes: its lines as cells. Those of a log have commas in them, which stand for others here. */
function cellsOf(text, separator) {
  const lines = text.trimEnd().split(/\r?\n/);
  const hidden = lines.map((line) => line.replace(/"[^"]*"/g, (cell) => cell.replaceAll(",", "\u0000")));
  return hidden.map((line) => line.split(separator));
}

function tableOf(cells, separator) {
  return `${cells.map((line) => line.join(separator)).join("\n")}\n`.replaceAll("\u0000", ",");
}

/** Columns whose cells are text: any is as good as another. */
const FREE_COLUMNS = ["System", "label", "responseCode", "responseMessage", "threadName", "failureMessage", "URL"];

function* spoiltTable(text, separator) {
  const cells = cellsOf(text, separator);
  const [header, ...rows] = cells;
  for (const [i, column] of header.entries()) {
    const renamed = [header.with(i, `la_${column}`), ...rows];
    yield { what: `column ${column} renamed`, text: tableOf(renamed, separator) };
    yield {
      what: `column ${column} removed`,
      text: tableOf(
        cells.map((line) => line.toSpliced(i, 1)),
        separator,
      ),
    };
    yield {
      what: `column ${column} twice`,
      text: tableOf(
        cells.map((line) => [...line, line[i]]),
        separator,
      ),
    };
    yield {
      what: `column ${column} under the next one's name`,
      text: tableOf([header.with(i, header[(i + 1) % header.length]), ...rows], separator),
    };
    if (FREE_COLUMNS.includes(column)) continue;
    for (const row of some([...rows.keys()], 4)) {
      for (const spoil of [...SPOILT, () => ""]) {
        const spoilt = spoil(rows[row][i]);
        if (spoilt === "" && text.startsWith("System")) continue;
        const changed = rows.with(row, rows[row].with(i, spoilt));
        yield {
          what: `${column} of row ${row} as ${JSON.stringify(spoilt)}`,
          text: tableOf([header, ...changed], separator),
        };
        const quoted = rows.with(row, rows[row].with(i, `"${spoilt}"`));
        yield { what: `${column} of row ${row}, quoted`, text: tableOf([header, ...quoted], separator) };
      }
    }
  }
  const translated = header.map((column) => `columna ${column.length}`);
  yield { what: "header in another language", text: tableOf([translated, ...rows], separator) };
  yield { what: "without a header", text: tableOf(rows, separator) };
  yield { what: "a row shorter", text: tableOf([header, rows[0].slice(1), ...rows.slice(1)], separator) };
  yield {
    what: "separated by semicolons with decimal commas",
    text: text.replaceAll(".", ",").replaceAll(separator, ";"),
  };
}

function* spoiltOutput(text) {
  const lines = text.split("\n");
  const results = [...lines.keys()].filter((i) => lines[i].includes("clients:"));
  for (const i of some(results, 6)) {
    const figures = [...lines[i].matchAll(/\d+(?:\.\d+)?/g)].filter(
      ({ index }) => index > lines[i].indexOf("clients:"),
    );
    for (const { 0: figure, index } of figures) {
      for (const spoil of SPOILT) {
        const line = lines[i].slice(0, index) + spoil(figure) + lines[i].slice(index + figure.length);
        yield { what: `line ${i}: ${line}`, text: lines.with(i, line).join("\n") };
      }
    }
    for (const word of ["clients", "per-rtt", "95per", "min-rtt", "median-rtt", "max-rtt", "ms", "s "]) {
      yield { what: `line ${i} without ${word}`, text: lines.with(i, lines[i].replace(word, "")).join("\n") };
      yield { what: `line ${i} with el_${word}`, text: lines.with(i, lines[i].replace(word, `el_${word}`)).join("\n") };
    }
  }
  yield { what: "in another language", text: text.replaceAll("clients:", "clientes:") };
  yield { what: "every fraction with a comma", text: text.replace(/(\d)\.(\d)/g, "$1,$2") };
  // Without the first heading that names a server, the document's own title stands above its output.
  const headings = [...lines.keys()].filter((i) => lines[i].startsWith("#")).slice(2);
  for (const i of headings) yield { what: `without ${lines[i]}`, text: lines.toSpliced(i, 1).join("\n") };
}

function* mutationsOf(text, fileName) {
  yield* cuts(text);
  yield* repeated(text);
  if (fileName.endsWith(".json")) {
    yield* spoiltJson(text);
    yield* renamedKeys(text);
  } else if (/\.(tsv|csv|jtl)$/.test(fileName)) yield* spoiltTable(text, fileName.endsWith(".tsv") ? "\t" : ",");
  else yield* spoiltOutput(text);
}

function samples() {
  const folders = [FIXTURES, ...(existsSync(WILD) ? [WILD] : [])];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  return files
    .map(({ parentPath, name }) => ({ name, path: join(parentPath, name) }))
    .filter(({ name }) => name !== "README.md");
}

for (const { name, path } of samples()) {
  test(`${path.replace(/^.*\/(?=[^/]+\/[^/]+$)/, "")}, damaged, is refused or says nothing else`, () => {
    const text = readFileSync(path, "utf8");
    const { figures: whole, message } = imported(text, name);
    assert.equal(message, undefined, "whole, it is accepted");
    let count = 0;
    for (const mutation of mutationsOf(text, name)) {
      holds(whole, mutation, name);
      count++;
    }
    assert.ok(count > 30, `${count} mutations`);
  });
}

test("the samples found in the wild are damaged too", { skip: !existsSync(WILD) && `${WILD} is not here` }, () => {
  assert.ok(samples().some(({ path }) => path.startsWith(WILD)));
});
